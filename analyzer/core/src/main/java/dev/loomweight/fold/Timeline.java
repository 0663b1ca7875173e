package dev.loomweight.fold;

import org.jspecify.annotations.Nullable;

/**
 * How many intervals overlap, over time, in bounded memory: steps of time, each with the exact sum of what the intervals
 * cover of it. A step is 2^20 ns (1.05 ms) long, and twice as long whenever the whole would have more
 * steps than it may; what it says does not depend on the order. An interval costs the same however long it is: its two
 * ends are written, and what lies between is the sum of all that is written before.
 */
public final class Timeline {

    private static final int FINEST = 20;
    /** The length of a step at first. */
    public static final long FINEST_NANOS = 1L << FINEST;

    private static final int PAGE_BITS = 6;
    private static final int PAGE = 1 << PAGE_BITS;

    // So that differences of times fit in a long.
    private static final long EARLIEST = -(1L << 60);
    private static final long LATEST = (1L << 62) + (1L << 61);

    private final int mostSteps;
    private int shift = FINEST;
    private long from = Long.MAX_VALUE;
    private long to = Long.MIN_VALUE;
    private @Nullable Page[] pages = new @Nullable Page[0];
    private long firstPage;

    /** @param mostSteps how many steps it may have */
    public Timeline(int mostSteps) {
        this.mostSteps = mostSteps;
    }

    private static final class Page {
        // What intervals cover that begin or end within the step.
        private final long[] partNanos = new long[PAGE];
        // How many more intervals cover the whole step than the step before.
        private final int[] more = new int[PAGE];
    }

    /** Takes one run of steps that have the same. */
    @FunctionalInterface
    public interface Run {

        /**
         * One run.
         *
         * @param fromNanos when it begins, in nanoseconds since 1970
         * @param toNanos when it ends
         * @param sumNanos what the intervals cover of it together
         */
        void accept(long fromNanos, long toNanos, long sumNanos);
    }

    /**
     * Adds an interval, in nanoseconds since 1970; one that is empty or negative is ignored, and what lies before 1933 or
     * after 2189, as in damaged recordings, is ignored.
     */
    public void add(long begin, long until) {
        long start = Math.clamp(begin, EARLIEST, LATEST);
        long end = Math.clamp(until, EARLIEST, LATEST);
        if (end <= start) {
            return;
        }
        cover(start, end);
        long first = start >> shift;
        long last = end >> shift;
        if (first == last) {
            part(first, end - start);
            return;
        }
        part(first, ((first + 1) << shift) - start);
        part(last, end - (last << shift));
        if (first + 1 < last) {
            more(first + 1, 1);
            more(last, -1);
        }
    }

    /** Adds all intervals of the other, which is not changed. */
    public void addAll(Timeline other) {
        if (other.from > other.to) {
            return;
        }
        cover(other.from, other.to);
        while (shift < other.shift) {
            coarsen();
        }
        other.copyInto(this);
    }

    public boolean isEmpty() {
        return from > to;
    }

    /** How long a step is, in nanoseconds. */
    public long stepNanos() {
        return 1L << shift;
    }

    /** When the first interval begins. */
    public long fromNanos() {
        return from;
    }

    /** When the last interval ends. */
    public long toNanos() {
        return to;
    }

    /** Hands over the steps from the first interval to the last, in order; steps without an end of an interval as one. */
    public void forEach(Run run) {
        if (isEmpty()) {
            return;
        }
        long whole = 0;
        long step = from >> shift;
        long end = ((to - 1) >> shift) + 1;
        while (step < end) {
            Page page = page(step >> PAGE_BITS);
            if (page == null) {
                long next = Math.min(end, ((step >> PAGE_BITS) + 1) << PAGE_BITS);
                run.accept(step << shift, next << shift, covered(whole, (next - step) << shift, 0));
                step = next;
            } else {
                int at = (int) (step & (PAGE - 1));
                whole += page.more[at];
                run.accept(step << shift, (step + 1) << shift, covered(whole, 1L << shift, page.partNanos[at]));
                step++;
            }
        }
    }

    // Intervals of centuries, which only damage can make, cover more than a number can say.
    private static long covered(long whole, long nanos, long part) {
        if (whole > 0 && nanos > Long.MAX_VALUE / whole) {
            return Long.MAX_VALUE;
        }
        long sum = whole * nanos + part;
        return part > 0 && sum < 0 ? Long.MAX_VALUE : sum;
    }

    private void cover(long start, long end) {
        from = Math.min(from, start);
        to = Math.max(to, end);
        while ((to >> shift) - (from >> shift) >= mostSteps) {
            coarsen();
        }
    }

    private void coarsen() {
        Timeline coarse = new Timeline(mostSteps);
        coarse.shift = shift + 1;
        copyInto(coarse);
        shift = coarse.shift;
        pages = coarse.pages;
        firstPage = coarse.firstPage;
    }

    /** Adds the steps to one whose steps are as long or longer. */
    private void copyInto(Timeline target) {
        for (int i = 0; i < pages.length; i++) {
            Page page = pages[i];
            if (page == null) {
                continue;
            }
            for (int at = 0; at < PAGE; at++) {
                long step = ((firstPage + i) << PAGE_BITS) + at;
                if (page.partNanos[at] != 0) {
                    target.part(step >> (target.shift - shift), page.partNanos[at]);
                }
                if (page.more[at] != 0) {
                    target.moreFrom(step << shift, page.more[at]);
                }
            }
        }
        target.from = Math.min(target.from, from);
        target.to = Math.max(target.to, to);
    }

    // From that moment on, which can lie within a step that is longer than those it comes from.
    private void moreFrom(long nanos, int count) {
        long step = nanos >> shift;
        long into = nanos - (step << shift);
        if (into == 0) {
            more(step, count);
        } else {
            part(step, count * ((1L << shift) - into));
            more(step + 1, count);
        }
    }

    private void part(long step, long nanos) {
        pageFor(step).partNanos[(int) (step & (PAGE - 1))] += nanos;
    }

    private void more(long step, int count) {
        pageFor(step).more[(int) (step & (PAGE - 1))] += count;
    }

    private @Nullable Page page(long number) {
        long at = number - firstPage;
        return at < 0 || at >= pages.length ? null : pages[(int) at];
    }

    private Page pageFor(long step) {
        long number = step >> PAGE_BITS;
        if (pages.length == 0) {
            firstPage = number;
            pages = new @Nullable Page[1];
        }
        long at = number - firstPage;
        if (at < 0 || at >= pages.length) {
            long first = Math.min(firstPage, number);
            long end = Math.max(firstPage + pages.length, number + 1);
            @Nullable Page[] wider = new @Nullable Page[(int) (end - first)];
            System.arraycopy(pages, 0, wider, (int) (firstPage - first), pages.length);
            pages = wider;
            firstPage = first;
            at = number - first;
        }
        Page page = pages[(int) at];
        if (page == null) {
            page = new Page();
            pages[(int) at] = page;
        }
        return page;
    }
}
