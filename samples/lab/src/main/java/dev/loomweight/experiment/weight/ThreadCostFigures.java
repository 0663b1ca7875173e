package dev.loomweight.experiment.weight;

import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.kernel.subject.Figure.Kind;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Unit;
import java.util.List;

/** The figures of what threads cost. */
public final class ThreadCostFigures {

    /** The memory of sleeping threads, in captures that started a known number of them. */
    public static final Subject<Processes, Captures> SUBJECT =
            Subject.of(new ThreadWeights()).figures(List.of(figure("platform"), figure("virtual")));

    private ThreadCostFigures() {}

    private static Figure<Captures> figure(String kind) {
        return Figure.of(
                kind + "-thread-cost",
                Kind.HIGHEST,
                Unit.SIZE,
                "memory of one sleeping " + kind + " thread",
                captures -> cost(captures, kind));
    }

    /** Of the capture whose threads cost most. */
    private static Measured cost(Captures captures, String kind) {
        Measured most = Measured.unknown(
                "no input is a capture with a known number of " + kind + " threads; see \"lab sleepers\"");
        for (RunFigures run : captures.runs()) {
            Long memory = run.addedBytes().get(RunFigures.Figure.MEMORY);
            if (memory != null && kind.equals(run.info().kind())) {
                long each = Math.round((double) memory / run.info().threadsRan());
                if (!most.missing().isEmpty() || each > most.amount()) {
                    most = new Measured(each, run.info().threadsRan() + " threads of " + run.subject(), "");
                }
            }
        }
        return most;
    }
}
