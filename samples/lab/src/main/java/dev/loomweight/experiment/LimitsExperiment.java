package dev.loomweight.experiment;

import dev.loomweight.experiment.Article.Why;
import dev.loomweight.experiment.Experiment.Bar;
import dev.loomweight.experiment.Experiment.Chart;
import dev.loomweight.experiment.Experiment.Claim;
import dev.loomweight.experiment.Experiment.Shown;
import dev.loomweight.report.Cell;
import java.util.List;

/** What virtual threads are not for, and what they must not do: published as advice, measured here. */
final class LimitsExperiment {

    /** While a thread is pinned, its carrier runs nothing else; half of the throughput is a clear loss. */
    private static final Bounds LOST = Bounds.atLeast(2);

    private static final String LOST_WORDS = "takes at least 2 times as long";

    static final Experiment LIMITS = new Experiment(
            "limits",
            "the cost of ThreadLocals, pooling and pinning with virtual threads, and how many threads are possible",
            true,
            article(),
            List.of(
                    Shown.of("localThreads", "threads with a ThreadLocal"),
                    Shown.of("localBytes", "size of each value"),
                    Shown.of("localPool", "threads of a pool that runs the same tasks"),
                    Shown.of("copiesVirtual", "values with one virtual thread per task"),
                    Shown.of("copiesPool", "values with the pool"),
                    Shown.of("heapCopyEach", "live heap per value"),
                    Shown.of("heapLocalEach", "live heap per thread with its value"),
                    Shown.of("pooledTasks", "tasks that wait for 20 ms each"),
                    Shown.of("pooledSize", "virtual threads of the pool that runs them"),
                    Shown.of("perTask", "one virtual thread per task"),
                    Shown.of("pooled", "with the pool of virtual threads"),
                    Shown.of("idleThreads", "idle threads of a pool"),
                    Shown.of("idleEach", "live heap per thread"),
                    Shown.of("pinTasks", "waiting tasks, on few carriers"),
                    Shown.of("pinWait", "duration of each wait"),
                    Shown.of("pinCarriers", "carriers"),
                    Shown.of("pinBound", "time if every task pins its carrier"),
                    Shown.of("free", "not pinned"),
                    Shown.of("synchronizedHeld", "inside synchronized"),
                    Shown.of("monitorEntered", "while other threads contend for a monitor"),
                    Shown.of("objectWait", "in Object.wait"),
                    Shown.of("nativeFrame", "below a native method"),
                    Shown.of("foreignUpcall", "in an upcall of a foreign function"),
                    Shown.of("classInitializer", "in a class initializer"),
                    new Shown("sleepers", "sleeping virtual threads", Cell.count(1_000_000)),
                    Shown.of("sleepersResident", "peak RSS with them")),
            List.of(
                    Chart.of(
                            "Duration of the tasks by cause of pinning",
                            new Bar("free", "none"),
                            new Bar("pinBound", "computed, if every task pins its carrier"),
                            new Bar("synchronizedHeld", "synchronized"),
                            new Bar("monitorEntered", "a contended monitor"),
                            new Bar("objectWait", "Object.wait"),
                            new Bar("nativeFrame", "a native method"),
                            new Bar("foreignUpcall", "an upcall of a foreign function"),
                            new Bar("classInitializer", "a class initializer")),
                    Chart.of(
                            "Duration of waiting tasks with and without a pool of virtual threads",
                            new Bar("perTask", "one virtual thread per task"),
                            new Bar("pooled", "pool"))),
            List.of(
                    new Claim(
                            "localCopies",
                            "a ThreadLocal has one value per virtual thread instead of one per thread of a pool",
                            new ClaimRule.Ratio(
                                    "copiesVirtual", "localThreads", Bounds.exactly(1), "as many values as threads")),
                    new Claim(
                            "localHeap",
                            "these values fill the heap",
                            new ClaimRule.Ratio(
                                    "heapCopyEach",
                                    "localBytes",
                                    Bounds.atLeast(0.9),
                                    "each takes at least 0.9 times its size in the heap")),
                    new Claim(
                            "pooling",
                            "pooling virtual threads gains nothing",
                            new ClaimRule.Ratio("pooled", "perTask", Bounds.atLeast(0.9), "the pool is not faster")),
                    new Claim(
                            "idle",
                            "idle threads of a pool stay in the heap",
                            new ClaimRule.Amount("idleEach", Bounds.atLeast(200), "each takes at least 200 B")),
                    pins(
                            "synchronizedHeld",
                            "blocking inside synchronized pins (JDK 21; no longer on JDK 24+, JEP" + " 491)"),
                    pins("monitorEntered", "waiting for a monitor pins (JDK 21; no longer on JDK 24+, JEP 491)"),
                    pins("objectWait", "Object.wait pins (JDK 21; no longer on JDK 24+, JEP 491)"),
                    pins("nativeFrame", "blocking below a native method pins"),
                    pins("foreignUpcall", "blocking in an upcall of a foreign function pins"),
                    pins("classInitializer", "blocking in a class initializer pins"),
                    new Claim(
                            "million",
                            "a million virtual threads sleep within 4 GB",
                            new ClaimRule.OfSize(
                                    "sleepers",
                                    1_000_000,
                                    new ClaimRule.Amount(
                                            "sleepersResident",
                                            Bounds.atMost(4.0 * (1L << 30)),
                                            "a million threads slept with at most 4 GB RSS")))));

