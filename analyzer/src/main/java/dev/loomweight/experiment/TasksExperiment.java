package dev.loomweight.experiment;

import dev.loomweight.experiment.Article.Why;
import dev.loomweight.experiment.Experiment.Bar;
import dev.loomweight.experiment.Experiment.Chart;
import dev.loomweight.experiment.Experiment.Claim;
import dev.loomweight.experiment.Experiment.Shown;
import dev.loomweight.report.Cell;
import java.util.List;

/** What it costs to start a thread for a task that is over at once. */
final class TasksExperiment {

    private static final String JAVA = "tasks";
    private static final String GO = "tasks-go";

    static final Experiment TASKS = new Experiment(
            JAVA,
            "how long many short tasks take, one thread each",
            true,
            article(),
            List.of(
                    Shown.count("tasksFew", "tasks, the smaller number", 10_000),
                    Shown.millis("plainPlatformFew", "on platform threads", 1257)
                            .by(JAVA),
                    Shown.millis("plainVirtualFew", "on virtual threads", 351).by(JAVA),
                    new Shown("goFew", "as goroutines", new Cell.Nanos(3_500_000)).by(GO),
                    Shown.of("platformFew", "on platform threads, under capture", JAVA),
                    Shown.of("virtualFew", "on virtual threads, under capture", JAVA),
                    Shown.count("tasksMany", "tasks, the larger number", 20_000),
                    Shown.millis("plainPlatformMany", "on platform threads", 3086)
                            .by(JAVA),
                    Shown.millis("plainVirtualMany", "on virtual threads", 662).by(JAVA),
                    Shown.of("goMany", "as goroutines", GO),
                    Shown.of("platformMany", "on platform threads, under capture", JAVA),
                    Shown.of("virtualMany", "on virtual threads, under capture", JAVA)),
            List.of(Chart.of(
                    "How long the tasks take",
                    new Bar("plainPlatformFew", "the smaller number, platform threads"),
                    new Bar("plainVirtualFew", "virtual threads"),
                    new Bar("goFew", "goroutines"),
                    new Bar("plainPlatformMany", "the larger number, platform threads"),
                    new Bar("plainVirtualMany", "virtual threads"),
                    new Bar("goMany", "goroutines"))),
            List.of(
                    new Claim(
                            "few",
                            "10,000 tasks: virtual threads are 3.58 times as fast as platform threads",
                            faster("plainPlatformFew", "plainVirtualFew", "virtual is faster: over 1 times")),
                    new Claim(
                            "many",
                            "20,000 tasks: 4.66 times as fast",
                            faster("plainPlatformMany", "plainVirtualMany", "virtual is faster: over 1 times")),
                    new Claim(
                            "goroutines",
                            "goroutines are faster still: 3.5 ms for 10,000 tasks",
                            faster("plainVirtualFew", "goFew", "goroutines are faster: over 1 times"))));

    private TasksExperiment() {}

    private static ClaimRule faster(String slow, String fast, String words) {
        return new ClaimRule.Ratio(slow, fast, Bounds.atLeast(1), words);
    }

    private static Article article() {
        return new Article(
                List.of(
                        "10,000 tasks, and then 20,000, got a thread each; a task adds the numbers from 0 to 999. Platform"
                                + " threads took 1257 ms and 3086 ms, virtual threads 351 ms and 662 ms.",
                        "The same in Go took 3.5 ms for 10,000 goroutines."),
                List.of(
                        "The claims are judged in a JVM that nobody watches, as it was published: without NMT and without a"
                                + " recording.",
                        "Each kind is run once before it is measured: the start of the scheduler, and code that is not"
                                + " compiled yet, would be most of what virtual threads take.",
                        "The same threads run under capture too, and stand beside. What that adds to a thread is the price of"
                                + " watching it: compare figures only with those that were taken the same way.",
                        "The goroutines are those of a program that is built and run where there is Go."),
                List.of(
                        Why.always(
                                "A task is over in microseconds: what is measured is the start and the end of its thread."),
                        Why.holds(
                                "A platform thread is the kernel's: a stack is mapped, a thread is cloned and scheduled, and"
                                        + " all of it is undone. A virtual thread is an object in the heap that a carrier"
                                        + " takes from a queue.",
                                "few",
                                "many"),
                        Why.fails(
                                "With few tasks there is little to tell apart: the first virtual threads pay for the start of"
                                        + " the scheduler and its carriers, and for code that is not compiled yet.",
                                "few",
                                "many"),
                        Why.always(
                                "How many times as fast differs between machines by what their kernels take for a thread,"
                                        + " and by how many processors start threads and run them at once."),
                        Why.always(
                                "NMT in detail walks the stack at each allocation of native memory, and a recording is"
                                        + " told of each thread: under capture both kinds take longer, and not by the"
                                        + " same factor."),
                        Why.holds(
                                "Go compiles ahead, and starts a goroutine on a stack of 2 KB that it has used before. A JVM"
                                        + " makes a thread, its continuation and, where it waits, a stack chunk, as objects"
                                        + " that somebody must collect.",
                                "goroutines")));
    }
}
