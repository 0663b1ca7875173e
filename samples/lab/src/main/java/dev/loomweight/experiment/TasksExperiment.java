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
    private static final int FEWER_TASKS = 10_000;
    private static final int MORE_TASKS = 20_000;

    static final Experiment TASKS = new Experiment(
            JAVA,
            "duration of many short tasks, one thread each",
            true,
            article(),
            List.of(
                    Shown.count("tasksFew", "tasks, the smaller number", FEWER_TASKS),
                    Shown.millis("plainPlatformFew", "on platform threads", 1257)
                            .by(JAVA),
                    Shown.millis("plainVirtualFew", "on virtual threads", 351).by(JAVA),
                    new Shown("goFew", "as goroutines", new Cell.Nanos(3_500_000)).by(GO),
                    Shown.of("platformFew", "on platform threads, under capture", JAVA),
                    Shown.of("virtualFew", "on virtual threads, under capture", JAVA),
                    Shown.count("tasksMany", "tasks, the larger number", MORE_TASKS),
                    Shown.millis("plainPlatformMany", "on platform threads", 3086)
                            .by(JAVA),
                    Shown.millis("plainVirtualMany", "on virtual threads", 662).by(JAVA),
                    Shown.of("goMany", "as goroutines", GO),
                    Shown.of("platformMany", "on platform threads, under capture", JAVA),
                    Shown.of("virtualMany", "on virtual threads, under capture", JAVA)),
            List.of(Chart.of(
                    "Duration of the tasks",
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
                            faster("tasksFew", FEWER_TASKS, "plainPlatformFew", "plainVirtualFew", 3.58)),
                    new Claim(
                            "many",
                            "20,000 tasks: 4.66 times as fast",
                            faster("tasksMany", MORE_TASKS, "plainPlatformMany", "plainVirtualMany", 4.66)),
                    new Claim(
                            "goroutines",
                            "10,000 tasks: goroutines are 100 times as fast as virtual threads, 3.5 ms",
                            faster("tasksFew", FEWER_TASKS, "plainVirtualFew", "goFew", 100))));

    private TasksExperiment() {}

    private static ClaimRule faster(String sizeKey, long tasks, String slow, String fast, double times) {
        return new ClaimRule.OfSize(sizeKey, tasks, ClaimRule.factor(slow, fast, times));
    }

    private static Article article() {
        return new Article(
                List.of(
                        "10,000 and then 20,000 tasks ran in one thread each; a task adds the numbers from 0 to 999."
                                + " Platform threads took 1257 ms and 3086 ms, virtual threads 351 ms and 662 ms.",
                        "The same in Go took 3.5 ms for 10,000 goroutines."),
                List.of(
                        "As in the publication, the claims are judged in a JVM without NMT and without a recording.",
                        "Each kind is run once before it is measured; otherwise most of the time of virtual threads"
                                + " would be the start of the scheduler and code that is not compiled yet.",
                        "The same threads also run under capture. The difference is the overhead of the capture;"
                                + " compare only figures that were measured the same way.",
                        "The goroutines belong to a Go program, which is built and run if Go is installed."),
                List.of(
                        Why.always(
                                "A task takes microseconds, so the figures show the start and the end of its thread."),
                        Why.holds(
                                "For a platform thread the kernel maps a stack, clones and schedules a thread, and"
                                        + " undoes all of it. A virtual thread is an object in the heap that a"
                                        + " carrier takes from a queue.",
                                "few",
                                "many"),
                        Why.always(
                                "The ratio differs between machines: it depends on the cost of a thread in the kernel"
                                        + " and on the number of processors that start and run threads."),
                        Why.always("NMT in detail mode walks the stack at each native allocation, and a recording"
                                + " contains each thread. Under capture both kinds take longer, and not by"
                                + " the same factor."),
                        Why.holds(
                                "Go compiles ahead of time and starts a goroutine on a reused stack of 2 KB. A JVM"
                                        + " allocates a thread, its continuation and, if it waits, a stack chunk as"
                                        + " objects that the collector must free.",
                                "goroutines"),
                        Why.fails(
                                "Virtual threads have run once before they are measured here, so the start of their"
                                        + " scheduler and code that is not compiled yet are in no figure. What is"
                                        + " left is nearer to goroutines.",
                                "goroutines")));
    }
}
