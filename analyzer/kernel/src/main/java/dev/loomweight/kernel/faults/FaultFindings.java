package dev.loomweight.kernel.faults;

import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What is said of a known fault that was met. */
public final class FaultFindings {

    /** The id of these findings. */
    public static final String ID = "knownFault";

    /** The id of the findings on faults of which it is not known whether they were met. */
    public static final String UNDECIDED = "knownFaultUndecided";

    private static final String IS = " is the known fault ";
    private static final String MAY_BE = " may be the known fault ";

    private FaultFindings() {}

    /**
     * What a finding says, without its words.
     *
     * @param fault the id of the fault
     * @param certain whether it is the fault; else it may be
     */
    public record Said(String fault, boolean certain) {}

    /** What each of the findings on known faults among some says, in their order. */
    public static List<Said> said(Collection<Finding> findings) {
        List<Said> said = new ArrayList<>();
        for (Finding finding : findings) {
            if (finding.id().equals(ID)) {
                int is = finding.summary().indexOf(IS);
                int id = is >= 0 ? is + IS.length() : finding.summary().indexOf(MAY_BE) + MAY_BE.length();
                said.add(new Said(
                        finding.summary().substring(id, finding.summary().indexOf(": ", id)), is >= 0));
            }
        }
        return said;
    }

    /**
     * The finding on a match.
     *
     * @param what what was observed, as the subject of a sentence, such as {@code This hang}
     */
    public static Finding of(Match match, String what) {
        return of(match, what, Severity.PROBLEM);
    }

    /**
     * The same.
     *
     * @param most how severe the finding on what was observed is: what it may be is no more severe
     */
    public static Finding of(Match match, String what, Severity most) {
        Fault fault = match.fault();
        String where = fault.affects().where();
        boolean ofMonitors = fault.subject().equals(KnownFaults.PINS);
        Finding finding = new Finding(
                ID,
                match.certain() && !ofMonitors
                        ? Severity.PROBLEM
                        : most == Severity.INFO ? Severity.INFO : Severity.WARNING,
                what + (match.certain() ? IS : MAY_BE) + fault.id() + ": "
                        + fault.summary() + "." + fixed(match)
                        + (match.certain() ? "" : " Not certain: " + doubts(match) + "."),
                "Affected: " + fault.affects().words() + "." + (where.isEmpty() ? "" : " " + where) + " Source: "
                        + fault.sources().words() + ".",
                solution(match));
        // A site has its own row and advice.
        return ofMonitors ? finding.ofRow() : finding;
    }

    /**
     * The finding on a fault that a build has, and of which the inputs do not show whether it was met.
     *
     * @param who who may have met it and does what, such as {@code 1 thread waits}
     */
    public static Finding undecided(Match match, String who) {
        return new Finding(
                        UNDECIDED,
                        Severity.INFO,
                        who + " on a build (" + match.version() + ") that has the known fault "
                                + match.fault().id() + ", and whether it is that is not known: " + doubts(match) + ".",
                        "",
                        "")
                .ofInputs();
    }

    private static String doubts(Match match) {
        return match.missing().isEmpty() ? "other causes can look the same" : String.join("; ", match.missing());
    }

    private static String fixed(Match match) {
        String fix = fix(match);
        String seen = match.version().isEmpty() ? "" : "; this is " + match.version();
        return fix.isEmpty()
                ? " No release that fixes it is known" + seen + "."
                : " It is fixed in " + fix + seen + ".";
    }

    private static String fix(Match match) {
        Library library = match.fault().affects().library();
        String jdk = match.fault().fixFor(match.version());
        return library != null
                ? (library.fixedIn().isEmpty() ? "" : library.name() + " " + library.fix())
                : jdk == null ? "" : "JDK " + jdk;
    }

    private static String solution(Match match) {
        String fix = fix(match);
        return ((fix.isEmpty() ? "" : "Update to " + fix + " or newer. ")
                        + match.fault().withoutUpdate())
                .strip();
    }
}
