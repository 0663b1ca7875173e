package dev.loomweight.experiment;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.State;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.CaptureTexts.ExperimentRun;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JdkVersions;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The figures of experiments next to the published ones, with a verdict on each claim. */
public final class ExperimentAnalysis implements Analysis<ExperimentAnalysis.All, ExperimentAnalysis.All> {

    private static final Fold<All> FOLD = Fold.of(Interest.in(ExperimentRun.class), All::new);

    /** The runs: the accumulator. */
    public static final class All implements State<All> {
        private final List<ExperimentRun> runs = new ArrayList<>();

        private All() {}

        @Override
        public void add(Origin origin, Sample sample) {
            if (sample instanceof ExperimentRun run) {
                runs.add(run);
            }
        }

        @Override
        public void merge(All other) {
            runs.addAll(other.runs);
        }
    }

    @Override
    public String id() {
        return "experiment";
    }

    @Override
    public boolean isOfAllRuns() {
        return true;
    }

    @Override
    public Fold<All> fold() {
        return FOLD;
    }

    @Override
    public All read(All all, Coverage coverage) {
        return all;
    }

    @Override
    public Section say(All all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        List<String> titles = new ArrayList<>();
        for (Experiment experiment : Experiments.ALL) {
            Map<String, JdkRuns> byJdk = byJdk(all.runs, experiment);
            if (!byJdk.isEmpty()) {
                titles.add(experiment.name() + ": " + experiment.question());
                ExperimentTables tables = new ExperimentTables(experiment, byJdk);
                blocks.add(new Note(key("verdict", blocks), sentences(tables, byJdk)));
                add(blocks, tables, new ExperimentCharts(experiment, byJdk));
                addFailures(findings, byJdk);
            }
        }
        return new Section(id(), String.join("; ", titles), blocks, findings);
    }

    /** In the order of reading: claims, measurements, explanation. */
    private static void add(List<Block> blocks, ExperimentTables tables, ExperimentCharts charts) {
        Experiment experiment = tables.experiment();
        Article article = experiment.article();
        addProse(blocks, "published", "What was published", article.claimed());
        addProse(blocks, "here", "How it is measured here", article.here());
        blocks.add(tables.claims(key("claims", blocks)));
        for (Experiment.Chart chart : experiment.charts()) {
            blocks.add(charts.chart(key("chart", blocks), chart));
        }
        blocks.add(tables.figures(key("figures", blocks)));
        addProse(blocks, "why", "Explanation", article.why(tables.decisions()));
    }

    private static void addProse(List<Block> blocks, String kind, String title, List<String> paragraphs) {
        Note.some(key(kind, blocks), title, paragraphs).ifPresent(blocks::add);
    }

    /** The first block of a kind has its plain name; the others have a number. */
    private static String key(String kind, List<Block> before) {
        long same = before.stream().filter(block -> block.id().startsWith(kind)).count();
        return same == 0 ? kind : kind + (same + 1);
    }

    private static Map<String, JdkRuns> byJdk(List<ExperimentRun> runs, Experiment experiment) {
        Map<String, List<ExperimentRun>> byJdk = new TreeMap<>(JdkVersions.ORDER);
        for (ExperimentRun run : runs) {
            if (run.experiment().equals(experiment.name())) {
                byJdk.computeIfAbsent(JdkVersions.withoutBuild(run.jdk()), jdk -> new ArrayList<>())
                        .add(run);
            }
        }
        Map<String, JdkRuns> sorted = new TreeMap<>(JdkVersions.ORDER);
        byJdk.forEach((jdk, list) -> sorted.put(jdk, new JdkRuns(list, experiment.parts())));
        return sorted;
    }

    private static List<String> sentences(ExperimentTables tables, Map<String, JdkRuns> byJdk) {
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
        if (tables.isOfAnotherSize()) {
            sentences.add(
                    "Not run in the published size; the counts among the figures show the size. Pass --full for the"
                            + " published size.");
        }
        return sentences;
    }

    private static void addFailures(List<Finding> findings, Map<String, JdkRuns> byJdk) {
        byJdk.forEach((jdk, runs) -> runs.all().stream()
                .filter(run -> !run.isComplete())
                .sorted(Comparator.comparing(ExperimentRun::part).thenComparingInt(ExperimentRun::repeat))
                .forEach(run -> findings.add(new Finding(
                        "experimentFailed",
                        Severity.PROBLEM,
                        run.part() + ", JDK " + jdk + ", run " + run.repeat() + " failed: " + run.status(),
                        "Figures that it printed before are in the table.",
                        "See output.txt in its capture."))));
    }
}
