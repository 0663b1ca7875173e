package dev.loomweight.faults;

import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import java.util.List;

/** What is said of a known fault that was met. */
public final class FaultFindings {

    /** The id of these findings. */
    public static final String ID = "knownFault";

    private FaultFindings() {}

    /**
     * The finding on a match.
     *
     * @param what what was observed, as the subject of a sentence, such as {@code This hang}
     */
    public static Finding of(Match match, String what) {
        Fault fault = match.fault();
        boolean hangs = fault.library() == null;
        Finding finding = new Finding(
                ID,
                match.certain() && hangs ? Severity.PROBLEM : Severity.WARNING,
                what + (match.certain() ? " is the known fault " : " may be the known fault ") + fault.id() + ": "
                        + fault.summary() + "." + fixed(match)
                        + (match.certain() ? "" : " Not certain: " + doubts(match) + "."),
                "Affected: " + fault.affected() + "." + (fault.where().isEmpty() ? "" : " " + fault.where())
                        + " Source: " + fault.sources().getFirst() + ", read on " + fault.read() + ".",
                solution(match));
        // A site has its own row and advice.
        return hangs ? finding : finding.ofRow();
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
        Library library = match.fault().library();
        String jdk = match.fault().fixFor(match.version());
        return library != null
                ? (library.fixedIn().isEmpty() ? "" : library.name() + " " + library.fix())
                : jdk == null ? "" : "JDK " + jdk;
    }

    private static String solution(Match match) {
        Fault fault = match.fault();
        String fix = fix(match);
        return join(List.of(
                fix.isEmpty() ? "" : "Update to " + fix + " or newer.", note(fault), fault.remedy(), fault.useless()));
    }

    private static String note(Fault fault) {
        Library library = fault.library();
        return library == null || library.note().isEmpty() ? "" : library.note() + ".";
    }

    private static String join(List<String> sentences) {
        return String.join(
                " ", sentences.stream().filter(text -> !text.isEmpty()).toList());
    }
}
