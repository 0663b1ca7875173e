package dev.loomweight.memory.sizing;

import dev.loomweight.memory.sizing.Proposal.Plan;
import dev.loomweight.report.Amounts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run of a command: the first one, or one under a proposed limit.
 *
 * @param plan the limit, or null for the first run
 * @param enforced whether the kernel enforced the limit
 * @param limitedBy what enforced it, or why nothing did
 * @param status the exit status
 * @param ended whether it ended by itself
 * @param kills how many processes of its control group the kernel killed for lack of memory
 * @param refused what the JVM printed when it refused to start with its options; empty if it did not
 * @param outOfMemory the first OutOfMemoryError; empty if there was none
 * @param peakResidentBytes the highest resident memory, in bytes; 0 where it is not known
 * @param peakSharedBytes the highest part of it that is shared, or mapped more than once, in bytes
 * @param peakChargedBytes the highest charge of its control group, in bytes; -1 where it is not known
 * @param ranNanos how long it ran, in nanoseconds
 * @param pausesNanos how long collections stopped it, in nanoseconds; -1 where it is not known
 */
public record Trial(
        @Nullable Plan plan,
        boolean enforced,
        String limitedBy,
        int status,
        boolean ended,
        long kills,
        String refused,
        String outOfMemory,
        long peakResidentBytes,
        long peakSharedBytes,
        long peakChargedBytes,
        long ranNanos,
        long pausesNanos) {

    /** So much longer than the first run is worth a word. */
    private static final double SLOWER = 1.2;

    /** Whether it is not known if the limit was kept: nothing enforced it, and resident memory counts some more than once. */
    boolean isUndecided() {
        return plan != null
                && !enforced
                && peakResidentBytes > plan.limitBytes()
                && peakResidentBytes - peakSharedBytes <= plan.limitBytes();
    }

    /** The share of the time in pauses, 0 to 1; NaN where it is not known. */
    double pauseShare() {
        return pausesNanos < 0 || ranNanos <= 0 ? Double.NaN : (double) pausesNanos / ranNanos;
    }

    /** What went otherwise than in the first run, the worst first; empty if nothing did. */
    List<String> failures(Trial first) {
        List<String> failures = new ArrayList<>();
        if (!refused.isEmpty()) {
            failures.add("its JVM refused to start with these flags (" + refused + ")");
        }
        if (kills > 0) {
            failures.add("the kernel killed it for lack of memory");
        }
        if (!outOfMemory.isEmpty() && first.outOfMemory.isEmpty()) {
            failures.add(outOfMemory);
        }
        long own = peakResidentBytes - peakSharedBytes;
        if (plan != null && !enforced && own > plan.limitBytes()) {
            failures.add("its resident memory of " + Amounts.bytes(own) + " exceeded the limit");
        }
        if (ended != first.ended) {
            failures.add(
                    ended
                            ? "it ended by itself after " + Amounts.time(ranNanos)
                            : "it had not ended after " + Amounts.time(ranNanos) + " and was stopped");
        }
        if (status != first.status && ended == first.ended) {
            failures.add("exit status " + status + " instead of " + first.status);
        }
        return failures;
    }

    /** What it cost although it ran; empty if nothing that matters. */
    String cost(Trial first) {
        List<String> costs = new ArrayList<>();
        if (first.ended && ranNanos > first.ranNanos * SLOWER) {
            costs.add("it took " + Amounts.time(ranNanos) + " instead of " + Amounts.time(first.ranNanos));
        }
        double share = pauseShare();
        double before = first.pauseShare();
        if (!Double.isNaN(share) && !Double.isNaN(before)) {
            costs.add("collections stopped it for " + Amounts.percent(share) + " of the time ("
                    + Amounts.percent(before) + " in the first run)");
        }
        return String.join(", ", costs);
    }
}
