package dev.loomweight.analysis.experiment;

import dev.loomweight.analysis.Analysis;
import dev.loomweight.analysis.JdkVersions;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.CaptureInfo;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.ExperimentRun;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What experiments measured, each figure beside the published one, with a verdict on each claim. */
public final class Outcomes implements Analysis<Outcomes.All> {

    /** The runs: the accumulator. */
    public static final class All {
        private final List<ExperimentRun> runs = new ArrayList<>();

        private All() {}
    }

    @Override
    public String id() {
        return "experiment";
    }

    @Override
    public Interest interest() {
        return Interest.in(ExperimentRun.class);
    }

    @Override
    public All empty() {
        return new All();
    }

    @Override
    public void add(All into, Origin origin, Sample sample) {
        if (sample instanceof ExperimentRun run) {
            into.runs.add(run);
        }
    }

    @Override
    public All merge(All left, All right) {
        left.runs.addAll(right.runs);
        return left;
    }

    @Override
    public Section finish(All all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        List<String> titles = new ArrayList<>();
        for (Experiment experiment : Experiments.ALL) {
            Map<String, Runs> byJdk = byJdk(all.runs, experiment);
            if (!byJdk.isEmpty()) {
                titles.add(experiment.name() + ": " + experiment.question());
                OutcomeTables tables = new OutcomeTables(experiment, byJdk);
                blocks.add(new Note(key("verdict", blocks), sentences(tables, byJdk)));
                blocks.add(tables.claims(key("claims", blocks)));
                blocks.add(tables.figures(key("figures", blocks)));
                addFailures(findings, byJdk);
            }
        }
        return new Section(id(), String.join("; ", titles), blocks, findings);
    }

    /** The first block of a kind has its plain name; the others are told apart by a number. */
    private static String key(String kind, List<Block> before) {
        long same = before.stream().filter(block -> block.id().startsWith(kind)).count();
        return same == 0 ? kind : kind + (same + 1);
    }

    private static Map<String, Runs> byJdk(List<ExperimentRun> runs, Experiment experiment) {
        Map<String, List<ExperimentRun>> byJdk = new TreeMap<>(JdkVersions.ORDER);
        for (ExperimentRun run : runs) {
            if (run.experiment().equals(experiment.name())) {
                byJdk.computeIfAbsent(run.jdk().replaceFirst("\\+.*", ""), jdk -> new ArrayList<>())
                        .add(run);
            }
        }
        Map<String, Runs> sorted = new TreeMap<>(JdkVersions.ORDER);
        byJdk.forEach((jdk, list) -> sorted.put(jdk, new Runs(list, experiment.parts())));
        return sorted;
    }

    private static List<String> sentences(OutcomeTables tables, Map<String, Runs> byJdk) {
        List<String> sentences = new ArrayList<>(tables.summary());
        List<ExperimentRun> runs =
                byJdk.values().stream().flatMap(one -> one.all().stream()).toList();
        List<String> machines = runs.stream()
                .map(ExperimentRun::machine)
                .filter(machine -> !machine.isEmpty())
                .distinct()
                .sorted()
                .toList();
        if (!machines.isEmpty()) {
            sentences.add("Measured on " + String.join("; ", machines) + ".");
        }
        sentences.add(
                "The figures are of programs that were watched: NMT in detail and a recording make threads dearer to"
                        + " start, platform threads above all.");
        if (tables.isOfAnotherSize()) {
            sentences.add(
                    "It was not run in the published size: the counts among the figures say how large, --full runs that.");
        }
        return sentences;
    }

    private static void addFailures(List<Finding> findings, Map<String, Runs> byJdk) {
        byJdk.forEach((jdk, runs) -> runs.all().stream()
                .filter(run -> !run.status().equals(CaptureInfo.COMPLETE))
                .sorted(Comparator.comparing(ExperimentRun::part).thenComparingInt(ExperimentRun::repeat))
                .forEach(run -> findings.add(new Finding(
                        "experimentFailed",
                        Severity.PROBLEM,
                        run.part() + ", JDK " + jdk + ", run " + run.repeat() + " did not end well: " + run.status(),
                        "Its figures until then are in the table.",
                        "What it printed is in output.txt of its capture."))));
    }
}
