package dev.loomweight.scheduler;

import dev.loomweight.fold.Sum;
import dev.loomweight.sample.EpochNanos;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The windows in which pins of one process held as many carriers as the scheduler runs at once. */
public final class FullCarriers {

    // Steps at the edges of a pin are covered in part.
    private static final double FULL = 0.98;

    // The time in which a carrier that is released takes the next thread, which pins it again, is no end of a window.
    private static final long HANDOVER_NANOS = 100_000;

    private final List<Window> windows = new ArrayList<>();
    private long undecidedNanos;
    private long omittedNanos;

    /**
     * One window: stretches that are less than 0.1 ms apart.
     *
     * @param fromNanos when it begins, in nanoseconds since 1970
     * @param toNanos when it ends
     * @param nanos how long all carriers were pinned within, in nanoseconds: without the time between its stretches
     * @param fullNanos how much of that time all carriers were held that the pool may have
     */
    public record Window(long fromNanos, long toNanos, long nanos, long fullNanos) {

        /** When it begins. */
        public Instant start() {
            return EpochNanos.toInstant(fromNanos);
        }

        private Window and(Window next) {
            return new Window(fromNanos, next.toNanos, nanos + next.nanos, fullNanos + next.fullNanos);
        }
    }

    private FullCarriers() {}

    /** Looks for times in which that many carriers are pinned, or all that the pool may have are held. */
    public static FullCarriers in(Occupancy occupancy, long carriers) {
        FullCarriers found = new FullCarriers();
        if (carriers > 0) {
            List<Window> steps = fullSteps(occupancy, carriers);
            int[] next = {0};
            occupancy.forEach((from, to, pinned, waiting) -> {
                boolean full = occupancy.isFull(pinned, waiting);
                if (full || pinned >= carriers) {
                    while (next[0] < steps.size() && steps.get(next[0]).fromNanos <= from) {
                        found.add(steps.get(next[0]++));
                    }
                    found.add(new Window(from, to, to - from, full ? to - from : 0));
                } else if (pinned + waiting >= carriers) {
                    found.undecidedNanos = Sum.together(found.undecidedNanos, to - from);
                }
            });
            steps.subList(next[0], steps.size()).forEach(found::add);
            found.omittedNanos = found.omitted(occupancy, carriers);
        }
        return found;
    }

    /** Where pins are known as sums over steps only: the steps that are covered by as many as there are carriers. */
    private static List<Window> fullSteps(Occupancy occupancy, long carriers) {
        List<Window> steps = new ArrayList<>();
        occupancy.forEachStep((from, to, sum) -> {
            if (sum >= FULL * carriers * (to - from)) {
                steps.add(new Window(from, to, to - from, 0));
            }
        });
        return steps;
    }

    /** Adds a stretch that does not begin before the last one; what both cover counts once. */
    private void add(Window stretch) {
        Window last = windows.isEmpty() ? null : windows.getLast();
        if (last != null && stretch.fromNanos < last.toNanos) {
            long to = Math.max(last.toNanos, stretch.toNanos);
            long nanos = last.nanos + to - last.toNanos;
            windows.set(
                    windows.size() - 1,
                    new Window(last.fromNanos, to, nanos, Math.min(nanos, last.fullNanos + stretch.fullNanos)));
        } else if (last != null && stretch.fromNanos - last.toNanos < HANDOVER_NANOS) {
            windows.set(windows.size() - 1, last.and(stretch));
        } else {
            windows.add(stretch);
        }
    }

    /**
     * In a step in which pins that are retained leave {@code n} carriers free, the others can fill these for no longer
     * than what they cover of it, divided by {@code n}; and for no longer than what is in no window of it.
     */
    private long omitted(Occupancy occupancy, long carriers) {
        List<long[]> steps = new ArrayList<>();
        occupancy.shorter().timeline().forEach((from, to, sum) -> {
            if (sum > 0) {
                steps.add(new long[] {from, to, sum, 0});
            }
        });
        if (steps.isEmpty()) {
            return 0;
        }
        int[] first = {0};
        occupancy.forEach((from, to, pinned, waiting) -> {
            while (first[0] < steps.size() && steps.get(first[0])[1] <= from) {
                first[0]++;
            }
            boolean isWindow = pinned >= carriers || occupancy.isFull(pinned, waiting);
            long held = Math.min(carriers - 1, pinned + waiting);
            for (int i = first[0]; !isWindow && i < steps.size() && steps.get(i)[0] < to; i++) {
                steps.get(i)[3] = Math.max(steps.get(i)[3], held);
            }
        });
        long all = 0;
        int window = 0;
        for (long[] step : steps) {
            long open = step[1] - step[0];
            while (window < windows.size() && windows.get(window).toNanos <= step[0]) {
                window++;
            }
            for (int i = window; i < windows.size() && windows.get(i).fromNanos < step[1]; i++) {
                open -= Math.min(step[1], windows.get(i).toNanos) - Math.max(step[0], windows.get(i).fromNanos);
            }
            all = Sum.together(all, Math.min(open, step[2] / (carriers - step[3])));
        }
        return all;
    }

    /** The windows, in the order of time. */
    public List<Window> windows() {
        return windows;
    }

    /** How long, outside the windows, pins and waits together held as many carriers as run at once, in nanoseconds. */
    public long undecidedNanos() {
        return undecidedNanos;
    }

    /** At most how much longer the windows would be with the pins that are not known one by one, in nanoseconds. */
    public long omittedNanos() {
        return omittedNanos;
    }
}
