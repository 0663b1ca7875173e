package dev.loomweight.experiment;

import dev.loomweight.experiment.Article.Why;
import dev.loomweight.experiment.Experiment.Claim;
import dev.loomweight.experiment.Experiment.Shown;
import dev.loomweight.report.Cell;
import java.util.List;

/** What virtual threads are made of. */
final class ContinuationExperiment {

    private static final String ORDER = "1 run / before yield / 2 run / after yield / Done";

    static final Experiment CONTINUATION = new Experiment(
            "continuation",
            "in what order a continuation runs, yields and goes on",
            false,
            new Article(
                    List.of(
                            "A jdk.internal.vm.Continuation was run, yielded, and was run again. It went on behind its yield,"
                                    + " as if nothing had come between."),
                    List.of("The class is not for applications: the program opens its package with --add-exports."),
                    List.of(
                            Why.always(
                                    "A yield takes the frames of the continuation off the stack of the thread that runs it,"
                                            + " and keeps them in the heap; the next run puts them back. A virtual thread is a"
                                            + " continuation and a scheduler that runs it: this is how it mounts and unmounts."),
                            Why.always(
                                    "The order is that of the program and not of any clock, so it is the same on every"
                                            + " machine."))),
            List.of(new Shown("order", "what it said", Cell.text(ORDER))),
            List.of(),
            List.of(new Claim(
                    "order",
                    "a continuation goes on behind its yield when it is run again",
                    new ClaimRule.SameText("order", ORDER, "it says: " + ORDER))));

    private ContinuationExperiment() {}
}
