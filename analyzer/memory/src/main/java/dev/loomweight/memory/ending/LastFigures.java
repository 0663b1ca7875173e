package dev.loomweight.memory.ending;

import dev.loomweight.amount.Quantity;
import dev.loomweight.memory.Place;
import dev.loomweight.memory.growth.Grown;
import dev.loomweight.memory.growth.ProcessGrowth;
import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Snapshot;
import dev.loomweight.sample.CaptureTexts.JvmLog;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last figures of a process that are known, which are those of some time before its end. Amounts are in bytes.
 *
 * @param moment what they are read from; one without figures where none is known
 * @param beforeEnd how long before the end of the capture it was, or null where that is not known
 * @param heapMaxBytes what its heap may become
 * @param grownBytes how much resident memory grew from the first snapshot to the last; 0 where it did not, or either does
 *     not have it
 * @param grewMost the place that grew most, or null where resident memory did not grow, or no place is known to have
 */
record LastFigures(
        MemoryMoment moment,
        @Nullable Duration beforeEnd,
        Quantity heapMaxBytes,
        long grownBytes,
        @Nullable Grown grewMost) {

    static LastFigures of(ObservedProcess process) {
        MemoryMoment last = process.newest();
        ProcessGrowth growth = ProcessGrowth.of(process.name(), process.moments(), 0)
                .map(found -> found.withStarts(process.recorded().starts()))
                .orElse(null);
        // Growth may leave the last snapshot out of which the parts are known.
        long divided = growth == null || !growth.source().isResident()
                ? 0
                : process.last().residentBytes().orElse(growth.total().last())
                        - growth.total().first();
        long grown = Math.max(0, divided + sinceDivided(process));
        Grown most = grown == 0 || growth == null
                ? null
                : growth.places().stream()
                        .filter(one -> one.course().change() > growth.noise())
                        .findFirst()
                        // What nothing divides is no place that can be made smaller.
                        .filter(one -> one.place() != Place.UNDIVIDED && one.place() != Place.JOINED)
                        .orElse(null);
        return new LastFigures(
                last == null ? MemoryMoment.of(new Snapshot()) : last,
                last == null ? null : beforeEnd(process, last),
                heapMax(process),
                grown,
                most);
    }

    /** What resident memory grew after the last snapshot of which the parts are known. */
    private static long sinceDivided(ObservedProcess process) {
        MemoryMoment divided = process.whole();
        MemoryMoment undivided = process.undivided();
        return undivided == null || divided == null
                ? 0
                : undivided.total().minus(divided.total()).orElse(0);
    }

    private static Quantity heapMax(ObservedProcess process) {
        JvmLog log = process.end().log();
        HeapInfo heap = process.last().heap();
        return log != null && log.heapMaxBytes() > 0
                ? Quantity.of(log.heapMaxBytes())
                : Quantity.notNegative(heap == null ? -1 : heap.reservedBytes(), "");
    }

    private static @Nullable Duration beforeEnd(ObservedProcess process, MemoryMoment last) {
        Instant taken = last.time();
        Instant exited = process.end().exited();
        Instant ended = exited == null ? process.end().time() : exited;
        return taken == null || ended == null || ended.isBefore(taken) ? null : Duration.between(taken, ended);
    }
}
