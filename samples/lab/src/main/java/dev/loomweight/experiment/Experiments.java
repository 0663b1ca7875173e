package dev.loomweight.experiment;

import java.util.List;

/**
 * The published experiments. The figures are those of five articles on the virtual threads of JDK 21, measured on
 * machines of their authors; figures of time and memory differ from machine to machine, so what is judged is how they
 * relate. What {@code limits} says was advice without figures.
 */
public final class Experiments {

    /** All of them, in the order of the report. */
    public static final List<Experiment> ALL = List.of(
            TasksExperiment.TASKS,
            PoolsExperiment.POOLS,
            DownstreamExperiment.DOWNSTREAM,
            PingExperiment.PING,
            FetchExperiment.FETCH,
            ContinuationExperiment.CONTINUATION,
            HandoffExperiment.HANDOFF,
            LimitsExperiment.LIMITS,
            StatesExperiment.STATES);

    private Experiments() {}
}
