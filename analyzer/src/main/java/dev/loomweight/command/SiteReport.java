package dev.loomweight.command;

import dev.loomweight.capture.DataException;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.input.Source;
import dev.loomweight.kernel.coverage.RecordingCoverage;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.pins.pinning.SiteAnalysis;
import dev.loomweight.report.Report;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;

/** One pinning site in detail: its stacks, its source, what to do. */
public final class SiteReport {

    private SiteReport() {}

    /**
     * Makes the report.
     *
     * @param given what to read; its options choose pins as they do for {@link Question#PINS}
     * @param number which site, from 1, in the order of {@link Question#PINS}
     * @param folders folders of the application's sources, which may be none
     * @param progress takes the number of samples read since it was last called; called by several threads
     * @throws DataException if no path can be read, or there are fewer sites
     */
    public static Question.Answer make(Options given, int number, List<Path> folders, ReadingProgress progress) {
        try (CommandInputs inputs = new CommandInputs(given)) {
            SourceLines lines = new SourceLines(folders);
            List<Source> sources =
                    inputs.open(given.get(InputOptions.PATHS), progress).sources();
            List<Analysis<?, ?>> site = List.of(new SiteAnalysis(inputs.pinOptions(), number, lines::around));
            FoldRun run = FoldRun.read(site, sources, progress);
            return new Question.Answer(
                    new Report(
                            "site",
                            inputs.title(given.get(InputOptions.PATHS)),
                            RecordingCoverage.missing(run.coverage()),
                            Analysis.sections(site, run)),
                    run.problems());
        } catch (NoSuchElementException e) {
            throw new DataException(String.valueOf(e.getMessage()), e);
        }
    }
}
