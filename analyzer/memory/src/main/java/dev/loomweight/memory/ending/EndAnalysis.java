package dev.loomweight.memory.ending;

import dev.loomweight.fold.Fold;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.memory.reconcile.ThreadStarts;
import dev.loomweight.report.Among;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import java.util.ArrayList;
import java.util.List;

/** How each process ended. Nothing is said of one that ended by itself without an error, or that runs. */
public final class EndAnalysis implements Analysis<Processes, List<EndReading>> {

    private static final Rows<ThreadStarts.Site> STARTS = Rows.of(ThreadStarts.Site.class)
            .text("site", "Started at", ThreadStarts.Site::frame)
            .count("starts", "Starts", ThreadStarts.Site::count)
            .bar();

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
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        int number = 0;
        for (EndReading one : all) {
            number++;
            if (one.isOfThreads() && !one.starts().sites().isEmpty()) {
                Among among = Among.numbered(one.name(), number);
                blocks.add(STARTS.table(
                        among.id("threadStarts"),
                        among.words("who started platform threads"),
                        one.starts().sites()));
            }
            CrashReading crash = one.crash();
            if (crash != null) {
                findings.add(
                        new CrashFinding(one.name(), crash, one.last().moment().isResident()).finding());
            }
            new KillFindings(one).finding().ifPresent(findings::add);
            new OutOfMemoryFindings(one).addTo(findings);
            ReportedFindings.addTo(one, findings);
        }
        findings.replaceAll(Finding::atEnd);
        return new Section(id(), "How it ended", blocks, findings);
    }
}
