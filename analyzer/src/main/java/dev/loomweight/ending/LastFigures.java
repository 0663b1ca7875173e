package dev.loomweight.ending;

import dev.loomweight.memory.Part;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Reconciliation;
import dev.loomweight.report.Amounts;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The last figures of a process that are known, which are those of some time before its end, in sentences. */
final class LastFigures {

    private final ObservedProcess process;
    private final @Nullable Reconciliation last;

    LastFigures(ObservedProcess process) {
        this.process = process;
        this.last = process.reconciliation();
    }

    /** The limit of its container, in bytes; 0 or less where there is none or it is not known. */
    long limitBytes() {
        return last == null ? -1 : last.limitBytes();
    }

    /**
     * Which share of the limit was charged, without the pages of files that the kernel drops before it kills; negative
     * where that is not known.
     */
    double chargedShare() {
        return last != null && last.limitBytes() > 0 && last.footprint().isChargeKnown()
                ? (double) last.footprint().used().orElse(0) / last.limitBytes()
                : -1;
    }

    /** What it had at the last snapshot, and since when it had grown: sentences that begin with a blank. */
    String sentences() {
        return before() + growth();
    }

    private String before() {
        if (last == null || last.total() < 0) {
            return " There is no snapshot of it.";
        }
        Instant taken =
                process.moments().isEmpty() ? null : process.moments().getLast().time();
        Instant ended = process.end().time();
        String when = taken == null || ended == null || ended.isBefore(taken)
                ? ""
                : Duration.between(taken, ended).toSeconds() + " s before the end of the capture, ";
        long charged = last.chargedBytes();
        return " At the last snapshot, " + when + "it had " + Amounts.bytes(last.total()) + " resident"
                + (charged < 0 ? "" : ", and its container was charged for " + Amounts.bytes(charged)) + ".";
    }

    /** The growth from the first snapshot to the last, where both have resident memory. */
    private String growth() {
        if (process.moments().size() < 2) {
            return "";
        }
        Reconciliation first = ObservedProcess.of(process.moments().getFirst().snapshot());
        Reconciliation alone = ObservedProcess.of(process.last());
        if (first.total() < 0 || alone.total() <= first.total()) {
            return "";
        }
        Part most = Stream.of(Part.values())
                .filter(part -> part.kind() != Part.Kind.CORRECTION)
                .max(Comparator.comparingLong(part -> alone.resident(part) - first.resident(part)))
                .orElseThrow();
        long by = alone.resident(most) - first.resident(most);
        return " It had grown by " + Amounts.bytes(alone.total() - first.total()) + " since the first snapshot"
                + (by > 0 ? "; the part that grew most was " + most.label() + ", by " + Amounts.bytes(by) : "") + ".";
    }
}
