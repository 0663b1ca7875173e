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
