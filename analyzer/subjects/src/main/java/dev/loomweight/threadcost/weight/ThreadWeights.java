package dev.loomweight.threadcost.weight;

import dev.loomweight.fold.Fold;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.subject.Analysis;
import java.util.ArrayList;
import java.util.List;

/** The memory of the threads of each capture: cost per thread, sentences, and parts. */
public final class ThreadWeights implements Analysis<Processes, Captures> {

    @Override
    public String id() {
        return "threadWeights";
    }

    @Override
    public Fold<Processes> fold() {
        return Processes.FOLD;
    }

    @Override
    public Captures read(Processes all, Coverage coverage) {
        return Captures.of(all);
    }

    @Override
    public Section say(Captures all, Coverage coverage) {
        List<ThreadGrowth> costs = all.costs();
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        all.infos().forEach((name, info) -> WeightFindings.addTo(findings, name, info));
        if (!costs.isEmpty()) {
            blocks.add(CostPerThreadTable.of(costs));
            blocks.add(WeightSentences.of(costs));
            blocks.add(PartsTable.of(costs));
            costs.forEach(cost -> WeightFindings.addTo(findings, cost));
        }
        return new Section(id(), "Memory of the threads", blocks, findings);
    }
}
