package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.carrying;
import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.json;
import static dev.loomweight.threads.hang.Dumps.lock;
import static dev.loomweight.threads.hang.Dumps.locking;
import static dev.loomweight.threads.hang.Dumps.monitor;
import static dev.loomweight.threads.hang.Dumps.standing;
import static dev.loomweight.threads.hang.Dumps.sync;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static dev.loomweight.threads.hang.Dumps.waitingIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.Samples;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.JvmTexts.Scheduler;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.threads.judge.FrameLocks;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The section on one process, on several, and on dumps in which is nothing. */
class HangProcessesTest {

    private final HangAnalysis analysis = new HangAnalysis();
    private final HangAnalysis.Dumps all = analysis.fold().empty();

    private static Origin origin(String subject, String file) {
        return new Origin(subject, null, subject + "/" + file, Instrument.THREAD_DUMP);
    }

    private static DumpedThread enters(long id, String name, int wanted, int held) {
        return virtual(id, name)
                .blockedOn(monitor(wanted))
                .holds(0, monitor(held))
                .frames(standing(10 + (int) id))
                .build();
    }

    private static DumpedThread client(long id) {
        return virtual(id, "client-" + id).frames(locking(4)).parkedFor(sync(9)).build();
    }

    private static String headline(Section section) {
        return Said.wrapped(String.join(
                        "\n", Samples.block(section, Note.HEADLINE, Note.class).sentences()) + "\n");
    }

    private static Coverage.OfSource source(Origin origin, String... notes) {
        return new Coverage.OfSource(origin, null, null, 0, 0, List.of(), List.of(notes));
    }

    @Test
    void severalProcesses() {
        all.add(origin("cart", "1.json"), json(0, enters(1, "a", 2, 1), enters(2, "b", 1, 2)));
        all.add(origin("cart", "2.json"), json(2, enters(1, "a", 2, 1), enters(2, "b", 1, 2)));
        all.add(origin("shop", "1.json"), json(0, client(5)));
        Section section = analysis.finish(all, Coverage.NONE);

        assertThat(headline(section)).isEqualTo("""
                        cart: "a" (virtual #1) waits at Shop.order (Shop.java:11) for the monitor Object@2, held by "b" (virtual #2),
                        which holds it in Shop.order (Shop.java:12).
                        cart: "b" (virtual #2) waits at Shop.order (Shop.java:12) for the monitor Object@1, held by "a" (virtual #1),
                        which holds it in Shop.order (Shop.java:11).
                        shop: No hang is certain from one dump of 1 thread: several, a few seconds apart, show what moves.
                        """);
        assertThat(section.blocks())
                .extracting(Block::id)
                .containsExactly("headline", "hangs", "graph", "limits", "graph3", "locks3", "others3", "limits3");
        assertThat(section.blocks().stream().filter(Table.class::isInstance).map(block -> ((Table) block).title()))
                .containsExactly(
                        "cart: Who waits for whom",
                        "shop: Locks that threads wait for, no hang",
                        "shop: What the other threads do");
        assertThat(section.findings())
                .extracting(Finding::summary)
                .containsExactly(
                        "cart: Deadlock: 2 threads (\"a\" #1, \"b\" #2) wait for each other in a circle, the same in both dumps.",
                        "shop: 1 thread (\"client-5\") waits for the lock ReentrantLock$NonfairSync@9 at Shop.order (Shop.java:4);"
                                + " its owner is not in the dump.");
        assertThat(section.id() + " " + section.title()).isEqualTo("hang Hang");
    }

    @Test
    void dumpsInWhichIsNothing() {
        Coverage one = Coverage.of(source(origin("shop", "1.json"), DumpedThreads.EMPTY));
        Coverage two = new Coverage(List.of(
                source(origin("shop", "1.json"), DumpedThreads.EMPTY),
                source(origin("shop", "2.json"), DumpedThreads.EMPTY)));

        assertThat(headline(analysis.finish(all, one))).isEqualTo("""
                        Nothing is known: the thread dump has no thread in it.
                        """);
        assertThat(headline(analysis.finish(all, two)))
                .startsWith("Nothing is known: all 2 thread dumps have no thread in ");
        assertThat(analysis.finish(all, Coverage.NONE).blocks()).isEmpty();
    }

