package dev.loomweight.threads.waits;

import dev.loomweight.amount.Quantity;
import dev.loomweight.bytecode.Code;
import dev.loomweight.kernel.coverage.MissingEvents;
import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.kernel.subject.Figure.Kind;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.kernel.subject.Scope;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Unit;
import dev.loomweight.sample.ThreadEvents.TracedWait;
import java.util.List;

/** The figures of traced waits. */
public final class WaitFigures {

    private static final List<Figure<WaitTimesReading>> FIGURES = List.of(
            Figure.<WaitTimesReading>of(
                            "longest-wait",
                            Kind.HIGHEST,
                            Unit.TIME,
                            "longest wait of a virtual thread for other threads or peers",
                            waited -> measured(waited, waited.longestNanos()))
                    .onlyInRecordings(),
            Figure.<WaitTimesReading>of(
                            "wait-p99",
                            Kind.HIGHEST,
                            Unit.TIME,
                            "99th percentile of the recorded waits of virtual threads at a method or line",
                            new Scope("SITE", "method or line of the application", List.of()),
                            (waited, site) -> measured(waited, waited.p99NanosAt(site)))
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

    /** Waits shorter than the threshold are not there, however many they are. */
    private static Measured measured(WaitTimesReading waited, long nanos) {
        String missing = MissingEvents.of(waited.coverage(), TracedWait.EVENT);
        Quantity shortest = waited.shortest();
        if (missing.isEmpty() && !shortest.isKnown()) {
            missing = "which waits are too short to be recorded is not known: " + shortest.reason();
        }
        String from = Amounts.time(shortest.orElse(0));
        return new Measured(nanos, "JFR, waits from " + from, missing)
                .unsure(shortest.orElse(0), "waits shorter than " + from + " were not recorded");
    }
}
