package dev.loomweight.command;

import dev.loomweight.fold.FoldRun;
import dev.loomweight.input.Source;
import dev.loomweight.kernel.faults.FaultFindings;
import dev.loomweight.kernel.faults.FaultList;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.report.Section;
import java.util.List;

/** The known faults that inputs show, for an answer to another question: what all subjects say of them, and nothing else. */
final class FaultSearch {

    private FaultSearch() {}

    /** The section; empty where no known fault is recognized, since this is not what was asked. */
    static Section of(PinOptions options, List<Source> sources, ReadingProgress progress) {
        List<Analysis<?, ?>> analyses = new Analyses(options, 0, Analyses.Given.APPLICATION).faults();
        FoldRun run = FoldRun.read(analyses, sources, progress);
        return FaultList.recognized(Analysis.sections(analyses, run).stream()
                .flatMap(section -> section.findings().stream())
                .filter(finding -> finding.id().equals(FaultFindings.ID))
                .toList());
    }
}
