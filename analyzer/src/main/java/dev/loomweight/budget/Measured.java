package dev.loomweight.budget;

import dev.loomweight.pinning.PinCensus;
import java.util.List;

/**
 * What was measured of one limit.
 *
 * @param amount how much, in the limit's unit; what is known of it, where it cannot be trusted
 * @param doubt why the amount may be too low or is not known; empty where it can be trusted
 * @param by what told it, in a few words; may be empty
 * @param sites what it is made of, the costliest first; empty where it is of no pins
 */
record Measured(long amount, String doubt, String by, List<PinCensus.Site> sites) {

    Measured {
        sites = List.copyOf(sites);
    }

    static Measured of(long amount, String by) {
        return new Measured(amount, "", by, List.of());
    }

    /** Nothing tells. */
    static Measured unknown(String why) {
        return new Measured(0, why, "", List.of());
    }
}
