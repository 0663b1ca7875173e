package dev.loomweight.command;

import dev.loomweight.capture.DataException;
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
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
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
            Path path = given.find(CheckOptions.BASELINE);
            CommandInputs earlier = inputs.earlier();
            Baseline baseline = path == null ? null : baseline(earlier, path, figures, progress);
            Duration least = baseline == null || save != null || !inputs.isOfEvents()
                    ? null
                    : commonThreshold(budget, baseline.shortest(), fold.shortest(run.result(fold)));
            if (least != null && least.compareTo(given.get(PinOptions.Filter.LONGER, Duration.ZERO)) > 0) {
                return judge(given.with(PinOptions.Filter.LONGER, least), progress);
            }
            BudgetCheck check = BudgetCheck.run(budget, fold, run.result(fold), baseline);
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
                BaselineFile.write(save, Baseline.of(fold, run.result(fold)));
            }
            String title = inputs.title(paths) + (path == null ? "" : " against " + earlier.title(List.of(path)));
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
    private static @Nullable Duration commonThreshold(Budget budget, Duration before, Duration now) {
        boolean bySite = budget.limits().stream().map(Limit::figure).allMatch(Figure::bySite);
        return before.equals(now) || !bySite ? null : before.compareTo(now) > 0 ? before : now;
    }

    private static Baseline baseline(
            CommandInputs earlier, Path path, List<? extends Figure<?>> figures, ReadingProgress progress) {
        try (CommandInputs inputs = earlier) {
            if (BaselineFile.isOne(path)) {
                return BaselineFile.read(path);
            }
            List<Source> sources = inputs.openOne(path, progress).sources();
            BudgetFold fold = new BudgetFold(Subjects.of(inputs.pinOptions()), figures);
            FoldRun run = FoldRun.read(List.of(fold), sources, progress);
            if (!run.problems().isEmpty()) {
                throw new DataException("baseline: " + String.join("; ", run.problems()));
            }
            return Baseline.of(fold, run.result(fold));
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
