package dev.loomweight.threads.random.program;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** A situation of a few threads, drawn at random, and the truth about it. */
public final class Scene {

    private static final int MAX_DEPTH = 12;

    /** What a program allows its scenes. */
    public enum Threads {
        /** Virtual threads and platform threads, each drawn. */
        MIXED,
        /** Only platform threads: the JDK has no others, or they would starve for want of a carrier. */
        PLATFORM
    }

    /** Where all facts of a hang can be observed. */
    public enum Closed {
        /** Nowhere: a healthy program can have the same facts, or the JDK does not show them. */
        NO,
        /** In what a running JVM says, the agent among it. */
        LIVE,
        /** There, and in a heap dump with JSON dumps of JDK 25. */
        HEAP
    }

    /** Starts what was planned. */
    @FunctionalInterface
    public interface Start {
        void on(Stage stage) throws Exception;
    }

    private final int number;
    private final String kind;
    private final boolean hung;
    private final Threads threads;
    private final int feature;
    private final Random random;
    private final List<Role> roles = new ArrayList<>();
    private final Set<String> right = new LinkedHashSet<>();
    private final Set<String> perhaps = new LinkedHashSet<>();
    private final Set<String> features = new LinkedHashSet<>();
    private Closed closed = Closed.NO;
    private int carriers;
    private Start start = stage -> {};

    Scene(int number, String kind, boolean hung, Threads threads, int feature, Random random) {
        this.number = number;
        this.kind = kind;
        this.hung = hung;
        this.threads = threads;
        this.feature = feature;
        this.random = random;
    }

    String kind() {
        return kind;
    }

    boolean hung() {
        return hung;
    }

    /** The feature release of the JDK that it runs on. */
    int feature() {
        return feature;
    }

    Closed closed() {
        return closed;
    }

    int carriers() {
        return carriers;
    }

    int number() {
        return number;
    }

    Set<String> right() {
        return right;
    }

    Set<String> perhapsToo() {
        return perhaps;
    }

    Set<String> details() {
        return features;
    }

    List<Role> roles() {
        return roles;
    }

    Start start() {
        return start;
    }

    /** A number from a span, both ends included. */
    int between(int from, int to) {
        return from + random.nextInt(to - from + 1);
    }

    boolean flip() {
        return random.nextBoolean();
    }

    @SafeVarargs
    final <T> T one(T... of) {
        return of[random.nextInt(of.length)];
    }

    /** Draws one of some words, which becomes part of the truth that people read. */
    String which(String... of) {
        String word = one(of);
        features.add(word);
        return word;
    }

    /** Where all facts of the hang can be observed: to call it certain is required there. */
    Scene closed(Closed where) {
        closed = hung ? where : Closed.NO;
        return this;
    }

    /** The verdicts that are right where it hangs. */
    Scene right(String... ids) {
        if (hung) {
            right.addAll(List.of(ids));
        }
        return this;
    }

    /** What is so of it although it does not hang, and has to be said where its facts can be observed. */
    Scene says(String id, Closed where) {
        right.add(id);
        closed = where;
        return this;
    }

    /** The verdicts that may be given as possible where it hangs. */
    Scene perhaps(String... ids) {
        if (hung) {
            perhaps.addAll(List.of(ids));
        }
        return this;
    }

    /** The program has this many carriers, and all are held. */
    Scene ofCarriers(int count) {
        carriers = count;
        return this;
    }

    Scene starts(Start how) {
        start = how;
        return this;
    }

    private Role role(String what, boolean virtual, boolean member) {
        int before = (int) roles.stream()
                .filter(role -> role.name().startsWith("s" + number + "-" + what + "-"))
                .count();
        Role role = new Role(
                "s" + number + "-" + what + "-" + (before + 1), virtual, random.nextInt(MAX_DEPTH + 1), member);
        roles.add(role);
        return role;
    }

    private boolean drawn() {
        return threads == Threads.MIXED && random.nextInt(3) != 0;
    }

    /** A thread that stays where it is, if the scene hangs. */
    Role member(String what) {
        return role(what, drawn(), true);
    }

    List<Role> members(String what, int count) {
        List<Role> some = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            some.add(member(what));
        }
        return some;
    }

    /** The threads of a pool, which are all of one kind. */
    List<Role> workers(String what, int count, boolean member) {
        boolean virtual = drawn();
        List<Role> some = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            some.add(role(what, virtual, member));
        }
        return some;
    }

    /** A virtual thread that stays where it is, if the scene hangs. */
    Role virtualMember(String what) {
        return role(what, true, true);
    }

    /** A thread that goes on or ends by itself in any case. */
    Role other(String what) {
        return role(what, drawn(), false);
    }

    Role platform(String what) {
        return role(what, false, false);
    }
}
