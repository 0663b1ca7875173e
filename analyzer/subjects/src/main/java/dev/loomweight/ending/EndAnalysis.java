package dev.loomweight.ending;

import dev.loomweight.fold.Fold;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.subject.Analysis;
import java.util.ArrayList;
import java.util.List;

/** How each process ended. Nothing is said of one that ended by itself without an error, or that runs. */
public final class EndAnalysis implements Analysis<Processes, List<EndReading>> {

    @Override
    public String id() {
        return "ending";
    }

    @Override
    public Fold<Processes> fold() {
        return Processes.FOLD;
    }

    @Override
    public List<EndReading> read(Processes all, Coverage coverage) {
        return all.together().stream().map(EndReading::of).toList();
    }

    @Override
    public Section say(List<EndReading> all, Coverage coverage) {
        List<Finding> findings = new ArrayList<>();
        for (EndReading one : all) {
            Crash crash = one.ending().crash();
            if (crash != null) {
                findings.add(new CrashFinding(one.name(), crash).finding());
            }
            new KillFindings(one).finding().ifPresent(findings::add);
            new OutOfMemoryFindings(one).addTo(findings);
        }
        return new Section(id(), "How it ended", List.of(), findings);
    }
}
