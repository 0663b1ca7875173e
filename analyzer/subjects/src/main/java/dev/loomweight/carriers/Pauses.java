package dev.loomweight.carriers;

import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.MemoryEvents.GarbageCollection;
import dev.loomweight.scheduler.Within;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * When garbage collections stopped all threads of a process, as its recording has them. A collection that stops them several
 * times counts as one stop at its beginning: the event has the sum.
 */
final class Pauses {

    private final List<Within> found = new ArrayList<>();

    void add(GarbageCollection collection) {
        if (collection.pausesNanos() > 0) {
            long from = EpochNanos.of(collection.time());
            found.add(new Within(from, from + collection.pausesNanos()));
        }
    }

    void addAll(Pauses other) {
        found.addAll(other.found);
    }

    /** Those that were found, in their order; none overlaps another. */
    private List<Within> inOrder() {
        List<Within> joined = new ArrayList<>();
        for (Within next : found.stream()
                .sorted(Comparator.comparingLong(Within::fromNanos))
                .toList()) {
            if (joined.isEmpty() || joined.getLast().toNanos() < next.fromNanos()) {
                joined.add(next);
            } else {
                Within last = joined.removeLast();
                joined.add(new Within(last.fromNanos(), Math.max(last.toNanos(), next.toNanos())));
            }
        }
        return joined;
    }

    /** How long they are within a stretch of time, in nanoseconds. */
    long within(long from, long to) {
        return inOrder().stream().mapToLong(pause -> pause.part(from, to)).sum();
    }

    /**
     * What is left of some stretches of time without them.
     *
     * @param stretches in their order; none overlaps another
     */
    List<Within> outside(List<Within> stretches) {
        List<Within> pauses = inOrder();
        List<Within> left = new ArrayList<>();
        int next = 0;
        for (Within stretch : stretches) {
            long from = stretch.fromNanos();
            while (next < pauses.size() && pauses.get(next).toNanos() <= from) {
                next++;
            }
            for (int i = next; i < pauses.size() && pauses.get(i).fromNanos() < stretch.toNanos(); i++) {
                if (pauses.get(i).fromNanos() > from) {
                    left.add(new Within(from, pauses.get(i).fromNanos()));
                }
                from = Math.max(from, pauses.get(i).toNanos());
            }
            if (from < stretch.toNanos()) {
                left.add(new Within(from, stretch.toNanos()));
            }
        }
        return left;
    }
}