    private String limits(Coverage coverage) {
        return Samples.block(analysis.finish(all, coverage), "limits", Note.class).sentences().stream()
                .skip(2)
                .reduce("", (text, line) -> text + line + "\n");
    }

    @Test
    void whatIsMissingOfTheDumps() {
        all.add(origin("shop", "1.json"), json(0, enters(1, "a", 2, 1)));
        Coverage.OfSource empty = source(origin("shop", "2.json"), DumpedThreads.EMPTY);
        Coverage.OfSource cut = source(origin("shop", "1.json"), "the file is cut off", "the file is cut off");
        Coverage.OfSource recording = new Coverage.OfSource(
                new Origin("shop", null, "shop.jfr", Instrument.JFR), null, null, 0, 0, List.of(), List.of("no dump"));

        assertThat(limits(new Coverage(List.of(empty, cut, recording)))).isEqualTo("""
                        One thread dump has no thread in it and is left out: the JVM did not write it.
                        The file is cut off.
                        """);
        assertThat(limits(new Coverage(List.of(empty, source(origin("cart", "2.json"), DumpedThreads.EMPTY)))))
                .startsWith("2 thread dumps have no thread in ");
    }

    private static DumpedThread pinned() {
        List<Frame> frames = new ArrayList<>(waitingIn("java.util.concurrent.CountDownLatch", "await", 4));
        frames.addFirst(frame("java.lang.VirtualThread", "parkOnCarrierThread", 817));
        return virtual(1, "pinned")
                .frames(frames)
                .parkedFor(lock("java.util.concurrent.CountDownLatch$Sync", 5))
                .on(11)
                .build();
    }

    private List<String> hangs(HangAnalysis asked, long... parallelism) {
        HangAnalysis.Dumps dumps = asked.fold().empty();
        dumps.add(origin("shop", "1.json"), json(0, pinned(), carrying(11, 5)));
        dumps.add(origin("shop", "2.json"), json(2, pinned(), carrying(11, 5)));
        for (long one : parallelism) {
            dumps.add(origin("shop", one + ".txt"), new Scheduler(one, 1, 1, 0, ""));
        }
        return asked.read(dumps, Coverage.NONE).processes().getFirst().found().hangs().stream()
                .map(HangVerdict::id)
                .toList();
    }

    /** The most that any input says, but for what the user has said. */
    @Test
    void howManyCarriersThereMayBe() {
        assertThat(hangs(analysis)).isEmpty();
        assertThat(hangs(analysis, 1)).containsExactly("carriersExhausted");
        assertThat(hangs(analysis, 1, 2)).isEmpty();
        assertThat(hangs(analysis, 2, 1)).isEmpty();
        assertThat(hangs(new HangAnalysis(FrameLocks.NONE, 1, KnownFaults.own()), 2))
                .containsExactly("carriersExhausted");
        assertThat(hangs(new HangAnalysis(FrameLocks.NONE, 2, KnownFaults.own()), 1))
                .isEmpty();
    }

    /** Of several processes, each has what its own files say; one alone has what all say. */
    @Test
    void ownersAreOfTheirProcess() {
        LockOwners owners = new LockOwners(
                LockOwners.From.AGENT,
                List.of(new LockOwners.Owned(sync(9), new LockOwners.Owner(77, "gone", true), 1, List.of())));
        all.add(origin("shop", "1.json"), json(0, client(5)));
        all.add(origin("cart", "owners.txt"), owners);
        assertThat(verdicts()).containsExactly("shop lostOwner");

        all.add(origin("cart", "1.json"), json(0, enters(1, "a", 2, 1), enters(2, "b", 1, 2), client(6)));
        all.add(origin("cart", "2.json"), json(2, enters(1, "a", 2, 1), enters(2, "b", 1, 2), client(6)));
        assertThat(verdicts()).containsExactly("cart deadlock lostOwner", "shop ownerUnknown");
    }

    private List<String> verdicts() {
        return analysis.read(all, Coverage.NONE).processes().stream()
                .map(process -> process.subject()
                        + process.found().verdicts().stream()
                                .map(verdict -> " " + verdict.id())
                                .reduce("", String::concat))
                .toList();
    }
}