    private LimitsExperiment() {}

    private static Article article() {
        return new Article(
                List.of(
                        "The publication gave advice without figures: no expensive values in ThreadLocals of virtual"
                                + " threads, no pools of virtual threads, no blocking inside synchronized or below"
                                + " a native method.",
                        "It also promised that a million virtual threads fit into one process."),
                List.of("Each piece of advice is violated on purpose. The cost, live heap or time on few carriers, is"
                        + " compared with a run that follows the advice. The bounds of the claims are"
                        + " Loomweight's own."),
                List.of(
                        Why.always("With a pool, a ThreadLocal has as many values as the pool has threads. With one"
                                + " thread per task there is one value per task, and all of them are live"
                                + " while the tasks wait."),
                        Why.always("A virtual thread is cheap to create, so a pool saves little. Its limit makes tasks"
                                + " wait for each other, and its idle threads stay in the heap."),
                        Why.holds(
                                "A pinned thread keeps its carrier, and there are as many carriers as processors, so"
                                        + " tasks that wait while pinned take tasks / carriers times the duration"
                                        + " of one wait.",
                                "synchronizedHeld",
                                "monitorEntered",
                                "nativeFrame",
                                "foreignUpcall",
                                "classInitializer"),
                        Why.fails(
                                "On JDK 24+ (JEP 491), a monitor is owned by the virtual thread and not by its"
                                        + " carrier. A thread that blocks inside synchronized, waits for a monitor"
                                        + " or waits in Object.wait unmounts.",
                                "synchronizedHeld",
                                "monitorEntered"),
                        Why.fails(
                                "On JDK 21, Object.wait pins but costs little time: the scheduler adds a carrier for"
                                        + " the duration of the wait, up to jdk.virtualThreadScheduler.maxPoolSize."
                                        + " It does not do so for a monitor or a native method.",
                                "objectWait"),
                        Why.always("Native frames are on the carrier's stack and hold addresses of it, so no JDK can"
                                + " move them, or the frames above them, to the heap. A class initializer"
                                + " is called by the JVM itself and so has a native frame below it."),
                        Why.always("A sleeping virtual thread is a few objects in the heap. Their number is limited by"
                                + " -Xmx and not by the kernel.")));
    }

    private static Claim pins(String key, String said) {
        return new Claim(key, said, new ClaimRule.Ratio(key, "free", LOST, LOST_WORDS));
    }
}
