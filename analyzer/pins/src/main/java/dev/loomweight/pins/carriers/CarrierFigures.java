package dev.loomweight.pins.carriers;

import dev.loomweight.kernel.coverage.MissingEvents;
import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.kernel.subject.Figure.Kind;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.pins.carriers.FailedSubmits.RefusalReading;
import dev.loomweight.pins.carriers.FailedSubmits.Refusals;
import dev.loomweight.pins.carriers.SchedulerDelays.DelayReading;
import dev.loomweight.pins.carriers.SchedulerDelays.Delays;
import dev.loomweight.report.Unit;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.PinEvents.SchedulerDelay;
import dev.loomweight.sample.PinEvents.SubmitFailed;
import java.util.List;

/** The figures of the scheduler of virtual threads: which threads it rejected, and which waited for a carrier. */
public final class CarrierFigures {

    /** Virtual threads that the scheduler rejected. */
    public static final Subject<Refusals, RefusalReading> REFUSED = Subject.of(new FailedSubmits())
            .figures(List.of(Figure.<RefusalReading>of(
                            "failed-submits",
                            Kind.TOTAL,
                            Unit.COUNT,
                            "virtual threads that the scheduler rejected",
                            refused -> new Measured(
                                    refused.count(),
                                    SubmitFailed.EVENT,
                                    MissingEvents.of(refused.coverage(), SubmitFailed.EVENT)))
                    .onlyInRecordings()))
            .stored((all, coverage) -> all.parts());

    /** Waits for a carrier. */
    public static final Subject<Delays, DelayReading> DELAYED = Subject.of(new SchedulerDelays())
            .figures(List.of(Figure.<DelayReading>of(
                            "scheduler-delay-p99",
                            Kind.HIGHEST,
                            Unit.TIME,
                            "wait of virtual threads for a carrier, 99th percentile",
                            delayed -> new Measured(delayed.p99Nanos(), SchedulerDelay.EVENT, missing(delayed)))
                    .onlyInRecordings()))
            .stored((all, coverage) -> all.parts());

    private CarrierFigures() {}

    /** Why there may be longer waits; empty where there cannot. A recording without the probe says nothing of its process. */
    private static String missing(DelayReading delayed) {
        Coverage coverage = delayed.coverage();
        String missing =
                coverage.of(SchedulerDelay.EVENT).isEmpty() ? "" : MissingEvents.of(coverage, SchedulerDelay.EVENT);
        if (!missing.isEmpty()) {
            return missing;
        }
        return coverage.sources().stream()
                .map(Coverage.OfSource::origin)
                .filter(origin -> origin.instrument() == Instrument.JFR && !delayed.isMeasured(origin.subject()))
                .findFirst()
                .map(origin -> "the recording of " + origin.subject() + " has no " + SchedulerDelay.EVENT
                        + ": run with Loomweight's agent and virtual threads")
                .orElse(delayed.processes().isEmpty() ? "no input is a recording" : "");
    }
}
