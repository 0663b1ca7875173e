package dev.loomweight.ending;

import dev.loomweight.growth.Grown;
import dev.loomweight.growth.ProcessGrowth;
import dev.loomweight.memory.Place;
import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.sample.CaptureTexts.JvmLog;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last figures of a process that are known, which are those of some time before its end. Amounts are in bytes.
 *
 * @param residentBytes resident memory; negative where it is not known
 * @param chargedBytes what its container was charged for; negative where that is not known
 * @param limitBytes the limit of its container; 0 or less where there is none or it is not known
 * @param chargedShare which share of the limit was charged, without the pages of files that the kernel drops before it
 *     kills; negative where that is not known
 * @param beforeEnd how long before the end of the capture they were taken, or null where that is not known
 * @param heapMaxBytes what its heap may become; negative where it is not known
 * @param grownBytes how much resident memory grew from the first snapshot to the last; 0 where it did not, or either does
 *     not have it
 * @param grewMost the place that grew most, or null where resident memory did not grow, or no place is known to have
 */
record LastFigures(
        long residentBytes,
        long chargedBytes,
        long limitBytes,
        double chargedShare,
        @Nullable Duration beforeEnd,
        long heapMaxBytes,
        long grownBytes,
        @Nullable Grown grewMost) {

    static LastFigures of(ObservedProcess process) {
        MemoryMoment last = process.newest();
        ProcessGrowth growth = ProcessGrowth.of(process.name(), process.moments(), 0)
                .map(found -> found.withStarts(process.recorded().starts()))
                .orElse(null);
        long divided = growth == null || !growth.source().isResident()
                ? 0
                : lastDivided(process, growth) - growth.total().first();
        long grown = Math.max(0, divided + sinceDivided(process));
        Grown most = grown == 0 || growth == null
                ? null
                : growth.places().stream()
                        .filter(one -> one.course().change() > growth.noise())
                        .findFirst()
                        // What nothing divides is no place that can be made smaller.
                        .filter(one -> one.place() != Place.UNDIVIDED && one.place() != Place.JOINED)
                        .orElse(null);
        return last == null
                ? new LastFigures(-1, -1, -1, -1, null, heapMax(process), grown, most)
                : new LastFigures(
                        last.total(),
                        last.chargedBytes(),
                        last.limitBytes(),
                        last.chargedShare(),
                        beforeEnd(process, last),
                        heapMax(process),
                        grown,
                        most);
    }

    /** Resident memory at the last snapshot of which the parts are known, in bytes; growth may leave that one out. */
    private static long lastDivided(ObservedProcess process, ProcessGrowth growth) {
        long last = process.last().residentBytes();
        return last < 0 ? growth.total().last() : last;
    }

    /** What resident memory grew after the last snapshot of which the parts are known. */
    private static long sinceDivided(ObservedProcess process) {
        MemoryMoment divided = process.whole();
        MemoryMoment newest = process.newest();
        return process.undivided() == null
                        || divided == null
                        || newest == null
                        || divided.total() < 0
                        || newest.total() < 0
                ? 0
                : newest.total() - divided.total();
    }

    private static long heapMax(ObservedProcess process) {
        JvmLog log = process.end().log();
        HeapInfo heap = process.last().heap();
        return log != null && log.heapMaxBytes() > 0 ? log.heapMaxBytes() : heap == null ? -1 : heap.reservedBytes();
    }

    private static @Nullable Duration beforeEnd(ObservedProcess process, MemoryMoment last) {
        Instant taken = last.time();
        Instant exited = process.end().exited();
        Instant ended = exited == null ? process.end().time() : exited;
        return taken == null || ended == null || ended.isBefore(taken) ? null : Duration.between(taken, ended);
    }
}
