package dev.loomweight.input.folded;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which recordings and folds are of one JVM: they have a chunk in common, or one goes on at the very nanosecond at which
 * another ends. Of folds it is also known which process they are of, and when it was started: where one between them is
 * missing, they are of one JVM if their clocks began at the same time, unless there are two such JVMs.
 */
public final class JvmGroups {

    /** The clock of a recording begins with its JVM; it is known less exactly. */
    private static final long CLOCK_NANOS = 1_000_000;

    /** One part of so many is how far a clock can be wrong over a longer time. */
    private static final long DRIFT = 10_000;

    private final List<Integer> parents = new ArrayList<>();
    private final Map<Chunk.Moment, Integer> at = new HashMap<>();
    private final Map<Started, List<Stretch>> started = new HashMap<>();
    private boolean isComplete = true;

    /** None yet. */
    public JvmGroups() {}

    /** In containers many processes have the same id, and of very many some are started at once. */
    private record Started(long pid, long millis, String version, long ticksPerSecond) {}

    private record Stretch(int place, long fromNanos, long toNanos, long clockNanos) {

        private boolean isOfClock(Stretch later) {
            return Math.abs(clockNanos - later.clockNanos) < CLOCK_NANOS + (later.fromNanos - fromNanos) / DRIFT;
        }
    }

    /**
     * Adds one.
     *
     * @param chunks the chunks that it has
     * @return its place, from 0
     */
    public int add(List<Chunk> chunks) {
        int place = parents.size();
        parents.add(place);
        for (Chunk chunk : chunks) {
            joinAt(chunk.start(), place);
            if (chunk.finished()) {
                joinAt(chunk.end(), place);
            }
        }
        isComplete = false;
        return place;
    }

    /** Adds a fold, and gives its place. */
    public int add(UnitHead head) {
        int place = add(head.chunks());
        UnitHead.Jvm jvm = head.jvm();
        if (jvm != null && !head.chunks().isEmpty()) {
            Chunk first = head.chunks().getFirst();
            Chunk last = head.chunks().getLast();
            started.computeIfAbsent(
                            new Started(jvm.pid(), jvm.startedMillis(), jvm.version(), first.ticksPerSecond()),
                            any -> new ArrayList<>())
                    .add(new Stretch(place, first.startNanos(), last.startNanos() + last.nanos(), jvm.clockNanos()));
        }
        return place;
    }

    private void joinAt(Chunk.Moment moment, int place) {
        Integer before = at.putIfAbsent(moment, place);
        if (before != null) {
            join(before, place);
        }
    }

    /** Joins what was not recorded without a gap, if no two that are to be joined are of the same time. */
    private void joinOverGaps(List<Stretch> all) {
        all.sort(Comparator.comparingLong(Stretch::fromNanos).thenComparingLong(Stretch::toNanos));
        long end = Long.MIN_VALUE;
        int latest = -1;
        boolean single = true;
        for (int i = 0; i < all.size(); i++) {
            Stretch one = all.get(i);
            boolean isOther = latest < 0 || root(latest) != root(one.place);
            single &= !isOther
                    || (one.fromNanos >= end && (i == 0 || all.get(i - 1).isOfClock(one)));
            latest = one.toNanos >= end ? one.place : latest;
            end = Math.max(end, one.toNanos);
        }
        if (single) {
            all.forEach(one -> join(all.getFirst().place, one.place));
        }
    }

    /** Takes two for one JVM. */
    public void join(int one, int other) {
        int a = root(one);
        int b = root(other);
        parents.set(Math.max(a, b), Math.min(a, b));
    }

    /** The place of the first one of the same JVM. */
    public int jvm(int place) {
        if (!isComplete) {
            started.values().forEach(this::joinOverGaps);
            isComplete = true;
        }
        return root(place);
    }

    private int root(int place) {
        int root = place;
        while (parents.get(root) != root) {
            root = parents.get(root);
        }
        return root;
    }
}
