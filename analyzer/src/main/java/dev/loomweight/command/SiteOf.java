package dev.loomweight.command;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.capture.DataException;
import dev.loomweight.fold.AnalysisRun;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.pinning.SiteAnalysis;
import dev.loomweight.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;

/** One place that pins, whole: its stacks, its source, what to do. */
public final class SiteOf {

    private SiteOf() {}

    /**
     * Looks at it.
     *
     * @param request what to read; its options choose pins as they do for {@link Question#PINS}
     * @param number which, from 1, in the order of {@link Question#PINS}
     * @param sources folders of the application's sources, which may be none
     * @throws DataException if no path can be read, or there are fewer sites
     */
    public static Question.Answer of(Request request, int number, List<Path> sources) {
        try (LiveInputs live = new LiveInputs(request.paths());
                Inputs opened = request.open(live.paths());
                ClassPath classes = request.pins().open()) {
            SourceLines lines = new SourceLines(sources);
            AnalysisRun run = AnalysisRun.of(
                    List.of(new SiteAnalysis(request.pins().options(classes), number, lines::around)),
                    opened.sources());
            String title = request.paths().stream()
                    .map(Path::toString)
                    .reduce((a, b) -> a + ", " + b)
                    .orElse("");
            return new Question.Answer(new Report("site", title, run.sections()), run.problems());
        } catch (NoSuchElementException e) {
            throw new DataException(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new DataException("cannot close the class path: " + e.getMessage(), e);
        }
    }
}
