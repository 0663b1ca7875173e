package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.json;
import static dev.loomweight.threads.hang.Dumps.lock;
import static dev.loomweight.threads.hang.Dumps.locking;
import static dev.loomweight.threads.hang.Dumps.monitor;
import static dev.loomweight.threads.hang.Dumps.nativeFrame;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.same;
import static dev.loomweight.threads.hang.Dumps.standing;
import static dev.loomweight.threads.hang.Dumps.sync;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static dev.loomweight.threads.hang.Dumps.waitingIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.Samples;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.DumpedThreads.Kind;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is said where no hang is found: of signals, of input, and of what could not be known. */
class SignalTextTest {

    private static final String LATCH = "java.util.concurrent.CountDownLatch";
    private static final String SEMAPHORE = "java.util.concurrent.Semaphore";

    private static DumpedThread awaits(long id, int line, int latch) {
        return virtual(id, "waits-" + id)
                .frames(waitingIn(LATCH, "await", line))
                .parkedFor(lock(LATCH + "$Sync", latch))
                .build();
    }

    private static DumpedThread acquires(long id, int line, int semaphore) {
        return virtual(id, "acquires-" + id)
                .frames(waitingIn(SEMAPHORE, "acquire", line))
                .parkedFor(lock(SEMAPHORE + "$NonfairSync", semaphore))
                .build();
    }

    private static DumpedThread joins(long id) {
        List<Frame> frames = new ArrayList<>(waitingIn("java.lang.Thread", "join", 8));
        frames.add(2, frame(LATCH, "await", 230));
        return virtual(id, "joins-" + id)
                .frames(frames)
                .parkedFor(lock(LATCH + "$Sync", 6))
                .build();
    }

    private static DumpedThread runs(long id) {
        return platform(id, "runs-" + id).state("RUNNABLE").frames(standing(5)).build();
    }

    private static String headline(Section section) {
        return Said.wrapped(String.join(
                        "\n", Samples.block(section, Note.HEADLINE, Note.class).sentences()) + "\n");
    }

    private static String headline(List<DumpedThreads> dumps, Sample... owners) {
        return headline(Said.section(dumps, owners));
    }

    /** The first two kinds of waits are said, those of the most threads first. */
    @Test
    void signalsOfTheMostThreads() {
        assertThat(headline(same(
                        2,
                        awaits(1, 4, 0x11),
                        acquires(2, 5, 0x12),
                        acquires(3, 5, 0x12),
                        awaits(4, 6, 0x14),
                        awaits(5, 6, 0x15),
                        awaits(6, 6, 0x16))))
                .isEqualTo("""
                        No hang found in 2 dumps of 6 threads over 2 s.
                        3 threads ("waits-4", "waits-5", "waits-6") wait for a latch each at Shop.order (Shop.java:6), the same in
                        both dumps; no owner can be known, since any thread may end these waits.
                        2 threads ("acquires-2", "acquires-3") wait for a semaphore (Semaphore$NonfairSync@12) at Shop.order
                        (Shop.java:5), the same in both dumps; no owner can be known, since any thread may end this.
                        What threads wait for, and for how long, "loomweight waits" shows; where the time of the carriers goes,
                        "loomweight carriers".
                        """);
    }

    private static LockOwners counts(String type, int identity, long permits) {
        return new LockOwners(
                LockOwners.From.AGENT, List.of(new LockOwners.Owned(lock(type, identity), null, permits, List.of())));
    }

    @Test
    void countsThatWereRead() {
        assertThat(headline(same(2, awaits(1, 4, 0x11)), counts(LATCH + "$Sync", 0x11, 1500)))
                .isEqualTo("""
                        No hang found in 2 dumps of 1 thread over 2 s.
                        1 thread ("waits-1") waits for a latch (CountDownLatch$Sync@11), whose count is 1,500 at Shop.order
                        (Shop.java:4), the same in both dumps; no owner can be known, since any thread may end this.
                        What threads wait for, and for how long, "loomweight waits" shows; where the time of the carriers goes,
                        "loomweight carriers".
                        """);
        assertThat(headline(same(2, acquires(2, 5, 0x12)), counts(SEMAPHORE + "$NonfairSync", 0x12, 0)))
                .isEqualTo("""
                        No hang found in 2 dumps of 1 thread over 2 s.
                        1 thread ("acquires-2") waits for a semaphore (Semaphore$NonfairSync@12), which has 0 permits left at
                        Shop.order (Shop.java:5), the same in both dumps; no owner can be known, since any thread may end this.
                        What threads wait for, and for how long, "loomweight waits" shows; where the time of the carriers goes,
                        "loomweight carriers".
                        """);
        assertThat(headline(same(2, acquires(2, 5, 0x12)), counts(SEMAPHORE + "$NonfairSync", 0x12, 1)))
                .isEqualTo("""
                        No hang found in 2 dumps of 1 thread over 2 s.
                        1 thread ("acquires-2") waits for a semaphore (Semaphore$NonfairSync@12), which has 1 permit left at
                        Shop.order (Shop.java:5), the same in both dumps; no owner can be known, since any thread may end this.
                        What threads wait for, and for how long, "loomweight waits" shows; where the time of the carriers goes,
                        "loomweight carriers".
                        """);
    }

