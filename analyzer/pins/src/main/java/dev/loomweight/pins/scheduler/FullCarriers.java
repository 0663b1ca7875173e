package dev.loomweight.pins.scheduler;

import dev.loomweight.fold.Sum;
import dev.loomweight.pins.scheduler.FullWindows.Refuted;
import dev.loomweight.pins.scheduler.FullWindows.Window;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The windows in which pins of one process held as many carriers as the scheduler runs at once. That no other virtual
 * thread could run is certain only where pins held all carriers that there can have been. Where pins or waits of others
 * began or ended meanwhile, it is certain that others ran: such times are no windows.
 */
public final class FullCarriers {

    // Steps at the edges of a pin are covered in part.
    private static final double FULL = 0.98;

    // The time in which a carrier that is released takes the next thread, which pins it again, is no end of a window.
    private static final long HANDOVER_NANOS = 100_000;

    private final List<Window> windows = new ArrayList<>();
    private Refuted refuted = Refuted.NONE;
    private long undecidedNanos;
    private long omittedNanos;
    private long leastFull = Long.MAX_VALUE;
    private long mostFull;

    /** Time without a gap in which as many carriers were pinned as run at once, or all were held. */
    private static final class Stretch {
        private final List<Window> full = new ArrayList<>();
        private final long from;
        private long to;
        private long fullNanos;
        private long signs;
        private long latestSign;
        private long longest;

        private Stretch(long from) {
            this.from = from;
            this.to = from;
            this.latestSign = from;
        }

        private void add(Occupancy.Run run, boolean isFull, long carriers) {
            if (run.through() >= carriers && run.edges() > 0) {
                signs += run.edges();
                longest = Math.max(longest, run.fromNanos() - latestSign);
                latestSign = run.fromNanos();
            }
            to = run.toNanos();
            if (isFull) {
                fullNanos += run.nanos();
                Window last = full.isEmpty() ? null : full.getLast();
                Window next = new Window(run.fromNanos(), run.toNanos(), run.nanos(), run.nanos());
                if (last != null && last.toNanos() == next.fromNanos()) {
                    full.set(full.size() - 1, last.and(next));
                } else {
                    full.add(next);
                }
            }
        }

        private List<Window> windows() {
            return signs == 0 ? List.of(new Window(from, to, to - from, fullNanos)) : full;
        }

        private Refuted refuted() {
            return signs == 0
                    ? Refuted.NONE
                    : new Refuted(to - from - fullNanos, signs, Math.max(longest, to - latestSign));
        }
    }

    private FullCarriers() {}

    /** Looks for times in which that many carriers are pinned, or all that there can be are held. */
    public static FullCarriers in(Occupancy occupancy, long carriers) {
        FullCarriers found = new FullCarriers();
        if (carriers > 0) {
            ArrayDeque<Window> steps = found.fullSteps(occupancy, carriers);
            found.stretches(occupancy, carriers).forEach(window -> {
                while (!steps.isEmpty() && steps.getFirst().fromNanos() <= window.fromNanos()) {
                    found.add(steps.removeFirst());
                }
                found.add(window);
            });
            steps.forEach(found::add);
            found.omittedNanos = found.omitted(occupancy, carriers);
        }
        return found;
    }

    private List<Window> stretches(Occupancy occupancy, long carriers) {
        List<Window> all = new ArrayList<>();
        @Nullable Stretch[] open = {null};
        occupancy.forEach(run -> {
            boolean full = occupancy.isFull(run);
            Stretch stretch = open[0];
            // Each run begins where the one before it ends.
            if (stretch != null && !full && run.pinned() < carriers) {
                close(stretch, all);
                open[0] = null;
            }
            if (full || run.pinned() >= carriers) {
                Stretch now = open[0] == null ? new Stretch(run.fromNanos()) : open[0];
                now.add(run, full, carriers);
                open[0] = now;
                if (full) {
                    leastFull = Math.min(leastFull, run.held());
                    mostFull = Math.max(mostFull, run.held());
                }
            } else if (run.held() >= carriers && !occupancy.isSized(run)) {
                undecidedNanos = Sum.together(undecidedNanos, run.nanos());
            }
        });
        if (open[0] != null) {
            close(open[0], all);
        }
        return all;
    }

