package dev.loomweight.memory.parts;

import dev.loomweight.fold.Fold;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Among;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import java.util.ArrayList;
import java.util.List;

/** Where the memory of each process is: its headroom below the limit, and one table of parts that add up to RSS. */
public final class MemoryParts implements Analysis<Processes, List<ObservedProcess>> {

    @Override
    public String id() {
        return "reconciliation";
    }

    @Override
    public Fold<Processes> fold() {
        return Processes.FOLD;
    }

    @Override
    public List<ObservedProcess> read(Processes all, Coverage coverage) {
        return all.together();
    }

    @Override
    public Section say(List<ObservedProcess> all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        MemoryFindings found = new MemoryFindings(findings);
        List<String> sentences = new ArrayList<>();
        int number = 0;
        for (ObservedProcess process : all) {
            found.contradictions(process, coverage);
            boolean killed = process.wasKilledAtLimit();
            MemoryMoment whole = process.whole();
            if (whole == null) {
                continue;
            }
            number++;
            String title = title(process);
            NmtSentences nmt = new NmtSentences(title, whole.snapshot().nmtOrNone());
            nmt.changed().ifPresent(sentences::add);
            MemoryNotes.largest(title, whole, process.end().wasKilled()).ifPresent(sentences::add);
            if (!whole.isResident()) {
                findings.addAll(nmt.most());
            }
            Among among = Among.numbered(title, number);
            LimitTable.of(among, whole, process.peak(), killed).ifPresent(blocks::add);
            // A difference may have changes alone.
            if (!nmt.isOfChangesAlone() || whole.isResident()) {
                blocks.add(PartsOfProcess.of(among, whole));
            }
            found.parts(title, whole, process, killed);
        }
        Note.headline(sentences).ifPresent(blocks::addFirst);
        return new Section(id(), "Where the memory is", blocks, findings);
    }

    private static String title(ObservedProcess process) {
        String moment =
                process.moments().isEmpty() ? "" : process.moments().getLast().name();
        return moment.isEmpty() ? process.name() : process.name() + ", " + moment;
    }
}
