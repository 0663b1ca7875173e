package dev.loomweight.memory;

import dev.loomweight.fold.Fold;
import dev.loomweight.report.Among;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.subject.Analysis;
import java.util.ArrayList;
import java.util.List;

/** Each NMT report by category, with the stacks, and the largest call sites of a report in detail. */
public final class NmtCategories implements Analysis<Texts<NmtReport>, List<NmtReading>> {

    /** The analysis, ready to be run. */
    public NmtCategories() {}

    @Override
    public String id() {
        return "nmt";
    }

    @Override
    public Fold<Texts<NmtReport>> fold() {
        return Texts.NMT_REPORTS;
    }

    @Override
    public List<NmtReading> read(Texts<NmtReport> all, Coverage coverage) {
        return all.inOrder().stream().map(NmtReading::of).toList();
    }

    @Override
    public Section say(List<NmtReading> all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        int number = 0;
        for (NmtReading one : all) {
            number++;
            Among among = Among.numbered(one.title(), number);
            blocks.add(NmtTable.categories(among, one));
            NmtSites.table(among, one).ifPresent(blocks::add);
            unknownLines(findings, one.title(), one.unknownLines());
        }
        return new Section(id(), "Native memory (NMT)", blocks, findings);
    }

    private static void unknownLines(List<Finding> findings, String title, List<String> unknown) {
        if (!unknown.isEmpty()) {
            findings.add(new Finding(
                            "nmtUnknownLines",
                            Severity.WARNING,
                            unknown.size() + (unknown.size() == 1 ? " line of " : " lines of ") + title
                                    + " could not be parsed; the first is \"" + unknown.getFirst() + "\".",
                            "A newer or changed JDK prints them; no figure above counts them.",
                            "Please attach the output to an issue.")
                    .ofInputs());
        }
    }
}
