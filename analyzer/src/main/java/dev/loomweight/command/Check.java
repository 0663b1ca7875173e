package dev.loomweight.command;

import dev.loomweight.budget.Baseline;
import dev.loomweight.budget.Budget;
import dev.loomweight.budget.BudgetCheck;
import dev.loomweight.budget.BudgetFold;
import dev.loomweight.budget.Limit;
import dev.loomweight.budget.Subjects;
import dev.loomweight.budget.Suppression;
import dev.loomweight.capture.DataException;
import dev.loomweight.coverage.RecordingCoverage;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.input.Source;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.subject.Figure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
     * Judges without progress.
     *
     * @throws DataException if no input can be read, or the baseline cannot
     */
    public static Judgement judge(CheckRequest request) {
        return judge(request, count -> {});
    }

    /**
     * Judges.
     *
     * @param progress takes the number of samples read since it was last called; called by several threads
     * @throws DataException if no input can be read, or the baseline cannot
     */
    public static Judgement judge(CheckRequest request, ReadingProgress progress) {
        return judge(request, BaselineRequest.NONE, progress);
    }

    /**
     * Judges, with other class files for the baseline.
     *
     * @param baselines the class files of the baseline, and where to save a new one
     * @param progress takes the number of samples read since it was last called; called by several threads
     * @throws DataException if no input can be read, the baseline cannot, or the new one cannot be written
     */
    public static Judgement judge(CheckRequest request, BaselineRequest baselines, ReadingProgress progress) {
        Path save = baselines.save();
        try (CommandInputs inputs = new CommandInputs(request.pins(), ReaderChoice.AUTO, request.maxUnpackedBytes())) {
            Budget budget = budget(request);
            List<? extends Figure<?>> figures =
                    save == null ? budget.limits().stream().map(Limit::figure).toList() : Subjects.FIGURES.all();
            List<Source> sources = inputs.open(request.paths(), null, progress).sources();
            BudgetFold fold = new BudgetFold(inputs.pinOptions(), figures);
            FoldRun run = FoldRun.read(List.of(fold), sources, progress);
            long readable = sources.stream().filter(Source::hasContent).count();
            if (!run.problems().isEmpty() && run.problems().size() == readable) {
                throw new DataException(String.join("; ", run.problems()));
            }
            Path path = request.baseline();
            CommandInputs earlier = inputs.earlier(baselines.classes());
            Baseline baseline = path == null ? null : baseline(earlier, path, figures, progress);
            BudgetCheck check = BudgetCheck.run(budget, fold, run.result(fold), baseline);
            List<Section> sections = new ArrayList<>(List.of(check.section()));
            RecordingCoverage recorded = new RecordingCoverage();
            sections.add(recorded.finish(recorded.fold().empty(), run.coverage()));
            if (!check.passed()) {
                sections.add(FaultSearch.of(inputs.pinOptions(), sources, progress));
            }
            sections.removeIf(Section::isEmpty);
            if (save != null && !run.problems().isEmpty()) {
                throw new DataException(save + " is not written, since a baseline needs all inputs: "
                        + String.join("; ", run.problems()));
            }
            if (save != null) {
                BaselineFile.write(save, Baseline.of(fold, run.result(fold)));
            }
            String title =
                    inputs.title(request.paths()) + (path == null ? "" : " against " + earlier.title(List.of(path)));
            return new Judgement(
                    new Question.Answer(new Report("check", title, sections), run.problems()), check.passed());
        }
    }

    private static Baseline baseline(
            CommandInputs earlier, Path path, List<? extends Figure<?>> figures, ReadingProgress progress) {
        try (CommandInputs inputs = earlier) {
            if (BaselineFile.isOne(path)) {
                return BaselineFile.read(path);
            }
            List<Source> sources = inputs.openOne(path, progress).sources();
            BudgetFold fold = new BudgetFold(inputs.pinOptions(), figures);
            FoldRun run = FoldRun.read(List.of(fold), sources, progress);
            if (!run.problems().isEmpty()) {
                throw new DataException("baseline: " + String.join("; ", run.problems()));
            }
            return Baseline.of(fold, run.result(fold));
        }
    }

    private static Budget budget(CheckRequest request) {
        return new Budget(
                request.rules().stream()
                        .map(rule -> Limit.of(rule.name(), rule.most()))
                        .toList(),
                request.suppressed().stream()
                        .map(left ->
                                new Suppression(left.site(), left.cause(), left.budget(), left.reason(), left.until()))
                        .toList(),
                request.ignoreInitialization(),
                request.ignoreLoading(),
                request.margin(),
                request.today());
    }
}
