package dev.loomweight.experiment.sweep;

import dev.loomweight.experiment.weight.Captures;
import dev.loomweight.experiment.weight.RunFigures;
import dev.loomweight.fold.Fold;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import java.util.ArrayList;
import java.util.List;

/** The cost per thread for each combination of settings of a sweep, and of a thread and a frame over all of them. */
public final class Sweep implements Analysis<Processes, Sweep.SweepReading> {

    @Override
    public String id() {
        return "sweep";
    }

    @Override
    public boolean isOfAllRuns() {
        return true;
    }

    @Override
    public Fold<Processes> fold() {
        return Processes.FOLD;
    }

    /**
     * The runs of a sweep.
     *
     * @param runs those whose settings are known
     * @param groups the same by their settings
     */
    record SweepReading(List<RunFigures> runs, List<RepeatedRuns> groups) {}

    @Override
    public SweepReading read(Processes all, Coverage coverage) {
        List<RunFigures> runs = Captures.of(all).runs().stream()
                .filter(run -> run.info().run() != null)
                .toList();
        return new SweepReading(runs, RepeatedRuns.of(runs));
    }

    @Override
    public Section say(SweepReading sweep, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        if (!sweep.runs.isEmpty()) {
            List<RepeatedRuns> groups = sweep.groups;
            FitTable fits = new FitTable(groups);
            fits.sentences().ifPresent(blocks::add);
            blocks.add(SweepTable.of(groups));
            fits.table().ifPresent(blocks::add);
            SweepChart.of(groups).ifPresent(blocks::add);
            SweepTable.spread(groups).ifPresent(blocks::add);
            SweepFindings.addTo(findings, sweep.runs, groups);
        }
        return new Section(id(), "Sweep: memory per thread by setting", blocks, findings);
    }
}
