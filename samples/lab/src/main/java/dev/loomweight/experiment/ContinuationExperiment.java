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
                    List.of("A jdk.internal.vm.Continuation was run, yielded, and was run again. It continued after"
                            + " the yield as if nothing had happened in between."),
                    List.of("The class is not meant for applications; the program opens its package with"
                            + " --add-exports."),
                    List.of(
                            Why.always("A yield moves the frames of the continuation from the stack of the running"
                                    + " thread to the heap; the next run moves them back. A virtual thread"
                                    + " is a continuation with a scheduler that runs it: this is how it"
                                    + " mounts and unmounts."),
                            Why.always("The order is given by the program and not by time, so it is the same on every"
                                    + " machine."))),
            List.of(new Shown("order", "printed text", Cell.text(ORDER))),
            List.of(),
            List.of(new Claim(
                    "order",
                    "a continuation continues after its yield when it is run again",
                    new ClaimRule.SameText("order", ORDER, "it prints: " + ORDER))));

    private ContinuationExperiment() {}
}
