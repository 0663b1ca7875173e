package dev.loomweight.kernel.faults;

import java.util.List;

/**
 * What was observed is a known fault, or may be.
 *
 * @param fault the fault
 * @param version the version that was observed, of the JDK or the library; empty where it is not known
 * @param certain whether the signature is complete and the version has the fault
 * @param missing what would have to be known to be certain, and how, as sentences without their full stops
 */
public record Match(Fault fault, String version, boolean certain, List<String> missing) {

    public Match {
        missing = List.copyOf(missing);
    }

    /** The same where what was observed is not certain itself. */
    public Match uncertain(String why) {
        return certain ? new Match(fault, version, false, List.of(why)) : this;
    }
}
