package dev.loomweight.budget;

import dev.loomweight.pinning.PinCensus;
import java.util.List;

/**
 * The measured amount of one limit.
 *
 * @param amount in the limit's unit; a lower bound if it cannot be trusted
 * @param missing why the amount may be too low or is not known; empty if it can be trusted
 * @param source the source, in a few words; may be empty
 * @param sites the sites of the amount, by total time; empty if it is not of pins
 */
record Measured(long amount, String missing, String source, List<PinCensus.Site> sites) {

    Measured {
        sites = List.copyOf(sites);
    }

    static Measured of(long amount, String source) {
        return new Measured(amount, "", source, List.of());
    }

    /** Not known. */
    static Measured unknown(String why) {
        return new Measured(0, why, "", List.of());
    }
}
