package dev.loomweight.analysis.weight;

import dev.loomweight.analysis.Analysis;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.List;

/** What the threads of each capture weigh: cost per thread first, in words next, part by part last. */
public final class ThreadWeights implements Analysis<Captures> {

    @Override
    public String id() {
        return "threadWeights";
    }

    @Override
    public Interest interest() {
        return Captures.INTEREST;
    }

    @Override
    public Captures empty() {
        return new Captures();
    }

    @Override
    public void add(Captures into, Origin origin, Sample sample) {
        into.add(origin, sample);
    }

    @Override
    public Captures merge(Captures left, Captures right) {
        return left.merge(right);
    }

    @Override
    public Section finish(Captures all, Coverage coverage) {
        List<ThreadCost> costs = all.costs();
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        all.infos().forEach((name, info) -> WeightFindings.addTo(findings, name, info));
        if (!costs.isEmpty()) {
            blocks.add(CostTable.of(costs));
            blocks.add(WeightSentences.of(costs));
            blocks.add(PartsTable.of(costs));
            costs.forEach(cost -> WeightFindings.addTo(findings, cost));
        }
        return new Section(id(), "What the threads weigh", blocks, findings);
    }
}
