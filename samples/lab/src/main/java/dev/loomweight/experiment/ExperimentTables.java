package dev.loomweight.experiment;

import dev.loomweight.experiment.ClaimVerdict.Decision;
import dev.loomweight.experiment.Experiment.Claim;
import dev.loomweight.experiment.Experiment.Shown;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Keys;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import dev.loomweight.sample.CaptureTexts.ExperimentRun.Measured;
import dev.loomweight.sample.CaptureTexts.ExperimentRun.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tables of one experiment: claims with their verdicts, and all figures.
 *
 * @param experiment the experiment
 * @param byJdk the runs of each JDK, the oldest first
 */
record ExperimentTables(Experiment experiment, Map<String, JdkRuns> byJdk) {

    /** The decision on each claim on each JDK, by the key of the claim. */
    Map<String, List<Decision>> decisions() {
        Map<String, List<Decision>> decisions = new LinkedHashMap<>();
        for (Claim claim : experiment.claims()) {
            decisions.put(
                    claim.id(),
                    byJdk.values().stream()
                            .map(runs -> claim.rule().judge(runs).decision())
                            .toList());
        }
        return decisions;
    }

    /** One sentence a JDK: how many claims hold. */
    List<String> summary() {
        List<String> sentences = new ArrayList<>();
        byJdk.forEach((jdk, runs) -> {
            List<Decision> decisions = experiment.claims().stream()
                    .map(claim -> claim.rule().judge(runs).decision())
                    .toList();
            long holds = count(decisions, Decision.HOLDS);
            long fails = count(decisions, Decision.FAILS);
            long undecided = count(decisions, Decision.UNDECIDED);
            sentences.add("JDK " + jdk + ": of " + decisions.size() + (decisions.size() == 1 ? " claim, " : " claims, ")
                    + holds + (holds == 1 ? " holds" : " hold")
                    + (fails == 0 ? "" : ", " + fails + (fails == 1 ? " does not" : " do not"))
                    + (undecided == 0 ? "" : ", " + undecided + " undecided") + ".");
        });
        return sentences;
    }

    /** Whether it was run smaller or larger than it was published. */
    boolean isOfAnotherSize() {
        return experiment.sized()
                && experiment.figures().stream()
                        // Figures of every program are sizes, not results.
                        .filter(shown -> shown.part() == null && shown.published() instanceof Cell.Count)
                        .anyMatch(shown -> byJdk.values().stream()
                                .flatMap(runs -> runs.spread(shown.key()).stream())
                                .anyMatch(spread ->
                                        !new Cell.Count(Math.round(spread.median())).equals(shown.published())));
    }

    private static long count(List<Decision> decisions, Decision decision) {
        return decisions.stream().filter(decision::equals).count();
    }

    /** A row for each claim, two columns for each JDK. */
    Table claims(String id) {
        Rows<Claim> rows = Rows.of(Claim.class)
                .text("said", "claim", Claim::said)
                .text("rule", "holds if", claim -> claim.rule().words());
        for (Map.Entry<String, JdkRuns> one : byJdk.entrySet()) {
            String jdk = one.getKey();
            rows = rows.column(Keys.camel("measured jdk " + jdk), "measured" + of(jdk), claim -> {
                        ClaimVerdict verdict = claim.rule().judge(one.getValue());
                        return verdict.measured().isEmpty()
                                ? Cell.absent(verdict.reason())
                                : Cell.text(verdict.measured());
                    })
                    .text(Keys.camel("verdict jdk " + jdk), "verdict" + of(jdk), claim -> {
                        ClaimVerdict verdict = claim.rule().judge(one.getValue());
                        // Why there is no measurement stands below the table.
                        return verdict.measured().isEmpty() ? verdict.decision().words() : verdict.words();
                    });
        }
        return rows.table(id, "Claims and verdicts", experiment.claims());
    }

    /** A row for each figure that any run has, with what was published; the median of the runs and its deviation. */
    Table figures(String id) {
        boolean repeated = byJdk.values().stream()
                .flatMap(runs -> experiment.figures().stream().flatMap(shown -> runs.spread(shown.key()).stream()))
                .anyMatch(spread -> spread.count() > 1);
        Rows<Shown> rows = Rows.of(Shown.class)
                .text("figure", "figure", Shown::words)
                .column(
                        "published",
                        "published",
                        shown -> shown.published() == null ? Cell.absent("") : shown.published());
        for (Map.Entry<String, JdkRuns> one : byJdk.entrySet()) {
            String jdk = one.getKey();
            JdkRuns runs = one.getValue();
            rows = rows.column(Keys.camel("median jdk " + jdk), "JDK " + jdk, shown -> median(shown.key(), runs))
                    .when(
                            repeated,
                            more -> more.column(
                                    Keys.camel("deviation jdk " + jdk), "±", shown -> deviation(shown.key(), runs)));
        }
        return rows.table(
                id,
                "All figures",
                experiment.figures(),
                repeated
                        ? List.of("The figures are medians; ± is the median absolute deviation, not scaled.")
                        : List.of());
    }

    private static Cell median(String key, JdkRuns runs) {
        return runs.unit(key) == Unit.WORDS
                ? Cell.text(String.join(
                        "; or: ",
                        runs.figures(key).stream()
                                .filter(figure -> figure.unit() == Unit.WORDS)
                                .map(Measured::words)
                                .distinct()
                                .toList()))
                : runs.median(key);
    }

    private static Cell deviation(String key, JdkRuns runs) {
        return runs.spread(key)
                .filter(values -> values.count() > 1)
                .map(values -> JdkRuns.cell(runs.unit(key), values.deviation()))
                .orElse(Cell.absent(""));
    }

    private String of(String jdk) {
        return byJdk.size() == 1 ? "" : ", JDK " + jdk;
    }
}
