package dev.loomweight.experiment;

import dev.loomweight.experiment.Article.Why;
import dev.loomweight.experiment.Experiment.Bar;
import dev.loomweight.experiment.Experiment.Chart;
import dev.loomweight.experiment.Experiment.Claim;
import dev.loomweight.experiment.Experiment.Shown;
import java.util.List;

/** What a bound on threads costs tasks that wait, and tasks that compute. */
final class PoolsExperiment {

    private static final int TASKS = 10_000;

    static final Experiment POOLS = new Experiment(
            "pools",
            "tasks that wait and tasks that compute, on virtual threads and on a pool of 200",
            true,
            article(),
            List.of(
                    Shown.count("waitingTasks", "tasks that wait", TASKS),
                    Shown.millis("waitEach", "duration of each wait", 200),
                    Shown.count("pool", "threads in the pool", 200),
                    Shown.millis("virtualWaiting", "waiting, on virtual threads", 257),
                    Shown.millis("poolWaiting", "waiting, on the pool", 10_374),
                    Shown.millis("poolBound", "minimum for the pool", 10_000),
                    Shown.count("computingTasks", "tasks that compute", 10_000),
                    Shown.count("terms", "terms that each task adds", 20_000_000),
                    Shown.millis("virtualComputing", "computing, on virtual threads", 23_316),
                    Shown.millis("poolComputing", "computing, on the pool", 23_715)),
            List.of(
                    Chart.of(
                            "Duration of waiting tasks",
                            new Bar("virtualWaiting", "virtual threads"),
                            new Bar("poolWaiting", "the pool"),
                            new Bar("poolBound", "minimum for the pool")),
                    Chart.of(
                            "Duration of computing tasks",
                            new Bar("virtualComputing", "virtual threads"),
                            new Bar("poolComputing", "the pool"))),
            List.of(
                    new Claim(
                            "waitingBound",
                            "a pool lets as many tasks wait at the same time as it has threads: 10,374 ms, and at"
                                    + " least 10,000 ms",
                            new ClaimRule.Ratio(
                                    "poolWaiting",
                                    "poolBound",
                                    new Bounds(1, 1.5),
                                    "1 to 1.5 times the minimum for the pool")),
                    new Claim(
                            "waiting",
                            "10,000 tasks on virtual threads all wait at the same time: 257 ms for a wait of 200 ms,"
                                    + " 40 times as fast as the pool",
                            // The most that it can be is the number of tasks by that of the pool's threads.
                            new ClaimRule.OfSize(
                                    "waitingTasks", TASKS, ClaimRule.factor("poolWaiting", "virtualWaiting", 40))),
                    new Claim(
                            "computing",
                            "virtual threads do not compute faster: 23,316 ms and 23,715 ms",
                            new ClaimRule.Ratio(
                                    "poolComputing",
                                    "virtualComputing",
                                    new Bounds(0.75, 1.33),
                                    "the same: 0.75 to 1.33 times"))));

    private PoolsExperiment() {}

    private static Article article() {
        return new Article(
                List.of(
                        "10,000 tasks that wait for 200 ms took 257 ms with a virtual thread each, and 10,374 ms on a pool of"
                                + " 200 platform threads.",
                        "10,000 tasks that each add 20,000,000 terms took 23,316 ms and 23,715 ms: without waits"
                                + " there is nothing to gain."),
                List.of("The same tasks run on two executors of the JDK, one with a new virtual thread per task and"
                        + " one with a fixed pool, one after the other in one JVM."),
                List.of(
                        Why.always("A pool of n threads lets n tasks wait at the same time. It needs at least tasks / n"
                                + " times the duration of one wait, on any machine."),
                        Why.always("Virtual threads have no such limit. All wait at the same time, and the time beyond"
                                + " one wait is spent on starting, parking and resuming them. It grows with"
                                + " their number, so the ratio depends on the number of tasks and on the"
                                + " machine."),
                        Why.holds(
                                "Any kind of thread needs a processor to compute. Both kinds share the same"
                                        + " processors and do the same work.",
                                "computing"),
                        Why.fails(
                                "Both kinds share the same processors, so a difference comes from scheduling: 200"
                                        + " kernel threads take turns, while virtual threads run one after the"
                                        + " other on one carrier per processor.",
                                "computing"),
                        Why.fails(
                                "With few tasks, starting the threads of the pool takes as long as the waits.",
                                "waitingBound")));
    }
}
