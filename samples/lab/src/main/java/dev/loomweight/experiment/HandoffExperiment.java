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
            "does a virtual thread that waits for a ReentrantLock release its carrier",
            false,
            new Article(
                    List.of("One virtual thread held a ReentrantLock and a second one tried to acquire it. The second"
                            + " unmounted, its carrier was free for others, and the lock was passed on:"
                            + " first, second, third."),
                    List.of("There is a single carrier, so the order is a proof: if the waiting thread kept the"
                            + " carrier, no other thread could run and the program would not end."),
                    List.of(
                            Why.always("ReentrantLock parks a waiting thread with LockSupport. A virtual thread that"
                                    + " parks unmounts: its frames move to the heap, and its carrier takes"
                                    + " the next thread from the queue. When the lock is released, the"
                                    + " waiting thread is put into that queue."),
                            Why.always("Monitors work the same way on JDK 24+ (JEP 491). On older JDKs a thread that"
                                    + " waits for a monitor pins its carrier; the experiment \"limits\""
                                    + " shows both."))),
            List.of(
                    new Shown("order", "printed text", Cell.text(ORDER)),
                    Shown.of("carriers", "number of carriers"),
                    Shown.of("waiterMeanwhile", "state of the waiting thread while another ran")),
            List.of(),
            List.of(
                    new Claim(
                            "order",
                            "first the holder of the lock, then a third thread, then the waiting thread",
                            new ClaimRule.SameText("order", ORDER, "they print: " + ORDER)),
                    new Claim(
                            "carriers",
                            "the carrier is free in the meantime",
                            new ClaimRule.Amount("carriers", Bounds.exactly(1), "one carrier ran all three")),
                    new Claim(
                            "blocked",
                            "the waiting thread is blocked",
                            new ClaimRule.SameText(
                                    "waiterMeanwhile",
                                    "WAITING, queued for the lock",
                                    "it waits in the queue of the lock while another thread runs"))));

    private HandoffExperiment() {}
}
