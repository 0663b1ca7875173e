package dev.loomweight.memory.sizing;

import dev.loomweight.amount.Quantity;
import dev.loomweight.memory.sizing.Proposal.Plan;
import dev.loomweight.report.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A run of a command: the first one, or one under a proposed limit.
 *
 * @param plan the limit, or null for the first run
 * @param enforced whether the kernel enforced the limit
 * @param limitedBy what enforced it, or why nothing did
 * @param run how it went
 * @param refused what the JVM printed when it refused to start with its options; empty if it did not
 * @param outOfMemory the first OutOfMemoryError; empty if there was none
 * @param peakChargedBytes the highest charge of its control group, in bytes
 * @param pausesNanos how long collections stopped it, in nanoseconds
 */
public record Trial(
        @Nullable Plan plan,
        boolean enforced,
        String limitedBy,
        Run run,
        String refused,
        String outOfMemory,
        Quantity peakChargedBytes,
        Quantity pausesNanos) {

    /**
     * How a run of a command went.
     *
     * @param status the exit status
     * @param ended whether it ended by itself
     * @param kills how many processes of its control group the kernel killed for lack of memory
     * @param peakResidentBytes the highest resident memory, in bytes
     * @param peakSharedBytes the highest part of it that is shared, or mapped more than once, in bytes
     * @param ranNanos how long it ran, in nanoseconds
     */
    public record Run(
            int status, boolean ended, long kills, Quantity peakResidentBytes, long peakSharedBytes, long ranNanos) {

        /** What only this process has of it. */
        private long ownBytes() {
            return peakResidentBytes.orElse(0) - peakSharedBytes;
        }
    }

    /** So much longer than the first run is worth a word. */
    private static final double SLOWER = 1.2;

    /** Whether it is not known if the limit was kept: nothing enforced it, and resident memory counts some more than once. */
    boolean isUndecided() {
        return plan != null
                && !enforced
                && run.peakResidentBytes.orElse(0) > plan.limitBytes()
                && run.ownBytes() <= plan.limitBytes();
    }

    /** The share of the time in pauses, 0 to 1, as far as it is known. */
    OptionalDouble pauseShare() {
        return pausesNanos.isKnown() && run.ranNanos > 0
                ? OptionalDouble.of((double) pausesNanos.known() / run.ranNanos)
                : OptionalDouble.empty();
    }

    /** What went otherwise than in the first run, the worst first; empty if nothing did. */
    List<String> failures(Trial first) {
        List<String> failures = new ArrayList<>();
        if (!refused.isEmpty()) {
            failures.add("its JVM refused to start with these flags (" + refused + ")");
        }
        if (run.kills > 0) {
            failures.add("the kernel killed it for lack of memory");
        }
        if (!outOfMemory.isEmpty() && first.outOfMemory.isEmpty()) {
            failures.add(outOfMemory);
        }
        if (plan != null && !enforced && run.ownBytes() > plan.limitBytes()) {
            failures.add("its resident memory of " + Amounts.bytes(run.ownBytes()) + " exceeded the limit");
        }
        if (run.ended != first.run.ended) {
            failures.add(
                    run.ended
                            ? "it ended by itself after " + Amounts.time(run.ranNanos)
                            : "it had not ended after " + Amounts.time(run.ranNanos) + " and was stopped");
        }
        if (run.status != first.run.status && run.ended == first.run.ended) {
            failures.add("exit status " + run.status + " instead of " + first.run.status);
        }
        return failures;
    }

    /** What it cost although it ran; empty if nothing that matters. */
    String cost(Trial first) {
        List<String> costs = new ArrayList<>();
        if (first.run.ended && run.ranNanos > first.run.ranNanos * SLOWER) {
            costs.add("it took " + Amounts.time(run.ranNanos) + " instead of " + Amounts.time(first.run.ranNanos));
        }
        OptionalDouble share = pauseShare();
        OptionalDouble before = first.pauseShare();
        if (share.isPresent() && before.isPresent()) {
            costs.add("collections stopped it for " + Amounts.percent(share.getAsDouble()) + " of the time ("
                    + Amounts.percent(before.getAsDouble()) + " in the first run)");
        }
        return String.join(", ", costs);
    }
}
