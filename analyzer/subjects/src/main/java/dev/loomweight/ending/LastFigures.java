package dev.loomweight.ending;

import dev.loomweight.memory.Part;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Reconciliation;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;
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
 * @param grownBytes how much resident memory grew from the first snapshot to the last; 0 where it did not, or either does
 *     not have it
 * @param grewMost the part that grew most, or null where resident memory did not grow
 * @param grewMostBytes by how much; 0 or less where no part grew
 */
record LastFigures(
        long residentBytes,
        long chargedBytes,
        long limitBytes,
        double chargedShare,
        @Nullable Duration beforeEnd,
        long grownBytes,
        @Nullable Part grewMost,
        long grewMostBytes) {

    static LastFigures of(ObservedProcess process) {
        Reconciliation last = process.reconciliation();
        Growth growth = growth(process);
        return last == null
                ? new LastFigures(-1, -1, -1, -1, null, growth.bytes, growth.most, growth.mostBytes)
                : new LastFigures(
                        last.total(),
                        last.chargedBytes(),
                        last.limitBytes(),
                        last.limitBytes() > 0 && last.footprint().isChargeKnown()
                                ? (double) last.footprint().used().orElse(0) / last.limitBytes()
                                : -1,
                        beforeEnd(process),
                        growth.bytes,
                        growth.most,
                        growth.mostBytes);
    }

    private static @Nullable Duration beforeEnd(ObservedProcess process) {
        Instant taken =
                process.moments().isEmpty() ? null : process.moments().getLast().time();
        Instant ended = process.end().time();
        return taken == null || ended == null || ended.isBefore(taken) ? null : Duration.between(taken, ended);
    }

    private record Growth(long bytes, @Nullable Part most, long mostBytes) {}

    private static Growth growth(ObservedProcess process) {
        if (process.moments().size() < 2) {
            return new Growth(0, null, 0);
        }
        Reconciliation first = ObservedProcess.of(process.moments().getFirst().snapshot());
        Reconciliation alone = ObservedProcess.of(process.last());
        if (first.total() < 0 || alone.total() <= first.total()) {
            return new Growth(0, null, 0);
        }
        Part most = Stream.of(Part.values())
                .filter(part -> part.kind() != Part.Kind.CORRECTION)
                .max(Comparator.comparingLong(part -> alone.resident(part) - first.resident(part)))
                .orElseThrow();
        return new Growth(alone.total() - first.total(), most, alone.resident(most) - first.resident(most));
    }
}