    private void close(Stretch stretch, List<Window> into) {
        into.addAll(stretch.windows());
        Refuted more = stretch.refuted();
        refuted = refuted.and(more);
    }

    /** Where pins are known as sums over steps only: the steps that are covered by as many as there are carriers. */
    private ArrayDeque<Window> fullSteps(Occupancy occupancy, long carriers) {
        ArrayDeque<Window> steps = new ArrayDeque<>();
        occupancy.forEachStep((from, to, sum) -> {
            if (sum >= FULL * carriers * (to - from)) {
                long all = Math.max(occupancy.most(from, to), carriers);
                boolean full = all != Steps.UNBOUNDED && sum >= FULL * all * (to - from);
                if (full) {
                    leastFull = Math.min(leastFull, all);
                    mostFull = Math.max(mostFull, all);
                }
                steps.add(new Window(from, to, to - from, full ? to - from : 0));
            }
        });
        return steps;
    }

    /** Adds a stretch that does not begin before the last one; what both cover counts once. */
    private void add(Window stretch) {
        Window last = windows.isEmpty() ? null : windows.getLast();
        if (last != null && stretch.fromNanos() < last.toNanos()) {
            long to = Math.max(last.toNanos(), stretch.toNanos());
            long nanos = last.nanos() + to - last.toNanos();
            windows.set(
                    windows.size() - 1,
                    new Window(last.fromNanos(), to, nanos, Math.min(nanos, last.fullNanos() + stretch.fullNanos())));
        } else if (last != null && stretch.fromNanos() - last.toNanos() < HANDOVER_NANOS) {
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
        occupancy.shorter().forEach((from, to, sum) -> {
            if (sum > 0) {
                steps.add(new long[] {from, to, sum, 0});
            }
        });
        if (steps.isEmpty()) {
            return 0;
        }
        int[] first = {0};
        occupancy.forEach(run -> {
            while (first[0] < steps.size() && steps.get(first[0])[1] <= run.fromNanos()) {
                first[0]++;
            }
            boolean isWindow = run.pinned() >= carriers || occupancy.isFull(run);
            long held = Math.min(carriers - 1, run.held());
            for (int i = first[0]; !isWindow && i < steps.size() && steps.get(i)[0] < run.toNanos(); i++) {
                steps.get(i)[3] = Math.max(steps.get(i)[3], held);
            }
        });
        long all = 0;
        int window = 0;
        for (long[] step : steps) {
            long open = step[1] - step[0];
            while (window < windows.size() && windows.get(window).toNanos() <= step[0]) {
                window++;
            }
            for (int i = window; i < windows.size() && windows.get(i).fromNanos() < step[1]; i++) {
                open -= Math.min(step[1], windows.get(i).toNanos())
                        - Math.max(step[0], windows.get(i).fromNanos());
            }
            all = Sum.together(all, Math.min(open, step[2] / (carriers - step[3])));
        }
        return all;
    }

    /** The windows, in the order of time. */
    public List<Window> windows() {
        return windows;
    }

    /** What would be windows, if it were not certain that other virtual threads ran. */
    public Refuted refuted() {
        return refuted;
    }

    /** The fewest carriers that were all there can have been while all were held; 0 where that never was. */
    public long leastFull() {
        return mostFull == 0 ? 0 : leastFull;
    }

    /** The most carriers that were all there can have been while all were held; 0 where that never was. */
    public long mostFull() {
        return mostFull;
    }

    /**
     * How long, outside the windows, pins and waits together held as many carriers as run at once, and no source has the
     * number of carriers, in nanoseconds.
     */
    public long undecidedNanos() {
        return undecidedNanos;
    }

    /** At most how much longer the windows would be with the pins that are not known one by one, in nanoseconds. */
    public long omittedNanos() {
        return omittedNanos;
    }
}