    @Test
    void endOfAThreadThatIsNotNamed() {
        assertThat(headline(same(2, joins(1)))).isEqualTo("""
                        No hang found in 2 dumps of 1 thread over 2 s.
                        1 thread ("joins-1") waits for the end of a thread (CountDownLatch$Sync@6) at Shop.order (Shop.java:8), the
                        same in both dumps; which thread that is, is in no thread dump: the agent shows it (--agent).
                        What threads wait for, and for how long, "loomweight waits" shows; where the time of the carriers goes,
                        "loomweight carriers".
                        """);
        assertThat(headline(same(2, joins(1)), counts(LATCH + "$Sync", 0x99, 1)))
                .isEqualTo("""
                        No hang found in 2 dumps of 1 thread over 2 s.
                        1 thread ("joins-1") waits for the end of a thread (CountDownLatch$Sync@6) at Shop.order (Shop.java:8), the
                        same in both dumps; which thread that is, is neither in the thread dumps nor among the owners that were read.
                        What threads wait for, and for how long, "loomweight waits" shows; where the time of the carriers goes,
                        "loomweight carriers".
                        """);
        DumpedThread old = platform(1, "joins")
                .frames(List.of(
                        frame("java.lang.Object", "wait", -1),
                        frame("java.lang.Thread", "join", 1313),
                        frame("java.lang.Thread", "join", 1381),
                        frame("com.acme.Shop", "order", 8)))
                .waitingOn(lock("java.lang.Thread", 6))
                .build();
        assertThat(headline(List.of(print("17.0.9+9", old)))).isEqualTo("""
                        No hang found in one dump of 1 thread: no thread waits for another that is known.
                        1 thread ("joins") waits for the end of a thread (Thread@6) at Shop.order (Shop.java:8); which thread that is,
                        is in no thread dump.
                        """);
    }

    private static DumpedThread reads(long id, int line) {
        return platform(id, "reads-" + id)
                .state("RUNNABLE")
                .frames(List.of(
                        nativeFrame("sun.nio.ch.Net", "poll"),
                        frame("sun.nio.ch.NioSocketImpl", "read", 319),
                        frame("com.acme.Shop", "order", line)))
                .build();
    }

    @Test
    void inputThatDoesNotCome() {
        assertThat(headline(same(3, reads(1, 5), reads(2, 6)))).isEqualTo("""
                        No hang found in 3 dumps of 2 threads over 4 s.
                        2 threads ("reads-1", "reads-2") wait for input or output at Shop.order (Shop.java:5) and elsewhere, the same
                        in all 3 dumps; who is at the other end is in no dump. If it is this process, these waits can be the hang.
                        What threads wait for, and for how long, "loomweight waits" shows; where the time of the carriers goes,
                        "loomweight carriers".
                        """);
    }

    /** What may be a hang stands first, and what it is about is not said twice. */
    @Test
    void whatIsOpenStandsFirst() {
        DumpedThread pinned = virtual(1, "pinned")
                .frames(waitingIn(LATCH, "await", 4))
                .parkedFor(lock(LATCH + "$Sync", 5))
                .on(11)
                .build();
        DumpedThread ready =
                virtual(50, "ready").state("RUNNABLE").frames(locking(9)).build();
        assertThat(headline(same(1, pinned, Dumps.carrying(11, 5), ready, reads(3, 5))))
                .isEqualTo("""
                        Carriers exhausted at the moment of the dump: the only carrier is held by virtual threads that wait without
                        releasing them (pinned); 1 virtual thread ("ready") could run and has no carrier.
                        "pinned" (virtual #1) has a carrier and waits for a latch (CountDownLatch$Sync@5) at Shop.order (Shop.java:4).
                        No hang is certain from one dump of 4 threads: several, a few seconds apart, show what moves.
                        """);
    }

    @Test
    void noHangInSeveralDumps() {
        assertThat(headline(same(2, runs(1)))).isEqualTo("""
                        No hang found in 2 dumps of 1 thread over 2 s.
                        What threads wait for, and for how long, "loomweight waits" shows; where the time of the carriers goes,
                        "loomweight carriers".
                        """);
        assertThat(headline(List.of(json(0, runs(1), runs(2)), json(0, runs(1), runs(2)))))
                .isEqualTo("""
                        No hang found in 2 dumps of 2 threads.
                        What threads wait for, and for how long, "loomweight waits" shows; where the time of the carriers goes,
                        "loomweight carriers".
                        """);
        DumpedThread enters =
                virtual(2, "enters").frames(standing(6)).blockedOn(monitor(1)).build();
        DumpedThread holds = platform(1, "holds")
                .state("RUNNABLE")
                .frames(standing(5))
                .holds(0, monitor(1))
                .build();
        assertThat(headline(same(1, enters, holds))).isEqualTo("""
                        No hang is certain from one dump of 2 threads: several, a few seconds apart, show what moves.
                        """);
    }

