package dev.loomweight.experiment;

import dev.loomweight.experiment.Article.Why;
import dev.loomweight.experiment.Experiment.Bar;
import dev.loomweight.experiment.Experiment.Chart;
import dev.loomweight.experiment.Experiment.Claim;
import dev.loomweight.experiment.Experiment.Shown;
import java.util.List;

/** What a bound on threads costs tasks that wait, and tasks that compute. */
final class PoolsExperiment {

    static final Experiment POOLS = new Experiment(
            "pools",
            "tasks that wait and tasks that compute, on virtual threads and on a pool of 200",
            true,
            article(),
            List.of(
                    Shown.count("waitingTasks", "tasks that wait", 10_000),
                    Shown.millis("waitEach", "each waits", 200),
                    Shown.count("pool", "threads of the pool", 200),
                    Shown.millis("virtualWaiting", "waiting, on virtual threads", 257),
                    Shown.millis("poolWaiting", "waiting, on the pool", 10_374),
                    Shown.millis("poolBound", "the least that the pool can need", 10_000),
                    Shown.count("computingTasks", "tasks that compute", 10_000),
                    Shown.count("terms", "terms that each adds", 20_000_000),
                    Shown.millis("virtualComputing", "computing, on virtual threads", 23_316),
                    Shown.millis("poolComputing", "computing, on the pool", 23_715)),
            List.of(
                    Chart.of(
                            "How long tasks take that wait",
                            new Bar("virtualWaiting", "virtual threads"),
                            new Bar("poolWaiting", "the pool"),
                            new Bar("poolBound", "the least that the pool can need")),
                    Chart.of(
                            "How long tasks take that compute",
                            new Bar("virtualComputing", "virtual threads"),
                            new Bar("poolComputing", "the pool"))),
            List.of(
                    new Claim(
                            "waitingBound",
                            "a pool lets as many tasks wait at once as it has threads: 10,374 ms for rounds of 10,000 ms",
                            new ClaimRule.Ratio(
                                    "poolWaiting",
                                    "poolBound",
                                    new Bounds(1, 1.5),
                                    "1 to 1.5 times the rounds that the pool needs")),
                    new Claim(
                            "waiting",
                            "virtual threads all wait at once: 257 ms for a wait of 200 ms, 40 times as fast as the pool",
                            new ClaimRule.Ratio(
                                    "poolWaiting", "virtualWaiting", Bounds.atLeast(2), "over 2 times as fast")),
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
                        "10,000 tasks that each add 20,000,000 terms took 23,316 ms and 23,715 ms: where nothing waits, there"
                                + " is nothing to gain."),
                List.of(
                        "The same tasks on the executors of the JDK: one with a new virtual thread for each task, one with a"
                                + " fixed pool. They run one after the other in one JVM."),
                List.of(
                        Why.always(
                                "A pool of n threads lets n tasks wait at once. It needs tasks / n rounds of a wait each, on"
                                        + " any machine: no processor is too slow or too fast for that."),
                        Why.always(
                                "Virtual threads have no such bound. All wait at once, and what they take beyond one wait is"
                                        + " the work of starting, parking and resuming them. It grows with their number, so the ratio"
                                        + " to the pool is that of the number of tasks and of the machine."),
                        Why.holds(
                                "To compute, a thread needs a processor, of whatever kind it is. Both kinds share the same"
                                        + " processors, and have the same to add.",
                                "computing"),
                        Why.fails(
                                "Both share the same processors, so a difference is one of how they are shared: 200 threads of"
                                        + " the kernel take turns, and virtual threads run one after the other on a carrier"
                                        + " for each processor.",
                                "computing"),
                        Why.fails(
                                "Where tasks are few, starting the threads of the pool counts as much as its rounds.",
                                "waitingBound",
                                "waiting")));
    }
}
