package dev.loomweight.memory.growth;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.Results;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What grew in each process, over the snapshots of a capture or the figures of a recording. */
public final class Growth implements Analysis<Results, List<ProcessGrowth>> {

    @Override
    public String id() {
        return "growth";
    }

    @Override
    public Fold<Results> fold() {
        return Observations.FOLD;
    }

    @Override
    public List<ProcessGrowth> read(Results results, Coverage coverage) {
        Observations all = Observations.of(results);
        return all.processes().stream()
                .filter(process -> !process.ofLab())
                .flatMap(process -> all.growth(process).stream())
                .toList();
    }

    @Override
    public Section say(List<ProcessGrowth> all, Coverage coverage) {
        return section(all, "first", "last", true);
    }

    /**
     * The section on the growth of processes.
     *
     * @param first the heading of the earlier amounts
     * @param last the heading of the later ones
     * @param oneProcess whether both are of one process
     */
    Section section(List<ProcessGrowth> all, String first, String last, boolean oneProcess) {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        List<String> sentences = new ArrayList<>();
        for (ProcessGrowth one : all) {
            List<Instant> times = one.total().times();
            GrowthSentences words = new GrowthSentences(
                    one,
                    times.isEmpty() ? first : Amounts.instant(times.getFirst()),
                    times.isEmpty() ? last : Amounts.instant(times.getLast()),
                    oneProcess);
            sentences.add(words.headline());
            findings.addAll(words.findings());
            blocks.add(GrowthTable.of("grownPlaces" + (blocks.size() + 1), title(one), one, first, last));
        }
        Note.headline(sentences).ifPresent(blocks::addFirst);
        return new Section(id(), "What grew", blocks, findings);
    }

    private static String title(ProcessGrowth growth) {
        int moments = growth.total().values().size();
        String window = growth.total().window().isPositive()
                ? " in " + Amounts.time(growth.total().window().toNanos())
                : "";
        return growth.name() + ": growth" + window + ", "
                + (growth.isOfSnapshots() ? moments + " snapshots" : "by its recording");
    }
}
