package dev.loomweight.pins.carriers;

import dev.loomweight.sample.Coverage.Span;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.MemoryEvents.GarbageCollection;
import java.util.ArrayList;
import java.util.List;

/**
 * When garbage collections stopped all threads of a process, as its recording has them. A collection that stops them several
 * times counts as one stop at its beginning: the event has the sum.
 */
final class Pauses {

    private final List<Span> found = new ArrayList<>();

    void add(GarbageCollection collection) {
        if (collection.pausesNanos() > 0) {
            long from = EpochNanos.of(collection.time());
            found.add(new Span(from, from + collection.pausesNanos()));
        }
    }

    void addAll(Pauses other) {
        found.addAll(other.found);
    }

    /** How long they are within a stretch of time, in nanoseconds. */
    long within(Span stretch) {
        return Span.apart(found).stream()
                .mapToLong(pause -> pause.part(stretch.fromNanos(), stretch.toNanos()))
                .sum();
    }

    /**
     * What is left of some stretches of time without them.
     *
     * @param stretches in their order; none overlaps another
     */
    List<Span> outside(List<Span> stretches) {
        List<Span> pauses = Span.apart(found);
        List<Span> left = new ArrayList<>();
        int next = 0;
        for (Span stretch : stretches) {
            long from = stretch.fromNanos();
            while (next < pauses.size() && pauses.get(next).toNanos() <= from) {
                next++;
            }
            for (int i = next; i < pauses.size() && pauses.get(i).fromNanos() < stretch.toNanos(); i++) {
                if (pauses.get(i).fromNanos() > from) {
                    left.add(new Span(from, pauses.get(i).fromNanos()));
                }
                from = Math.max(from, pauses.get(i).toNanos());
            }
            if (from < stretch.toNanos()) {
                left.add(new Span(from, stretch.toNanos()));
            }
        }
        return left;
    }
}
