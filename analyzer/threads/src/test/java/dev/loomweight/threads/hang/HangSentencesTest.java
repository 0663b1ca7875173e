package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.json;
import static dev.loomweight.threads.hang.Dumps.lock;
import static dev.loomweight.threads.hang.Dumps.monitor;
import static dev.loomweight.threads.hang.Dumps.standing;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static dev.loomweight.threads.hang.Dumps.waitingIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.Samples;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of hangs, complete: each figure is asserted wherever it stands in a sentence. */
class HangSentencesTest {

    /** The same threads in so many dumps, ten seconds apart. */
    private static Section section(int dumps, List<DumpedThread> threads) {
        HangAnalysis analysis = new HangAnalysis();
        HangAnalysis.Dumps all = analysis.fold().empty();
        for (int i = 0; i < dumps; i++) {
            all.add(
                    new Origin("shop", null, "shop/" + i + ".json", Instrument.THREAD_DUMP),
                    json(10 * i, threads.toArray(DumpedThread[]::new)));
        }
        return analysis.finish(all, Coverage.NONE);
    }

    private static String said(int dumps, List<DumpedThread> threads) {
        Section section = section(dumps, threads);
        StringBuilder said = new StringBuilder();
        for (Finding one : section.findings()) {
            said.append(one.severity() + " " + one.id() + ": " + one.summary() + "\n" + one.explanation() + "\n");
        }
        headline(section).forEach(sentence -> said.append(sentence).append('\n'));
        return said.toString().replaceAll("(.{1,110})(?: |\n)", "$1\n");
    }

    private static List<String> headline(Section section) {
        return Samples.block(section, Note.HEADLINE, Note.class).sentences();
    }

    /** Each holds a monitor, and waits for that of the next. */
    private static List<DumpedThread> circle(int threads) {
        return IntStream.range(0, threads)
                .mapToObj(i -> virtual(i + 1, "t" + (i + 1))
                        .blockedOn(monitor(1 + (i + 1) % threads))
                        .holds(0, monitor(1 + i))
                        .frames(standing(10 + i))
                        .build())
                .toList();
    }

    /** One waits at a latch with a monitor, for which so many wait. */
    private static List<DumpedThread> queue(int waiters) {
        List<DumpedThread> threads = new ArrayList<>();
        threads.add(virtual(99, "owner")
                .frames(waitingIn("java.util.concurrent.CountDownLatch", "await", 4))
                .parkedFor(lock("java.util.concurrent.CountDownLatch$Sync", 3))
                .holds(3, monitor(1))
                .build());
        for (int i = 0; i < waiters; i++) {
            threads.add(virtual(i + 1, "w" + (i + 1))
                    .blockedOn(monitor(1))
                    .frames(standing(20))
                    .build());
        }
        return threads;
    }

    @Test
    void deadlockOfTwo() {
        assertThat(said(2, circle(2))).isEqualTo("""
                PROBLEM deadlock: Deadlock: 2 threads ("t1" #1, "t2" #2) wait for each other in a circle, the same in both
                dumps.

                "t1" (virtual #1) waits at Shop.order (Shop.java:10) for the monitor Object@2, held by "t2" (virtual #2),
                which holds it in Shop.order (Shop.java:11).
                "t2" (virtual #2) waits at Shop.order (Shop.java:11) for the monitor Object@1, held by "t1" (virtual #1),
                which holds it in Shop.order (Shop.java:10).
                """);
        assertThat(said(3, circle(2))).contains(" wait for each other in a circle, the same in all 3\ndumps.");
    }

    /** Six threads of a circle have a sentence each. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            6, 6, ''
            7, 7, 'And so on, through 1 more thread back to the first.'
            9, 7, 'And so on, through 3 more threads back to the first.'
            """)
    void deadlockOfMany(int threads, int sentences, String last) {
        List<String> headline = headline(section(2, circle(threads)));

        assertThat(headline).hasSize(sentences);
        assertThat(headline.getLast()).endsWith(last);
    }

    @Test
    void lockThatIsHeld() {
        assertThat(said(2, queue(1))).isEqualTo("""
                PROBLEM heldLock: One lock, many waiters: "owner" (virtual #99) holds the monitor Object@1 and waits for a
                latch (CountDownLatch$Sync@3) at Shop.order (Shop.java:4), the same in both dumps.

                1 thread ("w1") waits at Shop.order (Shop.java:20) for the monitor Object@1, held in Shop.order (Shop.java:4).
                """);
        assertThat(said(2, queue(3))).isEqualTo("""
                PROBLEM heldLock: One lock, many waiters: "owner" (virtual #99) holds the monitor Object@1 and waits for a
                latch (CountDownLatch$Sync@3) at Shop.order (Shop.java:4), the same in both dumps.

                3 threads ("w1", "w2", "w3") wait at Shop.order (Shop.java:20) for the monitor Object@1, held in Shop.order
                (Shop.java:4).
                """);
        assertThat(said(3, queue(4))).isEqualTo("""
                PROBLEM heldLock: One lock, many waiters: "owner" (virtual #99) holds the monitor Object@1 and waits for a
                latch (CountDownLatch$Sync@3) at Shop.order (Shop.java:4), the same in all 3 dumps.

                4 threads ("w1", "w2", "w3", ...) wait at Shop.order (Shop.java:20) for the monitor Object@1, held in
                Shop.order (Shop.java:4).
                """);
    }

    @Test
    void nothingHangs() {
        assertThat(said(
                        1,
                        List.of(virtual(1, "a")
                                .state("RUNNABLE")
                                .frames(standing(1))
                                .build())))
                .isEqualTo("""
                No hang found in one dump of 1 thread: no thread waits for another that is known.
                """);
    }

    /** Of many hangs, twelve sentences. */
    @Test
    void twelveSentencesOfManyHangs() {
        List<DumpedThread> threads = new ArrayList<>();
        for (int i = 0; i < 13; i++) {
            int first = 2 * i;
            for (int j = 0; j < 2; j++) {
                threads.add(virtual(first + j + 1, "t" + (first + j + 1))
                        .blockedOn(monitor(first + 2 - j))
                        .holds(0, monitor(first + 1 + j))
                        .frames(standing(10))
                        .build());
            }
        }
        assertThat(headline(section(2, threads))).hasSize(12);
    }
}
