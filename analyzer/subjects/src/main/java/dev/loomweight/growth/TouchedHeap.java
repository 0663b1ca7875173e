package dev.loomweight.growth;

import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.IntToLongFunction;

/**
 * The resident heap where no moment has its mappings: what was in use up to then, as far as it is still committed. The
 * pages of dead objects stay, so that it is no less; and it can be more, by pages that were in use between the moments.
 */
final class TouchedHeap {

    private final List<Moment> moments;
    private final NavigableMap<Instant, Long> uses;

    /** @param uses the used part of the heap between the moments, garbage included, in bytes */
    TouchedHeap(List<Moment> moments, NavigableMap<Instant, Long> uses) {
        this.moments = moments;
        this.uses = uses;
    }

    /**
     * Its bytes at each moment. Where its use is not known, it is the rest of what is resident, as far as that was
     * committed; zeros where the rest is not known to be of mappings of the JVM.
     *
     * @param first the resident heap of the first moment, in bytes; negative where that is not known
     * @param outside what is not the heap's at each moment, in bytes
     */
    long[] bytes(long first, IntToLongFunction outside) {
        long[] bytes = new long[moments.size()];
        boolean used = moments.stream().allMatch(one -> one.heapUsed() >= 0);
        long highest = Math.max(0, first);
        for (int i = 0; i < bytes.length; i++) {
            Moment moment = moments.get(i);
            if (used) {
                highest = Math.max(highest, Math.max(moment.heapUsed(), between(i)));
                highest = moment.heapCommitted() > 0 ? Math.min(highest, moment.heapCommitted()) : highest;
                bytes[i] = highest;
            } else if (moment.isAsCommitted()) {
                bytes[i] = Math.clamp(moment.total() - outside.applyAsLong(i), 0, moment.heapCommitted());
            }
        }
        if (used && first < 0) {
            touchedBefore(bytes, outside);
        }
        return bytes;
    }

    private long between(int moment) {
        Instant from = moment == 0 ? null : moments.get(moment - 1).time();
        Instant to = moments.get(moment).time();
        return to == null
                ? 0
                : (from == null ? uses.headMap(to, true) : uses.subMap(from, false, to, true))
                        .values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /** Where the use rose and resident memory did not, the pages were in use before, and not seen. */
    private void touchedBefore(long[] bytes, IntToLongFunction outside) {
        for (int i = bytes.length - 1; i > 0; i--) {
            long lack = rest(bytes, outside, i - 1) - rest(bytes, outside, i);
            long seen = Math.clamp(lack, 0, Math.max(0, bytes[i] - bytes[i - 1]));
            long most = moments.get(i - 1).heapCommitted();
            bytes[i - 1] = most > 0 ? Math.min(bytes[i - 1] + seen, Math.max(most, bytes[i - 1])) : bytes[i - 1] + seen;
        }
    }

    private long rest(long[] bytes, IntToLongFunction outside, int moment) {
        return moments.get(moment).total() - outside.applyAsLong(moment) - bytes[moment];
    }
}
