package dev.loomweight.junit.judge;

import dev.loomweight.fold.Fold;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.ThreadEvents.ThreadEnd;
import dev.loomweight.sample.ThreadEvents.VirtualThreadEnd;
import dev.loomweight.sample.ThreadEvents.VirtualThreadStart;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;

/** When threads started and ended, of those that are of interest: there can be millions of others. */
final class ThreadLives implements Fold<ThreadLives.Lives> {

    /** What is recorded of threads, by their ids. */
    static final class Lives {
        // Virtual ones alone.
        private final Map<Long, String> names = new HashMap<>();
        private final Map<Long, Long> ends = new HashMap<>();

        /** The names of the virtual threads that started, by their ids; empty ones for those that have none. */
        Map<Long, String> started() {
            return names;
        }

        /** Whether the end of a thread is recorded. */
        boolean hasEnded(long id) {
            return ends.containsKey(id);
        }

        /** When a thread ended, in nanoseconds since 1970; {@link Long#MAX_VALUE} for one that has not. */
        long end(long id) {
            return ends.getOrDefault(id, Long.MAX_VALUE);
        }

        /** Takes the ends that are recorded elsewhere. */
        void addEnds(Lives other) {
            ends.putAll(other.ends);
        }
    }

    private final LongPredicate wanted;

    /** @param wanted whether a thread is of interest, by its id */
    ThreadLives(LongPredicate wanted) {
        this.wanted = wanted;
    }

    @Override
    public Interest interest() {
        return Interest.in(VirtualThreadStart.class, VirtualThreadEnd.class, ThreadEnd.class);
    }

    @Override
    public Lives empty() {
        return new Lives();
    }

    @Override
    public void add(Lives into, Origin origin, Sample sample) {
        switch (sample) {
            case VirtualThreadStart start
            when wanted.test(start.javaThreadId()) -> into.names.put(start.javaThreadId(), start.name());
            case VirtualThreadEnd end
            when wanted.test(end.javaThreadId()) -> into.ends.put(end.javaThreadId(), end.atNanos());
            case ThreadEnd end when wanted.test(end.javaThreadId()) -> into.ends.put(end.javaThreadId(), end.atNanos());
            default -> {}
        }
    }

    @Override
    public Lives merge(Lives left, Lives right) {
        left.names.putAll(right.names);
        left.ends.putAll(right.ends);
        return left;
    }
}
