package dev.loomweight.threadcost.sweep;

import dev.loomweight.fold.Fold;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.subject.Analysis;
import dev.loomweight.threadcost.weight.Captures;
import dev.loomweight.threadcost.weight.RunFigures;
import java.util.ArrayList;
import java.util.List;

/** The cost per thread for each combination of settings of a sweep, and of a thread and a frame over all of them. */
public final class Sweep implements Analysis<Processes> {

    @Override
    public String id() {
        return "sweep";
    }

    @Override
    public Fold<Processes> fold() {
        return Processes.FOLD;
    }

    @Override
    public Section finish(Processes processes, Coverage coverage) {
        Captures all = Captures.of(processes);
        List<RunFigures> runs =
                all.runs().stream().filter(run -> run.info().run() != null).toList();
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        if (!runs.isEmpty()) {
            List<RepeatedRuns> groups = RepeatedRuns.of(runs);
            FitTable fits = new FitTable(groups);
            fits.sentences().ifPresent(blocks::add);
            blocks.add(SweepTable.of(groups));
            fits.table().ifPresent(blocks::add);
            SweepChart.of(groups).ifPresent(blocks::add);
            SpreadTable.of(groups).ifPresent(blocks::add);
            SweepFindings.addTo(findings, runs, groups);
        }
        return new Section(id(), "Sweep: memory per thread by setting", blocks, findings);
    }
}
