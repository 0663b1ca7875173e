package dev.loomweight.experiment;

import dev.loomweight.experiment.Article.Why;
import dev.loomweight.experiment.Experiment.Claim;
import dev.loomweight.experiment.Experiment.Shown;
import dev.loomweight.report.Cell;
import java.util.List;

/** What a virtual thread does with its carrier while it waits for a lock. */
final class HandoffExperiment {

    private static final String ORDER = "first / second / third";

    static final Experiment HANDOFF = new Experiment(
            "handoff",
            "whether a virtual thread that waits for a ReentrantLock frees its carrier",
            false,
            new Article(
                    List.of(
                            "One virtual thread held a ReentrantLock, and a second one wanted it. The second unmounted, its"
                                    + " carrier was free for others, and the lock was handed on: first, second, third."),
                    List.of(
                            "There is a single carrier, so that order alone proves it: a thread that kept the carrier would let"
                                    + " nobody run, and the program would not end."),
                    List.of(
                            Why.always(
                                    "ReentrantLock parks a thread that must wait, by LockSupport. A virtual thread that parks"
                                            + " unmounts: its frames go to the heap, and its carrier takes the next thread from the"
                                            + " queue. When the lock is given up, the one that waited is put into that queue."),
                            Why.always(
                                    "A monitor does so from JDK 24 on (JEP 491). Before, a thread that waited for one kept"
                                            + " its carrier: the experiment limits shows both."))),
            List.of(
                    new Shown("order", "what they said", Cell.text(ORDER)),
                    Shown.of("carriers", "carriers that ran them"),
                    Shown.of("waiterMeanwhile", "the waiting thread, while another ran")),
            List.of(),
            List.of(
                    new Claim(
                            "order",
                            "the holder of the lock, a thread that runs meanwhile, and then the one that waited",
                            new ClaimRule.SameText("order", ORDER, "they say: " + ORDER)),
                    new Claim(
                            "carriers",
                            "the carrier is free in between",
                            new ClaimRule.Amount("carriers", Bounds.exactly(1), "one carrier ran all three")),
                    new Claim(
                            "blocked",
                            "the thread that waits is blocked, not gone on",
                            new ClaimRule.SameText(
                                    "waiterMeanwhile",
                                    "WAITING, queued for the lock",
                                    "it waits in the lock's queue while another runs"))));

    private HandoffExperiment() {}
}
