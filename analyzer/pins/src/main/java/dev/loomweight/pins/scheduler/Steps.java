package dev.loomweight.pins.scheduler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;

/** A number over time that changes in steps, such as an upper bound of the number of carriers. Not changed once made. */
public final class Steps {

    /** Stands for a number that is not bounded. */
    public static final long UNBOUNDED = Long.MAX_VALUE;

    /** Unbounded at any time. */
    public static final Steps NONE = new Steps(new long[] {Long.MIN_VALUE}, new long[] {UNBOUNDED});

    // Each value holds from its time up to the next one's; the first time is the earliest that there is.
    private final long[] times;
    private final long[] values;

    private Steps(long[] times, long[] values) {
        this.times = times;
        this.values = values;
    }

    /**
     * One bound.
     *
     * @param fromNanos from when it holds, in nanoseconds since 1970
     * @param toNanos up to when, inclusive
     * @param value the bound
     */
    record Bound(long fromNanos, long toNanos, long value) {}

    /** The least of some bounds at each time; unbounded where there is none. */
    static Steps least(List<Bound> bounds) {
        List<Bound> sorted = new ArrayList<>(bounds);
        sorted.sort(Comparator.comparingLong(Bound::fromNanos));
        TreeMap<Long, Long> at = new TreeMap<>();
        PriorityQueue<Bound> active = new PriorityQueue<>(Comparator.comparingLong(Bound::value));
        int next = 0;
        long time = Long.MIN_VALUE;
        at.put(time, UNBOUNDED);
        while (next < sorted.size() || !active.isEmpty()) {
            if (active.isEmpty()) {
                time = sorted.get(next).fromNanos();
            }
            while (next < sorted.size() && sorted.get(next).fromNanos() <= time) {
                active.add(sorted.get(next++));
            }
            dropOver(active, time);
            Bound least = active.peek();
            at.put(time, least == null ? UNBOUNDED : least.value());
            if (least != null) {
                long end = least.toNanos() == Long.MAX_VALUE ? Long.MAX_VALUE : least.toNanos() + 1;
                long begin = next < sorted.size() ? sorted.get(next).fromNanos() : Long.MAX_VALUE;
                if (Math.min(end, begin) == Long.MAX_VALUE) {
                    break;
                }
                time = Math.min(end, begin);
            }
        }
        return of(at);
    }

    private static void dropOver(PriorityQueue<Bound> active, long time) {
        for (Bound first = active.peek(); first != null && first.toNanos() < time; first = active.peek()) {
            active.poll();
        }
    }

    /** The values from the given times on; unbounded before the first. */
    static Steps of(SortedMap<Long, Long> valueFrom) {
        TreeMap<Long, Long> all = new TreeMap<>(valueFrom);
        all.putIfAbsent(Long.MIN_VALUE, UNBOUNDED);
        return new Steps(
                all.keySet().stream().mapToLong(Long::longValue).toArray(),
                all.values().stream().mapToLong(Long::longValue).toArray());
    }

    /** The same number at any time. */
    static Steps always(long value) {
        return new Steps(new long[] {Long.MIN_VALUE}, new long[] {value});
    }

    /** The smaller one at each time. */
    Steps min(Steps other) {
        TreeMap<Long, Long> all = new TreeMap<>();
        Walk mine = new Walk();
        Walk theirs = other.new Walk();
        for (long time = Long.MIN_VALUE; ; ) {
            all.put(time, Math.min(mine.at(time), theirs.at(time)));
            long next = Math.min(mine.next(), theirs.next());
            if (next == Long.MAX_VALUE) {
                return of(all);
            }
            time = next;
        }
    }

    /** Goes through the values in the order of time. */
    final class Walk {
        private int i;

        /** The value at a time that is not earlier than that of the call before. */
        long at(long time) {
            while (i + 1 < times.length && times[i + 1] <= time) {
                i++;
            }
            return values[i];
        }

        /** When the value changes next, or the latest time that there is. */
        long next() {
            return i + 1 < times.length ? times[i + 1] : Long.MAX_VALUE;
        }
    }

    /** The largest value within a time, in nanoseconds since 1970; both ends are in it. */
    public long most(long from, long to) {
        Walk walk = new Walk();
        int at = Arrays.binarySearch(times, from);
        walk.i = at < 0 ? -at - 2 : at;
        long most = walk.at(from);
        // Times of damaged recordings reach up to the latest that there is, which no value begins at.
        while (walk.next() <= to && walk.next() != Long.MAX_VALUE) {
            most = Math.max(most, walk.at(walk.next()));
        }
        return most;
    }

    /** What it is over a time together: the sum of each value times how long it holds; unbounded where one of them is. */
    double integral(long from, long to, long atLeast) {
        Walk walk = new Walk();
        double sum = 0;
        for (long time = from; time < to; ) {
            long value = walk.at(time);
            if (value == UNBOUNDED) {
                return Double.POSITIVE_INFINITY;
            }
            long next = Math.min(to, walk.next());
            sum += (double) Math.max(value, atLeast) * (next - time);
            time = next;
        }
        return sum;
    }
}
