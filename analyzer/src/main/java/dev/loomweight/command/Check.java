package dev.loomweight.command;

import dev.loomweight.budget.Budget;
import dev.loomweight.budget.BudgetCheck;
import dev.loomweight.budget.BudgetFold;
import dev.loomweight.budget.Limit;
import dev.loomweight.budget.Measure;
import dev.loomweight.budget.Suppression;
import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.capture.DataException;
import dev.loomweight.coverage.RecordingCoverage;
import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.Folding;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Whether what was captured is within its budgets. */
public final class Check {

    private Check() {}

    /**
     * What came of it.
     *
     * @param answer the report, and one line for each file that could not be read
     * @param passed whether every budget was measured and kept
     */
    public record Outcome(Question.Answer answer, boolean passed) {}

    /**
     * Judges.
     *
     * @throws DataException if no input can be read, or the baseline cannot
     */
    public static Outcome of(CheckRequest request) {
        List<String> problems = new ArrayList<>();
        try (LiveInputs live = new LiveInputs(request.paths());
                Inputs inputs = Inputs.open(live.paths(), ReaderChoice.AUTO, request.maxUnpackedBytes());
                ClassPath classes = request.pins().open()) {
            Budget budget = budget(request);
            BudgetFold fold = new BudgetFold(
                    request.pins().options(classes),
                    budget.limits().stream().map(Limit::measure).toList());
            Folded<BudgetFold.Figures> now = Folding.of(fold, inputs.sources(), problems);
            if (!problems.isEmpty() && problems.size() == inputs.sources().size()) {
                throw new DataException(String.join("; ", problems));
            }
            BudgetCheck check = BudgetCheck.run(budget, fold, now, baseline(request, fold));
            List<Section> sections = new ArrayList<>(List.of(check.section()));
            sections.add(new RecordingCoverage().finish(RecordingCoverage.Nothing.NOTHING, now.coverage()));
            sections.removeIf(Section::isEmpty);
            String title = request.paths().stream().map(Path::toString).collect(Collectors.joining(", "))
                    + (request.baseline() == null ? "" : " against " + request.baseline());
            return new Outcome(new Question.Answer(new Report("check", title, sections), problems), check.passed());
        } catch (IOException e) {
            throw new DataException("cannot close the class path: " + e.getMessage(), e);
        }
    }

    private static @Nullable Folded<BudgetFold.Figures> baseline(CheckRequest request, BudgetFold fold) {
        Path path = request.baseline();
        if (path == null) {
            return null;
        }
        List<String> problems = new ArrayList<>();
        try (Inputs inputs = Diff.open(path, path, request.maxUnpackedBytes())) {
            Folded<BudgetFold.Figures> baseline = Folding.of(fold, inputs.sources(), problems);
            if (!problems.isEmpty()) {
                throw new DataException("baseline: " + String.join("; ", problems));
            }
            return baseline;
        }
    }

    private static Budget budget(CheckRequest request) {
        return new Budget(
                request.rules().stream().map(Check::limit).toList(),
                request.suppressed().stream()
                        .map(left ->
                                new Suppression(left.site(), left.cause(), left.budget(), left.reason(), left.until()))
                        .toList(),
                request.ignoreInitialization(),
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
