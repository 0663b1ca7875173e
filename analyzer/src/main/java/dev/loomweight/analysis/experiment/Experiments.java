package dev.loomweight.analysis.experiment;

import dev.loomweight.analysis.experiment.Experiment.Claim;
import dev.loomweight.analysis.experiment.Experiment.Shown;
import dev.loomweight.report.Cell;
import java.util.List;

/**
 * The published experiments. The figures are those of five articles on the virtual threads of JDK 21, measured on
 * machines of their authors; figures of time and memory differ from machine to machine, so what is judged is how they
 * relate. What {@code limits} says was advice without figures.
 */
public final class Experiments {

    /** All of them, in the order of the report. */
    public static final List<Experiment> ALL =
            List.of(tasks(), pools(), continuation(), handoff(), LimitsExperiment.LIMITS, states());

    private static final String NAMES_OF_STATES = "NEW, STARTED, RUNNING, PARKING, PARKED, PINNED, TIMED_PARKING,"
            + " TIMED_PARKED, TIMED_PINNED, UNPARKED, YIELDING, YIELDED, TERMINATED";

    private Experiments() {}

    private static Experiment tasks() {
        return new Experiment(
                "tasks",
                "how long many short tasks take, one thread each",
                true,
                List.of(
                        Shown.count("tasksFew", "tasks, the smaller number", 10_000),
                        Shown.millis("platformFew", "on platform threads", 1257),
                        Shown.millis("virtualFew", "on virtual threads", 351),
                        Shown.count("tasksMany", "tasks, the larger number", 20_000),
                        Shown.millis("platformMany", "on platform threads", 3086),
                        Shown.millis("virtualMany", "on virtual threads", 662)),
                List.of(
                        new Claim(
                                "few",
                                "10,000 tasks: virtual threads are 3.58 times as fast as platform threads",
                                new Rule.Times(
                                        "platformFew",
                                        "virtualFew",
                                        Range.atLeast(1),
                                        "virtual is faster: over 1 times")),
                        new Claim(
                                "many",
                                "20,000 tasks: 4.66 times as fast",
                                new Rule.Times(
                                        "platformMany",
                                        "virtualMany",
                                        Range.atLeast(1),
                                        "virtual is faster: over 1 times"))));
    }

    private static Experiment pools() {
        return new Experiment(
                "pools",
                "tasks that wait and tasks that compute, on virtual threads and on a pool of 200",
                true,
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
                        new Claim(
                                "waitingBound",
                                "a pool lets as many tasks wait at once as it has threads: 10,374 ms for rounds of 10,000 ms",
                                new Rule.Times(
                                        "poolWaiting",
                                        "poolBound",
                                        new Range(1, 1.5),
                                        "1 to 1.5 times the rounds that the pool needs")),
                        new Claim(
                                "waiting",
                                "virtual threads all wait at once: 257 ms for a wait of 200 ms, 40 times as fast as the pool",
                                new Rule.Times(
                                        "poolWaiting", "virtualWaiting", Range.atLeast(2), "over 2 times as fast")),
                        new Claim(
                                "computing",
                                "virtual threads do not compute faster: 23,316 ms and 23,715 ms",
                                new Rule.Times(
                                        "poolComputing",
                                        "virtualComputing",
                                        new Range(0.75, 1.33),
                                        "the same: 0.75 to 1.33 times"))));
    }

    private static Experiment continuation() {
        String order = "1 run / before yield / 2 run / after yield / Done";
        return new Experiment(
                "continuation",
                "in what order a continuation runs, yields and goes on",
                false,
                List.of(new Shown("order", "what it said", Cell.text(order))),
                List.of(new Claim(
                        "order",
                        "a continuation goes on behind its yield when it is run again",
                        new Rule.Order("order", order, "it says: " + order))));
    }

    private static Experiment handoff() {
        String order = "first / second / third";
        return new Experiment(
                "handoff",
                "whether a virtual thread that waits for a ReentrantLock frees its carrier",
                false,
                List.of(
                        new Shown("order", "what they said", Cell.text(order)),
                        Shown.of("carriers", "carriers that ran them"),
                        Shown.of("waiterMeanwhile", "the waiting thread, while another ran")),
                List.of(
                        new Claim(
                                "order",
                                "the holder of the lock, a thread that runs meanwhile, and then the one that waited",
                                new Rule.Order("order", order, "they say: " + order)),
                        new Claim(
                                "carriers",
                                "the carrier is free in between",
                                new Rule.Amount("carriers", Range.exactly(1), "one carrier ran all three")),
                        new Claim(
                                "blocked",
                                "the thread that waits is blocked, not gone on",
                                new Rule.Order(
                                        "waiterMeanwhile",
                                        "WAITING, queued for the lock",
                                        "it waits in the lock's queue while another runs"))));
    }

    private static Experiment states() {
        return new Experiment(
                "states",
                "the states of a virtual thread, and which of them can be seen from outside",
                false,
                List.of(
                        Shown.count("declared", "states that java.lang.VirtualThread has", 13),
                        new Shown("names", "their names", Cell.text(NAMES_OF_STATES))),
                List.of(
                        new Claim(
                                "number",
                                "a virtual thread has 13 states",
                                new Rule.Amount("declared", Range.exactly(13), "the class declares 13")),
                        new Claim(
                                "names",
                                "they are NEW to TERMINATED, as in the list below",
                                new Rule.Order("names", NAMES_OF_STATES, "the same names, by their values"))));
    }
}
