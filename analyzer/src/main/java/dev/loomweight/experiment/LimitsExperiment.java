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

    /** As long as a thread is pinned, its carrier runs nothing: half of the throughput gone is a loss worth its name. */
    private static final Bounds LOST = Bounds.atLeast(2);

    private static final String LOST_WORDS = "takes over 2 times as long";

    static final Experiment LIMITS = new Experiment(
            "limits",
            "what ThreadLocals, pooling and pinning cost virtual threads, and how many there can be",
            true,
            article(),
            List.of(
                    Shown.of("localThreads", "threads with a ThreadLocal"),
                    Shown.of("localBytes", "bytes that each value has"),
                    Shown.of("localPool", "threads of a pool for the same tasks"),
                    Shown.of("copiesVirtual", "values, one virtual thread a task"),
                    Shown.of("copiesPool", "values, in the pool"),
                    Shown.of("heapCopyEach", "live heap of a value"),
                    Shown.of("heapLocalEach", "live heap of a thread with its value"),
                    Shown.of("pooledTasks", "tasks that wait 20 ms each"),
                    Shown.of("pooledSize", "virtual threads of a pool for them"),
                    Shown.of("perTask", "one virtual thread a task"),
                    Shown.of("pooled", "in the pool of virtual threads"),
                    Shown.of("idleThreads", "idle threads of a pool"),
                    Shown.of("idleEach", "live heap of each"),
                    Shown.of("pinTasks", "tasks that wait, on few carriers"),
                    Shown.of("pinWait", "each waits"),
                    Shown.of("pinCarriers", "carriers"),
                    Shown.of("pinBound", "rounds, if every task keeps its carrier"),
                    Shown.of("free", "free to leave the carrier"),
                    Shown.of("synchronizedHeld", "inside synchronized"),
                    Shown.of("monitorEntered", "beside threads that want a monitor"),
                    Shown.of("objectWait", "in Object.wait"),
                    Shown.of("nativeFrame", "below a native method"),
                    Shown.of("foreignUpcall", "in an upcall of a foreign function"),
                    Shown.of("classInitializer", "in a class initializer"),
                    new Shown("sleepers", "virtual threads asleep at once", Cell.count(1_000_000)),
                    Shown.of("sleepersResident", "most that was resident with them")),
            List.of(
                    Chart.of(
                            "How long the tasks take, by what keeps the carrier",
                            new Bar("free", "nothing"),
                            new Bar("pinBound", "every task keeps it: the rounds"),
                            new Bar("synchronizedHeld", "synchronized"),
                            new Bar("monitorEntered", "a monitor that others want"),
                            new Bar("objectWait", "Object.wait"),
                            new Bar("nativeFrame", "a native method"),
                            new Bar("foreignUpcall", "an upcall of a foreign function"),
                            new Bar("classInitializer", "a class initializer")),
                    Chart.of(
                            "How long tasks take that wait, with a pool of virtual threads and without",
                            new Bar("perTask", "one virtual thread a task"),
                            new Bar("pooled", "in the pool"))),
            List.of(
                    new Claim(
                            "localCopies",
                            "a ThreadLocal has a value for each virtual thread, not for each thread of a pool",
                            new ClaimRule.Ratio(
                                    "copiesVirtual", "localThreads", Bounds.exactly(1), "as many values as threads")),
                    new Claim(
                            "localHeap",
                            "those values fill the heap",
                            new ClaimRule.Ratio(
                                    "heapCopyEach",
                                    "localBytes",
                                    Bounds.atLeast(0.9),
                                    "each takes at least its size of the heap")),
                    new Claim(
                            "pooling",
                            "pooling virtual threads gains nothing",
                            new ClaimRule.Ratio("pooled", "perTask", Bounds.atLeast(0.9), "the pool is not faster")),
                    new Claim(
                            "idle",
                            "idle threads of a pool stay in the heap",
                            new ClaimRule.Amount("idleEach", Bounds.atLeast(200), "each takes 200 B or more")),
                    pins("synchronizedHeld", "blocking inside synchronized pins (JDK 21; gone with JEP 491 in JDK 24)"),
                    pins("monitorEntered", "waiting for a monitor pins (JDK 21; gone with JEP 491 in JDK 24)"),
                    pins("objectWait", "Object.wait pins (JDK 21; gone with JEP 491 in JDK 24)"),
                    pins("nativeFrame", "blocking below a native method pins"),
                    pins("foreignUpcall", "blocking in an upcall of a foreign function pins"),
                    pins("classInitializer", "blocking in a class initializer pins"),
                    new Claim(
                            "million",
                            "a million virtual threads sleep within 4 GB",
                            new ClaimRule.MinSize(
                                    "sleepers",
                                    1_000_000,
                                    new ClaimRule.Amount(
                                            "sleepersResident",
                                            Bounds.atMost(4.0 * (1L << 30)),
                                            "a million slept, and at most 4 GB was resident")))));

    private LimitsExperiment() {}

    private static Article article() {
        return new Article(
                List.of(
                        "This was advice, without figures: no costly values in the ThreadLocals of virtual threads, no pools of"
                                + " virtual threads, nothing that blocks inside synchronized or below a native method.",
                        "And a promise: a million virtual threads fit into a process."),
                List.of(
                        "Each piece of advice is broken on purpose, and what that costs is measured beside the same without:"
                                + " live heap, or time on few carriers. How the claims are bounded is ours."),
                List.of(
                        Why.always(
                                "A pool has as many values of a ThreadLocal as threads. One thread a task has one a task, and"
                                        + " all of them live while the tasks wait."),
                        Why.always(
                                "A virtual thread costs little to make, so a pool saves little; its bound makes tasks wait for"
                                        + " each other, and its idle threads stay in the heap."),
                        Why.holds(
                                "A pinned thread keeps its carrier, and there are as many carriers as processors: tasks that wait"
                                        + " while pinned need tasks / carriers rounds.",
                                "synchronizedHeld",
                                "monitorEntered",
                                "nativeFrame",
                                "foreignUpcall",
                                "classInitializer"),
                        Why.fails(
                                "From JDK 24 on (JEP 491), a monitor belongs to the virtual thread and not to its carrier. A"
                                        + " thread that blocks inside synchronized, wants a monitor or waits in Object.wait"
                                        + " unmounts.",
                                "synchronizedHeld",
                                "monitorEntered"),
                        Why.fails(
                                "Object.wait on JDK 21 pins, and yet costs little time: the scheduler adds a carrier for as long, up"
                                        + " to jdk.virtualThreadScheduler.maxPoolSize. For a monitor or a native method it does"
                                        + " not.",
                                "objectWait"),
                        Why.always(
                                "Native frames lie on the carrier's stack, with addresses into it: no JDK can move them to the"
                                        + " heap, nor what runs above them. A class initializer is called by the JVM itself, and is"
                                        + " such a frame."),
                        Why.always(
                                "A virtual thread that sleeps is a few objects in the heap. How many there can be is a matter"
                                        + " of -Xmx, and of no limit of the kernel.")));
    }

    private static Claim pins(String key, String said) {
        return new Claim(key, said, new ClaimRule.Ratio(key, "free", LOST, LOST_WORDS));
    }
}
