package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.report.Amounts;
import java.util.function.LongSupplier;

/**
 * What is known of one service of a fleet.
 *
 * @param service its name
 * @param sums of its recordings
 * @param view all services
 * @param versions when sites came and went
 * @param outliers the units that are unlike their siblings
 * @param minKnownShare the share of its recordings that must have what a figure needs, from 0 to 1
 */
record ServiceReading(
        String service,
        GroupSums sums,
        FleetView view,
        FleetVersions versions,
        FleetOutliers outliers,
        double minKnownShare) {

    /** What a recording must have, to say something. */
    enum Told {
        PINS("jdk.VirtualThreadPinned"),
        CARRIERS("jdk.VirtualThreadPinned and the number of carriers"),
        SUBMITS("jdk.VirtualThreadSubmitFailed"),
        RESIDENT("resident memory"),
        LIMIT("the memory limit of their container");

        private final String needs;

        Told(String needs) {
            this.needs = needs;
        }

        /** How many of the recordings have it. */
        private long recordings(GroupSums sums) {
            return switch (this) {
                case PINS -> sums.get(Counter.TOLD);
                case CARRIERS -> sums.get(Counter.CARRIERS_KNOWN);
                case SUBMITS -> sums.get(Counter.SUBMITS_TOLD);
                case RESIDENT -> sums.resident().count();
                case LIMIT -> sums.ofLimit().count();
            };
        }
    }

    /** An amount that more recordings could only raise: one that is too high already is too high, whatever they lack. */
    Measured atLeast(Told what, LongSupplier amount) {
        Measured told = told(what, "", amount);
        return what.recordings(sums) == 0 ? told : new Measured(amount.getAsLong(), told.source(), told.missing());
    }

    /** An amount, where enough of the recordings have what it needs. */
    Measured told(Told what, LongSupplier amount) {
        return told(what, "", amount);
    }

    /**
     * An amount, where enough of the recordings have what it needs.
     *
     * @param missing why it is not known even so, and what to do; empty where it is
     */
    Measured told(Told what, String missing, LongSupplier amount) {
        long told = what.recordings(sums);
        long all = sums.get(Counter.RECORDINGS);
        if (told == 0) {
            // No share of them would do.
            return Measured.unknown((all == 1
                            ? "its recording does not have "
                            : "none of its " + Amounts.count(all, "recording") + " has ")
                    + what.needs + ": record it");
        }
        if (told < minKnownShare * all) {
            return Measured.unknown("only " + Amounts.count(told) + " of " + Amounts.count(all, "recording")
                    + (told == 1 ? " has " : " have ") + what.needs + ", and " + Amounts.percent(minKnownShare)
                    + " must: record it, or lower --min-known-share");
        }
        return missing.isEmpty() ? new Measured(amount.getAsLong(), "", "") : Measured.unknown(missing);
    }

    /** An amount for each hour in which pinning was recorded. */
    long perHour(long amount) {
        return FleetView.perHour(amount, sums.get(Counter.RECORDED_NANOS));
    }
}
