package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.locking;
import static dev.loomweight.threads.hang.Dumps.nativeFrame;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.same;
import static dev.loomweight.threads.hang.Dumps.standing;
import static dev.loomweight.threads.hang.Dumps.sync;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static dev.loomweight.threads.hang.Dumps.waitingIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Among;
import dev.loomweight.report.Cell;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Dumps.LockOwners.From;
import dev.loomweight.threads.judge.FrameLocks;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the table of the threads that are in no hang says. */
class OtherThreadsTest {

    private static List<String> rows(List<LockOwners> owners, DumpedThread... threads) {
        List<WaitGraph> graphs = Moment.of(same(2, threads)).stream()
                .map(moment -> WaitGraph.of(moment, owners, FrameLocks.NONE))
                .toList();
        return OtherThreads.of(HangResult.of(graphs, 0, false), new Among("", "", "")).stream()
                .flatMap(table -> table.rows().stream())
                .map(row -> row.cells().stream().map(OtherThreadsTest::text).collect(Collectors.joining(" | ")))
                .toList();
    }

    private static String text(Cell cell) {
        return switch (cell) {
            case Cell.Text text -> text.value();
            case Cell.Count count -> Long.toString(count.value());
            default -> cell.toString();
        };
    }

    @Test
    void eachDoesWhatTheDumpShows() {
        assertThat(rows(
                        List.of(),
                        virtual(1, "takes")
                                .state("WAITING")
                                .frames(waitingIn("java.util.concurrent.LinkedBlockingQueue", "take", 1))
                                .build(),
                        platform(2, "runs")
                                .state("RUNNABLE")
                                .frames(standing(2))
                                .build(),
                        platform(3, "stands").frames(standing(3)).build(),
                        platform(4, "native")
                                .state("RUNNABLE")
                                .frames(List.of(
                                        nativeFrame("com.acme.Zip", "deflate"), frame("com.acme.Shop", "order", 4)))
                                .build(),
                        virtual(5, "ready")
                                .state("RUNNABLE")
                                .frames(standing(5))
                                .build(),
                        virtual(6, "").state("NEW").build(),
                        platform(7, "Signal Dispatcher").state("RUNNABLE").build()))
                .containsExactly(
                        "\"runs\" (platform #2) | 1 | runs | com.acme.Shop.order (Shop.java:2)",
                        "\"stands\" (platform #3) | 1 | runs or waits for a monitor | com.acme.Shop.order (Shop.java:3)",
                        "\"native\" (platform #4) | 1 | is in native code | com.acme.Zip.deflate",
                        "\"ready\" (virtual #5) | 1 | could run and has no carrier | com.acme.Shop.order (Shop.java:5)",
                        "virtual thread #6 | 1 | has not begun and has no carrier | no Java frame",
                        // What waits for work is last.
                        "\"takes\" (virtual #1) | 1 | waits for work | com.acme.Shop.order (Shop.java:1)");
    }

    /** One name is enough where a line shows the rest. */
    @Test
    void threadsThatDoTheSameAtOneLineAreOneRow() {
        DumpedThread[] threads = new DumpedThread[8];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = i < 3
                    ? virtual(i + 1, "sleeper-" + i)
                            .state("TIMED_WAITING")
                            .frames(waitingIn("java.lang.Thread", "sleep", 9))
                            .build()
                    : virtual(i + 1, "new-" + i).state("NEW").build();
        }

        assertThat(rows(List.of(), threads))
                .containsExactly(
                        "\"sleeper-0\" (virtual #1) and others | 3 | waits for the clock, with a time |"
                                + " com.acme.Shop.order (Shop.java:9)",
                        "\"new-3\" (virtual #4), \"new-4\" (virtual #5), \"new-5\" (virtual #6), \"new-6\" (virtual #7)"
                                + " and others | 5 | has not begun and has no carrier | no Java frame");
    }

    /** Who was woken no longer waits for the time to pass. */
    @Test
    void whoWasWokenCouldRun() {
        DumpedThread sleeper = virtual(1, "sleeper")
                .state("TIMED_WAITING")
                .frames(waitingIn("java.lang.Thread", "sleep", 9))
                .build();

        assertThat(rows(List.of(new LockOwners(From.AGENT, List.of(), List.of(1L))), sleeper))
                .containsExactly(
                        "\"sleeper\" (virtual #1) | 1 | could run and has no carrier | com.acme.Shop.order (Shop.java:9)");
    }

    @Test
    void whoHangsIsLeftOut() {
        DumpedThread one =
                virtual(1, "one").frames(locking(1)).parkedFor(sync(2)).owner(2).build();
        DumpedThread other = virtual(2, "other")
                .frames(locking(2))
                .parkedFor(sync(1))
                .owner(1)
                .build();
        DumpedThread runs =
                platform(3, "runs").state("RUNNABLE").frames(standing(3)).build();

        assertThat(rows(List.of(), one, other, runs))
                .containsExactly("\"runs\" (platform #3) | 1 | runs | com.acme.Shop.order (Shop.java:3)");
    }
}
