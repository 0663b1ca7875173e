package dev.loomweight.command;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.baseline.BaselineFile;
import dev.loomweight.fleet.budget.Baseline;
import dev.loomweight.fleet.budget.Budget;
import dev.loomweight.fleet.budget.BudgetCheck;
import dev.loomweight.fleet.budget.BudgetFold;
import dev.loomweight.fleet.budget.Limit;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.input.Source;
import dev.loomweight.kernel.coverage.RecordingCoverage;
import dev.loomweight.kernel.faults.FaultFindings;
import dev.loomweight.kernel.faults.FaultList;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.pins.pinning.PinReading;
import dev.loomweight.pins.pinning.diff.NamedRuns;
import dev.loomweight.pins.pinning.diff.PinComparison;
import dev.loomweight.pins.pinning.diff.Runs;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether captures and recordings are within their budgets. */
public final class Check {

    private Check() {}

    /**
     * The result.
     *
     * @param answer the report, and one line for each file that could not be read
     * @param passed whether every budget was measured and kept
     */
    public record Judgement(Question.Answer answer, boolean passed) {}

    /**
     * Judges.
     *
     * @param given those of {@link CheckOptions}
     * @param progress takes the number of samples read since it was last called; called by several threads
     * @throws DataException if no input can be read, the baseline cannot, or the new one cannot be written
     */
    public static Judgement judge(Options given, ReadingProgress progress) {
        Path save = given.find(CheckOptions.SAVE_BASELINE);
        List<Path> paths = given.get(InputOptions.PATHS);
        try (CommandInputs inputs = new CommandInputs(given)) {
            Budget budget = budget(given);
            List<? extends Figure<?>> figures =
                    save == null ? budget.limits().stream().map(Limit::figure).toList() : CheckOptions.FIGURES.all();
            List<Source> sources = inputs.open(paths, progress).sources();
            BudgetFold fold = new BudgetFold(Subjects.of(inputs.pinOptions()), figures);
            FoldRun run = FoldRun.read(List.of(fold), sources, progress);
            long readable = sources.stream().filter(Source::hasContent).count();
            if (!run.problems().isEmpty() && run.problems().size() == readable) {
                throw new DataException(String.join("; ", run.problems()));
            }
            List<Path> before = given.get(CheckOptions.BASELINE);
            CommandInputs earlier = inputs.earlier();
            Compared with = before.isEmpty() ? null : baseline(earlier, before, figures, progress);
            Baseline baseline = with == null ? null : with.baseline;
            // Against one run, several recordings are those of the processes of another: a build's forks.
            boolean ofRuns =
                    save != null || (baseline != null && baseline.runs().count() > 1);
            Runs runs = ofRuns ? NamedRuns.of(paths, run.coverage()) : Runs.ONE;
            Duration least = with == null || save != null || !inputs.isOfEvents()
                    ? null
                    : commonThreshold(budget, with, fold.pins(run.result(fold)), runs, run.coverage());
            if (least != null && least.compareTo(given.get(PinOptions.Filter.LONGER, Duration.ZERO)) > 0) {
                return judge(given.with(PinOptions.Filter.LONGER, least), progress);
            }
            BudgetCheck check = BudgetCheck.run(budget, fold, run.result(fold), runs, baseline);
            List<Section> sections = new ArrayList<>(List.of(check.section()));
            RecordingCoverage recorded = new RecordingCoverage();
            sections.add(recorded.finish(recorded.fold().empty(), run.coverage()));
            if (!check.passed()) {
                sections.add(faults(inputs.pinOptions(), sources, progress));
            }
            sections.removeIf(Section::isEmpty);
            if (save != null && !run.problems().isEmpty()) {
                throw new DataException(save + " is not written, since a baseline needs all inputs: "
                        + String.join("; ", run.problems()));
            }
            if (save != null) {
                BaselineFile.write(save, Baseline.of(fold, run.result(fold), runs), CheckOptions.FIGURES.all());
            }
            String title = inputs.title(paths) + (before.isEmpty() ? "" : " against " + earlier.title(before));
            return new Judgement(
                    new Question.Answer(
                            new Report("check", title, RecordingCoverage.missing(run.coverage()), sections),
                            run.problems()),
                    check.passed());
        }
    }

    /**
     * The length from which on both sides have all pins; null where they were recorded alike, or a budget asks for shorter
     * ones, too.
     */
    private static @Nullable Duration commonThreshold(
            Budget budget, Compared before, PinReading is, Runs runs, Coverage coverage) {
        if (!budget.limits().stream().map(Limit::figure).allMatch(Figure::bySite)) {
            return null;
        }
        PinReading was = before.baseline.pins();
        return before.baseline.runs().count() + runs.count() > 2
                ? PinComparison.commonThreshold(was, before.coverage, is, coverage)
                        .orElse(null)
                : PinComparison.commonThreshold(was, is).orElse(null);
    }

    /** A baseline, and what it could record; nothing of that is known of a saved one. */
    private record Compared(Baseline baseline, Coverage coverage) {}

    private static Compared baseline(
            CommandInputs earlier, List<Path> paths, List<? extends Figure<?>> figures, ReadingProgress progress) {
        try (CommandInputs inputs = earlier) {
            boolean several = paths.size() > 1;
            for (Path path : paths) {
                if (BaselineFile.isOne(path) && several) {
                    throw new DataException(
                            path + " is a saved baseline, which is compared with alone; save all runs in"
                                    + " one: loomweight check RUN1 RUN2 --save-baseline " + path);
                } else if (BaselineFile.isOne(path)) {
                    return new Compared(BaselineFile.read(path), Coverage.NONE);
                }
            }
            List<Source> sources =
                    (several ? inputs.open(paths, progress) : inputs.openOne(paths.getFirst(), progress)).sources();
            BudgetFold fold = new BudgetFold(Subjects.of(inputs.pinOptions()), figures);
            FoldRun run = FoldRun.read(List.of(fold), sources, progress);
            if (!run.problems().isEmpty()) {
                throw new DataException("baseline: " + String.join("; ", run.problems()));
            }
            Runs runs = NamedRuns.of(paths, run.coverage());
            return new Compared(Baseline.of(fold, run.result(fold), runs), run.coverage());
        }
    }

    private static Budget budget(Options given) {
        return new Budget(
                given.get(CheckOptions.LIMITS),
                given.get(CheckOptions.SUPPRESSED),
                given.get(CheckOptions.IGNORE_INITIALIZATION),
                given.get(CheckOptions.IGNORE_LOADING),
                CheckOptions.margin(given),
                given.get(CheckOptions.TODAY, LocalDate.now(ZoneOffset.UTC)));
    }

    /**
     * The known faults that inputs show, which all subjects say and nothing else; empty where none is recognized, since this is
     * not what was asked.
     */
    private static Section faults(PinOptions options, List<Source> sources, ReadingProgress progress) {
        List<Analysis<?, ?>> analyses = new Analyses(options, 0, Analyses.Given.APPLICATION).faults();
        FoldRun run = FoldRun.read(analyses, sources, progress);
        return FaultList.recognized(Analysis.sections(analyses, run).stream()
                .flatMap(section -> section.findings().stream())
                .filter(finding -> finding.id().equals(FaultFindings.ID))
                .toList());
    }
}
