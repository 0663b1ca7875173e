package dev.loomweight.command;

import dev.loomweight.budget.Budget;
import dev.loomweight.budget.BudgetCheck;
import dev.loomweight.budget.BudgetFold;
import dev.loomweight.budget.Limit;
import dev.loomweight.budget.Measure;
import dev.loomweight.budget.Suppression;
import dev.loomweight.capture.DataException;
import dev.loomweight.coverage.RecordingCoverage;
import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.input.Source;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

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
    public static Judgement judge(CheckRequest request, LongConsumer progress) {
        try (CommandInputs inputs = new CommandInputs(request.pins(), ReaderChoice.AUTO, request.maxUnpackedBytes())) {
            Budget budget = budget(request);
            BudgetFold fold = new BudgetFold(
                    inputs.pinOptions(),
                    budget.limits().stream().map(Limit::measure).toList());
            List<Source> sources = inputs.open(request.paths()).sources();
            FoldRun run = FoldRun.read(List.of(fold), sources, progress);
            if (!run.problems().isEmpty() && run.problems().size() == sources.size()) {
                throw new DataException(String.join("; ", run.problems()));
            }
            Path path = request.baseline();
            Folded<BudgetFold.Figures> baseline = path == null ? null : baseline(inputs, path, fold, progress);
            BudgetCheck check = BudgetCheck.run(budget, fold, run.result(fold), baseline);
            List<Section> sections = new ArrayList<>(List.of(check.section()));
            sections.add(new RecordingCoverage().finish(RecordingCoverage.Nothing.NOTHING, run.coverage()));
            sections.removeIf(Section::isEmpty);
            String title = Request.title(request.paths()) + (path == null ? "" : " against " + path);
            return new Judgement(
                    new Question.Answer(new Report("check", title, sections), run.problems()), check.passed());
        }
    }

    private static Folded<BudgetFold.Figures> baseline(
            CommandInputs inputs, Path path, BudgetFold fold, LongConsumer progress) {
        FoldRun run = FoldRun.read(List.of(fold), inputs.openOne(path).sources(), progress);
        if (!run.problems().isEmpty()) {
            throw new DataException("baseline: " + String.join("; ", run.problems()));
        }
        return run.result(fold);
    }

    private static Budget budget(CheckRequest request) {
        return new Budget(
                request.rules().stream().map(Check::limit).toList(),
                request.suppressed().stream()
                        .map(left ->
                                new Suppression(left.site(), left.cause(), left.budget(), left.reason(), left.until()))
                        .toList(),
                request.ignoreInitialization(),
                request.ignoreLoading(),
                request.margin(),
                request.today());
    }

    private static Limit limit(CheckRequest.Rule rule) {
        Measure measure = CheckRequest.measure(rule.name());
        String of = measure.of() == Measure.Of.ALL
                ? ""
                : rule.name().substring(measure.id().length() + 1);
        return new Limit(measure, of, rule.most());
    }
}
