package dev.loomweight.kernel.faults;

import dev.loomweight.kernel.faults.Fault.Proof;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The known faults as a report, and which of them inputs show. */
public final class FaultList {

    /** The id of the section. */
    public static final String ID = "faults";

    /** The title of its section. */
    public static final String TITLE = "Known faults";

    private static final Rows<Fault> TABLE = Rows.of(Fault.class)
            .text("id", "Fault", Fault::id)
            .text("subject", "Shown by", Fault::subject)
            .text("affected", "Affected", fault -> fault.affects().words())
            .text("fixed", "Fixed in", FaultList::fixes)
            .text("summary", "What is wrong", Fault::summary)
            .text("remedy", "Without an update", Fault::withoutUpdate)
            .text("proof", "Run here", FaultList::proof)
            .text("source", "Source", fault -> fault.sources().first())
            .text("read", "Read on", fault -> fault.sources().read().toString())
            .brief("id", "affected", "fixed", "summary");

    private FaultList() {}

    /** All of them. */
    public static Section of(KnownFaults faults) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(Note.of(
                Note.HEADLINE,
                faults.all().size()
                        + " known faults. With inputs or a running JVM, \"loomweight faults\" names those that"
                        + " these show."));
        TABLE.some("known", TITLE, faults.all()).ifPresent(blocks::add);
        return new Section(ID, TITLE, blocks, List.of());
    }

    /**
     * What inputs show of them.
     *
     * @param found the findings of {@link FaultFindings}, those on what is not decided among them
     * @param asked the questions that had an answer
     */
    public static Section found(List<Finding> found, List<String> asked, KnownFaults faults) {
        long tried = faults.all().stream()
                // How a process ended is part of the answer on its memory.
                .filter(fault -> asked.contains(
                        fault.subject().equals(KnownFaults.CRASH) ? KnownFaults.MEMORY : fault.subject()))
                .count();
        long recognized = found.stream()
                .filter(finding -> finding.id().equals(FaultFindings.ID))
                .count();
        String sentence = recognized == 0
                ? "No known fault is recognized: " + tried + " were tried, by what \"" + String.join("\" and \"", asked)
                        + "\" can show."
                : recognized + " of the " + tried + " known faults that were tried " + (recognized == 1 ? "is" : "are")
                        + " recognized, or may be.";
        return new Section(ID, TITLE, List.of(Note.of(Note.HEADLINE, sentence)), found);
    }

    /** What inputs show of them, next to what was asked: the findings of {@link FaultFindings} alone. */
    public static Section recognized(List<Finding> found) {
        return new Section(ID, TITLE, List.of(), found);
    }

    /** The releases that fix it, in words. */
    static String fixes(Fault fault) {
        Library library = fault.affects().library();
        if (library != null) {
            return library.fix();
        }
        return String.join(
                ", ",
                fault.affects().jdk().stream()
                        .map(Builds::fixed)
                        .filter(fixed -> !fixed.isEmpty())
                        .toList());
    }

    /** What was run, or why nothing was, in words. */
    static String proof(Fault fault) {
        String reason = fault.proof().get(Proof.REASON);
        if (reason != null) {
            return "not run: " + reason;
        }
        String program = fault.proof().get(Proof.PROGRAM);
        String not = fault.proof().get(Proof.NOT_SHOWN);
        return (program == null ? "" : program + ": ")
                + "shown on " + Objects.requireNonNull(fault.proof().get(Proof.SHOWN))
                + (not == null ? "" : "; not on " + not);
    }
}
