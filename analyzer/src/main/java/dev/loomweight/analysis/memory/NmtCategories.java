package dev.loomweight.analysis.memory;

import dev.loomweight.analysis.Analysis;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.NmtReport;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.List;

/** Every NMT report by category, with its stacks, and its heaviest call sites where it has them. */
public final class NmtCategories implements Analysis<Texts<NmtReport>> {

    @Override
    public String id() {
        return "nmt";
    }

    @Override
    public Interest interest() {
        return Interest.in(NmtReport.class);
    }

    @Override
    public Texts<NmtReport> empty() {
        return new Texts<>(NmtReport.class);
    }

    @Override
    public void add(Texts<NmtReport> into, Origin origin, Sample sample) {
        into.add(origin, sample);
    }

    @Override
    public Texts<NmtReport> merge(Texts<NmtReport> left, Texts<NmtReport> right) {
        return left.merge(right);
    }

    @Override
    public Section finish(Texts<NmtReport> all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        int number = 0;
        for (Texts.Text<NmtReport> text : all.inOrder()) {
            NmtReport report = text.sample();
            number++;
            blocks.add(NmtTable.categories("categories" + number, text.title(), report));
            NmtSites.table("sites" + number, text.title(), report).ifPresent(blocks::add);
            NmtFindings.addTo(findings, text.title(), report);
        }
        return new Section(id(), "Native memory, by NMT", blocks, findings);
    }
}
