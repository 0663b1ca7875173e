package dev.loomweight.memory;

import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.NmtReport;
import java.util.ArrayList;
import java.util.List;

/** Every NMT report by category, with its stacks, and its heaviest call sites where it has them. */
public final class NmtCategories extends TextAnalysis<NmtReport> {

    /** The analysis, ready to be run. */
    public NmtCategories() {
        super(NmtReport.class);
    }

    @Override
    public String id() {
        return "nmt";
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