    private static DumpedThreads print(String runtime, DumpedThread... threads) {
        return new DumpedThreads(Kind.PRINT, Instant.EPOCH, runtime, List.of(threads));
    }

    private static DumpedThread main(@Nullable String state) {
        return platform(1, "main").state(state).build();
    }

    @Test
    void applicationThatHasNotBegun() {
        DumpedThread debugger = platform(9, "JDWP Transport Listener: dt_socket")
                .state("RUNNABLE")
                .build();
        assertThat(headline(List.of(print("25.0.3+9-LTS", main("RUNNABLE"))))).isEqualTo("""
                        The application has not begun: its thread "main" is before any Java method.
                        """);
        assertThat(headline(List.of(print("25.0.3+9-LTS", main("RUNNABLE"), debugger))))
                .isEqualTo("""
                        The application has not begun: its thread "main" is before any Java method, and the JVM has the agent for
                        debuggers (jdwp). With suspend=y, the JVM waits before main until a debugger has attached and lets it go on.
                        """);
        assertThat(headline(List.of(print("25.0.3+9-LTS", main(null))))).isEqualTo("""
                        No hang found in one dump of 1 thread: no thread waits for another that is known.
                        """);
    }

    private static String limits(List<DumpedThreads> dumps, Sample... owners) {
        return Said.section(dumps, owners).blocks().stream()
                .filter(block -> block.id().equals("limits"))
                .map(block -> Said.wrapped(String.join("\n", ((Note) block).sentences()) + "\n"))
                .findFirst()
                .orElse("");
    }

    @Test
    void whatCouldNotBeKnown() {
        DumpedThread client =
                virtual(1, "client").frames(locking(4)).parkedFor(sync(9)).build();
        assertThat(limits(same(1, client))).isEqualTo("""
                        One dump shows no movement: a thread that waits may go on a moment later. Take several: loomweight hang PID,
                        or several files.
                        Thread dumps of the JDK that made these name the owners of java.util.concurrent locks only where platform
                        threads own them (Thread.print -l) or wait for each other in a circle. A heap dump has all owners (--heap
                        FILE), and so has the agent.
                        Without Thread.print, who waits for the initialization of a class is not shown, nor which java.util.concurrent
                        locks platform threads own.
                        """);
        assertThat(limits(same(2, client), counts(SEMAPHORE + "$NonfairSync", 9, 1)))
                .isEqualTo("""
                        Without Thread.print, who waits for the initialization of a class is not shown, nor which java.util.concurrent
                        locks platform threads own.
                        """);
        assertThat(limits(List.of(print(
                        "17.0.9+9",
                        platform(1, "client")
                                .frames(locking(4).subList(1, 4))
                                .parkedFor(sync(9))
                                .build()))))
                .startsWith("""
                        One dump shows no movement: a thread that waits may go on a moment later. Take several: loomweight hang PID,
                        or several files.
                        Thread dumps of the JDK that made these name the owners of java.util.concurrent locks only where platform
                        threads own them (Thread.print -l) or wait for each other in a circle. A heap dump has all owners (--heap
                        FILE).
                        """);
        DumpedThread waits = virtual(2, "waits")
                .frames(List.of(
                        frame("java.lang.Object", "wait0", -1),
                        frame("java.lang.Object", "wait", 366),
                        frame("com.acme.Shop", "order", 5)))
                .build();
        assertThat(limits(List.of(
                        new DumpedThreads(Kind.JSON, Instant.EPOCH, "21.0.8+9-LTS", List.of(waits)),
                        new DumpedThreads(Kind.JSON, Instant.EPOCH.plusSeconds(5), "21.0.8+9-LTS", List.of(waits)))))
                .isEqualTo("""
                        Thread.dump_to_file of JDK 21 to 24 shows no monitors, of platform threads either: who holds one and who waits
                        to enter it is in Thread.print (jcmd PID Thread.print -l), for platform threads. Give both, or use loomweight
                        hang PID, which takes both.
                        Whether Object.wait or Thread.join has a time limit is not in dumps without states: wait(0) and wait(1000)
                        have the same frames. Class files show it where the argument is a constant (--classpath).
                        These dumps do not show which monitors virtual threads hold or wait for (JDK 25 and later do): a virtual
                        thread that stands at a line without a call may run or wait to enter a monitor. Class files narrow it down
                        (--classpath).
                        Without Thread.print, who waits for the initialization of a class is not shown, nor which java.util.concurrent
                        locks platform threads own.
                        """);
    }
}
