package dev.loomweight.memory.growth;

import dev.loomweight.memory.Part;
import dev.loomweight.memory.reconcile.MemoryMoment;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The resident heap where no moment has its mappings: what was in use up to then, as far as it is still committed. The
 * pages of dead objects stay, so that it is no less; and it can be more, by pages that were in use between the moments.
 */
final class TouchedHeap {

    private final List<MemoryMoment> moments;
    private final Uses uses;

    TouchedHeap(List<MemoryMoment> moments, Uses uses) {
        this.moments = moments;
        this.uses = uses;
    }

    /**
     * The used part of the heap over time, garbage included, in bytes.
     *
     * @param recorded of the process; of several processes, that of each moment
     * @param oneProcess whether all moments are of one process, so that what one touched the next has
     */
    record Uses(List<NavigableMap<Instant, Long>> recorded, boolean oneProcess) {

        /** Nothing is recorded between the moments of a process. */
        static final Uses NONE = new Uses(List.of(Collections.emptyNavigableMap()), true);

        /** The highest from one moment to the next; 0 where none is known. */
        private long highest(int moment, @Nullable Instant from, @Nullable Instant to) {
            NavigableMap<Instant, Long> line = recorded.get(oneProcess ? 0 : moment);
            return to == null
                    ? 0
                    : (from == null || !from.isBefore(to) ? line.headMap(to, true) : line.subMap(from, false, to, true))
                            .values().stream().mapToLong(Long::longValue).max().orElse(0);
        }
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
        boolean used = moments.stream().allMatch(one -> one.heapUsed().isKnown());
        long highest = uses.oneProcess() ? Math.max(0, first) : 0;
        for (int i = 0; i < bytes.length; i++) {
            MemoryMoment moment = moments.get(i);
            if (used) {
                Instant before =
                        i == 0 || !uses.oneProcess() ? null : moments.get(i - 1).time();
                highest = Math.max(
                        uses.oneProcess() ? highest : 0,
                        Math.max(moment.heapUsed().known(), uses.highest(i, before, moment.time())));
                highest = moment.committed(Part.HEAP) > 0 ? Math.min(highest, moment.committed(Part.HEAP)) : highest;
                bytes[i] = highest;
            } else if (moment.isAsCommitted()) {
                bytes[i] = Math.clamp(moment.placedBytes() - outside.applyAsLong(i), 0, moment.committed(Part.HEAP));
            }
        }
        if (used && first < 0 && uses.oneProcess()) {
            touchedBefore(bytes, outside);
        }
        return bytes;
    }

    /** Where the use rose and resident memory did not, the pages were in use before, and not seen. */
    private void touchedBefore(long[] bytes, IntToLongFunction outside) {
        for (int i = bytes.length - 1; i > 0; i--) {
            long lack = rest(bytes, outside, i - 1) - rest(bytes, outside, i);
            long seen = Math.clamp(lack, 0, Math.max(0, bytes[i] - bytes[i - 1]));
            long most = moments.get(i - 1).committed(Part.HEAP);
            bytes[i - 1] = most > 0 ? Math.min(bytes[i - 1] + seen, Math.max(most, bytes[i - 1])) : bytes[i - 1] + seen;
        }
    }

    private long rest(long[] bytes, IntToLongFunction outside, int moment) {
        return moments.get(moment).placedBytes() - outside.applyAsLong(moment) - bytes[moment];
    }
}
