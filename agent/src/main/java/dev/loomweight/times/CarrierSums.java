package dev.loomweight.times;

import dev.loomweight.times.CarrierInterval.Pool;
import dev.loomweight.times.CarrierInterval.Row;
import dev.loomweight.times.KernelThreads.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what is seen of each carrier until an interval is cut. A carrier's time begins when it is first seen and ends
 * when it was last seen; nothing is counted twice or lost from one interval to the next. Used by one thread.
 */
final class CarrierSums {

    private static final long UNKNOWN = CarrierInterval.UNKNOWN;

    private final Map<Long, Sum> carriers = new LinkedHashMap<>();
    private Instant from;

    /** What a carrier did at a moment. */
    enum Look {
        /** It was on a processor, or ready to be. */
        RUNNING,
        /** It was not, and had a virtual thread mounted. */
        MOUNTED,
        /** It was not, and had none. */
        IDLE,
        /** That cannot be decided. */
        UNDECIDED
    }

    /** One carrier since the last cut. */
    private static final class Sum {
        private final String name;
        private final long tid;
        private Times base;
        private Times last;
        private boolean known;
        private final Map<Look, Integer> looks = new EnumMap<>(Look.class);
        private long thread;
        private boolean several;

        Sum(String name, long tid, Times first) {
            this.name = name;
            this.tid = tid;
            base = first;
            last = first;
        }

        Row cut() {
            Row row = new Row(
                    tid,
                    name,
                    Math.max(0, last.atNanos() - base.atNanos()),
                    difference(base.runNanos(), last.runNanos()),
                    difference(base.waitNanos(), last.waitNanos()),
                    (long) of(Look.RUNNING) + of(Look.MOUNTED) + of(Look.IDLE) + of(Look.UNDECIDED),
                    of(Look.RUNNING),
                    of(Look.MOUNTED),
                    of(Look.IDLE),
                    known,
                    several ? 0 : thread);
            base = last;
            looks.clear();
            thread = 0;
            several = false;
            return row;
        }

        void look(Look look, long mounted) {
            looks.merge(look, 1, Integer::sum);
            if (look == Look.MOUNTED) {
                several |= mounted <= 0 || (thread != 0 && thread != mounted);
                thread = mounted;
            } else if (look == Look.IDLE) {
                several = true;
            }
        }

        private int of(Look look) {
            return looks.getOrDefault(look, 0);
        }

        private static long difference(long before, long after) {
            return before == UNKNOWN || after == UNKNOWN ? UNKNOWN : Math.max(0, after - before);
        }
    }

    /** @param from when the first interval begins */
    CarrierSums(Instant from) {
        this.from = from;
    }

    /**
     * Adds what a carrier has used.
     *
     * @param key what identifies the thread as long as it lives
     * @param name its name
     * @param tid the kernel's number of it in its own name space, or {@link CarrierInterval#UNKNOWN}
     * @param times of it since it began; less than before where another thread has taken its number
     * @param known whether it is known to be a carrier
     */
    void times(long key, String name, long tid, Times times, boolean known) {
        Sum sum = carriers.get(key);
        if (sum == null || sum.tid != tid || !sum.name.equals(name) || times.runNanos() < sum.last.runNanos()) {
            sum = new Sum(name, tid, times);
            carriers.put(key, sum);
        }
        sum.last = times;
        sum.known = known;
    }

    /** The last times of a carrier, or null if it was not seen. */
    @Nullable
    Times last(long key) {
        Sum sum = carriers.get(key);
        return sum == null ? null : sum.last;
    }

    /** Adds what a carrier did at a moment; nothing of one of which no times were seen. */
    void look(long key, Look look) {
        look(key, look, 0);
    }

    /**
     * Adds what a carrier did at a moment, and which virtual thread it had.
     *
     * @param thread the number of the virtual thread that was mounted, or 0 where there was none or it is not known
     */
    void look(long key, Look look, long thread) {
        Sum sum = carriers.get(key);
        if (sum != null) {
            sum.look(look, thread);
        }
    }

    /**
     * Ends the interval and begins the next.
     *
     * @param alive the keys of the carriers that go on; the others are left out from now on
     */
    CarrierInterval cut(
            Instant to, Set<Long> alive, Pool pool, long throttledNanos, long stoppedNanos, long costNanos) {
        List<Row> rows = new ArrayList<>();
        carriers.values().forEach(sum -> rows.add(sum.cut()));
        carriers.keySet().retainAll(alive);
        Instant end = to.isBefore(from) ? from : to;
        CarrierInterval interval = new CarrierInterval(from, end, rows, pool, throttledNanos, stoppedNanos, costNanos);
        from = end;
        return interval;
    }
}
