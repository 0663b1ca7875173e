package dev.loomweight.memory.reconcile;

import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import java.util.ArrayList;
import java.util.List;

/** Where the memory of each process is: how far it is from its limit, and one table in which everything adds up. */
public final class MemoryParts extends ProcessAnalysis {

    /** The key of the finding that inputs contradict each other. */
    static final String CONTRADICTION = "contradictoryInputs";

    @Override
    public String id() {
        return "reconciliation";
    }

    @Override
    public Section finish(Processes all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        List<String> sentences = new ArrayList<>();
        int number = 0;
        for (ObservedProcess process : all.together()) {
            contradictions(process, coverage, findings);
            Reconciliation whole = process.reconciliation();
            KillFindings.addTo(findings, process);
            boolean killed = KillFindings.wasKilledForMemory(process);
            if (whole == null) {
                continue;
            }
            number++;
            String title = title(process);
            LargestParts.of(title, whole).ifPresent(sentences::add);
            LimitTable.of("limit" + number, title, whole, killed).ifPresent(blocks::add);
            blocks.add(PartsOfProcess.of("memory" + number, title, whole));
            ReconciliationFindings.addTo(findings, title, whole, killed);
        }
        if (!sentences.isEmpty()) {
            blocks.addFirst(new Note("headline", sentences));
        }
        return new Section(id(), "Where the memory is", blocks, findings);
    }

    static String title(ObservedProcess process) {
        String moment =
                process.moments().isEmpty() ? "" : process.moments().getLast().name();
        return moment.isEmpty() ? process.name() : process.name() + ", " + moment;
    }

    private static void contradictions(ObservedProcess process, Coverage coverage, List<Finding> findings) {
        List<String> said = new ArrayList<>(process.contradictions());
        said.addAll(Ages.contradictions(process, coverage));
        for (String sentence : said) {
            findings.add(new Finding(
                    CONTRADICTION,
                    Severity.WARNING,
                    sentence,
                    "Figures of different processes or runs say nothing together.",
                    "Give the files of one process and one moment, or a capture."));
        }
    }
}
