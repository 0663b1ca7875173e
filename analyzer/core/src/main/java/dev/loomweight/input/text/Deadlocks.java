package dev.loomweight.input.text;

import dev.loomweight.input.text.DeadlockText.Entry;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who owns what, by the JVM's own list of deadlocks. The list has names of threads, which may not be unique, and addresses of
 * locks: it is made right after the dump, and a garbage collection in between changes these. So a thread is found by its
 * name, and among several of that name by its lock or its stack.
 */
final class Deadlocks {

    /**
     * A thread that owns a lock.
     *
     * @param thread its place in the dump
     * @param lock as the dump names it
     * @param monitor whether it is a monitor
     */
    record Owner(int thread, Lock lock, boolean monitor) {}

    private final List<DumpedThread> threads;
    private final Map<String, List<Integer>> byName = new HashMap<>();
    private final Map<Entry, Integer> places = new HashMap<>();
    private final Set<Entry> guessed = new HashSet<>();
    private final Set<Integer> taken = new HashSet<>();
    private final Set<String> alike = new LinkedHashSet<>();
    private final Map<Integer, Lock> entering = new LinkedHashMap<>();
    private final List<Owner> owners = new ArrayList<>();

    /** @param threads those of the dump */
    Deadlocks(List<DumpedThread> threads, List<List<Entry>> circles) {
        this.threads = threads;
        for (int i = 0; i < threads.size(); i++) {
            byName.computeIfAbsent(threads.get(i).name(), name -> new ArrayList<>())
                    .add(i);
        }
        circles.forEach(circle -> circle.forEach(this::place));
        circles.forEach(this::own);
    }

    /** What the list says of owners. */
    List<Owner> owners() {
        return owners;
    }

    /** The monitors that threads wait to enter from native code, of which the dump itself says nothing, by their places. */
    Map<Integer, Lock> entering() {
        return entering;
    }

    /** The names of owners that are those of several threads: that it is this one is a guess, or it is not known which. */
    Set<String> alike() {
        return alike;
    }

    /** Finds the thread of an entry: no thread is in the list twice. */
    private void place(Entry entry) {
        List<Integer> standing = byName.getOrDefault(entry.name, List.of()).stream()
                .filter(place -> !taken.contains(place) && mayBe(threads.get(place), entry))
                .toList();
        List<Integer> exact = standing.stream()
                .filter(place -> isOf(waits(threads.get(place)), entry))
                .toList();
        List<Integer> fitting = exact.isEmpty() ? standing : exact;
        if (fitting.size() > 1) {
            guessed.add(entry);
        }
        // Those that wait for one lock have the same part in the circle; by name and place alone, they may be of two.
        if (!fitting.isEmpty() && (fitting.size() == 1 || !exact.isEmpty())) {
            int place = fitting.getFirst();
            taken.add(place);
            places.put(entry, place);
            if (waits(threads.get(place)) == null) {
                entering.put(
                        place, new Lock(Objects.requireNonNull(entry.monitor), Objects.requireNonNull(entry.lock)));
            }
        }
    }

    private static boolean mayBe(DumpedThread thread, Entry entry) {
        boolean waits = waits(thread) != null
                || ("BLOCKED".equals(thread.state()) && entry.monitor != null && entry.lock != null);
        return waits && begins(thread.frames(), entry.frames);
    }

    /** Whether a stack begins as that of the list, which may be cut off. */
    private static boolean begins(List<Frame> stack, List<Frame> listed) {
        return stack.size() >= listed.size() && stack.subList(0, listed.size()).equals(listed);
    }

    private static boolean isOf(@Nullable Lock lock, Entry entry) {
        return lock != null && lock.identity().equals(entry.lock);
    }

    private static @Nullable Lock waits(DumpedThread thread) {
        return thread.locks().blockedOn() == null
                ? thread.locks().parkBlocker()
                : thread.locks().blockedOn();
    }

    private void own(List<Entry> circle) {
        for (int i = 0; i < circle.size(); i++) {
            Integer waiter = places.get(circle.get(i));
            Integer owner = owner(circle, i);
            if (waiter == null || owner == null || waiter.equals(owner)) {
                continue;
            }
            DumpedThread thread = threads.get(waiter);
            Lock monitor = thread.locks().blockedOn() == null
                    ? entering.get(waiter)
                    : thread.locks().blockedOn();
            Lock lock = monitor == null ? thread.locks().parkBlocker() : monitor;
            if (lock != null) {
                owners.add(new Owner(owner, lock, monitor != null));
            }
        }
    }

    /**
     * The place of the thread that owns what an entry waits for, or null. The JVM goes from a thread to the owner of what it
     * waits for, and lists them in that order until it comes to one that it has listed.
     */
    private @Nullable Integer owner(List<Entry> circle, int of) {
        Entry entry = circle.get(of);
        String name = entry.owner;
        if (name == null) {
            return null;
        }
        if (of + 1 < circle.size()) {
            Entry next = circle.get(of + 1);
            return next.name.equals(name) ? placeOf(next) : null;
        }
        for (int i = 0; i < of; i++) {
            if (entry.lock != null && entry.lock.equals(circle.get(i).lock)) {
                return placeOf(circle.get(i + 1));
            }
        }
        List<Entry> named = circle.subList(0, of).stream()
                .filter(other -> other.name.equals(name))
                .toList();
        if (named.size() > 1) {
            alike.add(name);
        }
        if (!named.isEmpty()) {
            return placeOf(named.getFirst());
        }
        // The list is cut off before the owner's own entry.
        List<Integer> inDump = byName.getOrDefault(name, List.of());
        return inDump.size() == 1 ? inDump.getFirst() : null;
    }

    private @Nullable Integer placeOf(Entry owner) {
        if (guessed.contains(owner) && owner.lock != null) {
            alike.add(owner.name);
        }
        return places.get(owner);
    }
}
