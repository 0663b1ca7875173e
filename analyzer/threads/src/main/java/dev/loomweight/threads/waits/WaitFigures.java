package dev.loomweight.threads.waits;

import dev.loomweight.bytecode.Code;
import dev.loomweight.kernel.coverage.MissingEvents;
import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.kernel.subject.Figure.Kind;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.report.Unit;
import dev.loomweight.sample.ThreadEvents.TracedWait;
import java.util.List;

/** The figures of traced waits. */
public final class WaitFigures {

    private static final List<Figure<WaitTimesReading>> FIGURES = List.of(Figure.<WaitTimesReading>of(
                    "longest-wait",
                    Kind.HIGHEST,
                    Unit.TIME,
                    "longest wait of a virtual thread for other threads or peers",
                    waited -> new Measured(
                            waited.longestNanos(),
                            TracedWait.EVENT,
                            MissingEvents.of(waited.coverage(), TracedWait.EVENT)))
            .onlyInRecordings());

    private WaitFigures() {}

    /**
     * Traced waits of virtual threads.
     *
     * @param code the class files of the application; may be empty
     * @param own prefixes of its own classes; may be empty
     */
    public static Subject<WaitTimes, WaitTimesReading> of(Code code, List<String> own) {
        return Subject.of(new WaitTimesAnalysis(code, own)).figures(FIGURES).stored((all, coverage) -> all.parts());
    }
}
