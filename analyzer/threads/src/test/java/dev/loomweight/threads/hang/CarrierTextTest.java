package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.carrying;
import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.lock;
import static dev.loomweight.threads.hang.Dumps.locking;
import static dev.loomweight.threads.hang.Dumps.nativeFrame;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.same;
import static dev.loomweight.threads.hang.Dumps.sync;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static dev.loomweight.threads.hang.Dumps.waitingIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Frame;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of carriers that are held. */
class CarrierTextTest {

    private static final String LATCH = "java.util.concurrent.CountDownLatch";
    private static final String CONDITION = "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject";

    private static List<Frame> pinned(String type, String method, int line) {
        List<Frame> frames = new ArrayList<>(waitingIn(type, method, line));
        frames.addFirst(frame("java.lang.VirtualThread", "parkOnCarrierThread", 817));
        return frames;
    }

    private static DumpedThread latch(long id, int line) {
        return virtual(id, "pinned-" + id)
                .frames(pinned(LATCH, "await", line))
                .parkedFor(lock(LATCH + "$Sync", 5))
                .on(10 + id)
                .build();
    }

    private static DumpedThread ready(long id) {
        return virtual(id, "ready-" + id).state("RUNNABLE").frames(locking(9)).build();
    }

    private static DumpedThread carrier(long id) {
        return carrying(10 + id, 5);
    }

    private static DumpedThread timed(long id) {
        List<Frame> frames = pinned(LATCH, "await", 6);
        frames.set(2, frame("java.util.concurrent.locks.LockSupport", "parkNanos", 267));
        return virtual(id, "timed-" + id)
                .frames(frames)
                .parkedFor(lock(LATCH + "$Sync", 5))
                .state("TIMED_WAITING")
                .on(10 + id)
                .build();
    }

    private static DumpedThread reads(long id) {
        return virtual(id, "reads-" + id)
                .state("RUNNABLE")
                .on(10 + id)
                .frames(List.of(
                        nativeFrame("sun.nio.ch.Net", "poll"),
                        frame("sun.nio.ch.NioSocketImpl", "read", 319),
                        frame("com.acme.Shop", "order", 7)))
                .build();
    }

    private static DumpedThread inNative(long id) {
        return virtual(id, "native-" + id)
                .state("RUNNABLE")
                .on(10 + id)
                .frames(List.of(nativeFrame("com.acme.Printer", "print"), frame("com.acme.Shop", "order", 8)))
                .build();
    }

    @Test
    void oneCarrier() {
        assertThat(Said.verdicts(same(2, latch(1, 4), carrier(1), ready(50)))).isEqualTo("""
                        PROBLEM carriers exhausted: Carriers exhausted: the only carrier is held by virtual threads that wait without
                        releasing them (pinned); 1 virtual thread ("ready-50") could run and has no carrier, the same in both dumps.
                        - "pinned-1" (virtual #1) has a carrier and waits for a latch (CountDownLatch$Sync@5) at Shop.order
                        (Shop.java:4).
                        > Do not wait where these threads stand, while a monitor, a class initializer or a native method holds the
                        carrier. Nothing but a restart ends it now; until it is mended, more carriers
                        (-Djdk.virtualThreadScheduler.parallelism) make it rarer.
                        INFO no owner can be known: 1 thread ("pinned-1") waits for a latch (CountDownLatch$Sync@5) at Shop.order
                        (Shop.java:4), the same in both dumps; no owner can be known, since any thread may end this.
                        """);
        assertThat(Said.verdicts(same(1, latch(1, 4), carrier(1), ready(50)))).isEqualTo("""
                        WARNING carriers exhausted: Carriers exhausted at the moment of the dump: the only carrier is held by virtual
                        threads that wait without releasing them (pinned); 1 virtual thread ("ready-50") could run and has no carrier.
                        - "pinned-1" (virtual #1) has a carrier and waits for a latch (CountDownLatch$Sync@5) at Shop.order
                        (Shop.java:4).
                        > Take several dumps a few seconds apart: loomweight hang PID.
                        INFO no owner can be known: 1 thread ("pinned-1") waits for a latch (CountDownLatch$Sync@5) at Shop.order
                        (Shop.java:4); no owner can be known, since any thread may end this.
                        """);
    }

    @Test
    void severalCarriers() {
        assertThat(Said.verdicts(same(
                        3,
                        latch(1, 4),
                        latch(2, 4),
                        latch(3, 5),
                        carrier(1),
                        carrier(2),
                        carrier(3),
                        ready(50),
                        ready(51))))
                .isEqualTo("""
                        PROBLEM carriers exhausted: Carriers exhausted: all 3 carriers are held by virtual threads that wait without
                        releasing them (pinned); 2 virtual threads ("ready-50", "ready-51") could run and have no carrier, the same in
                        all 3 dumps.
                        - 2 virtual threads ("pinned-1", "pinned-2") have a carrier each and wait for a latch (CountDownLatch$Sync@5)
                        at Shop.order (Shop.java:4).
                        - "pinned-3" (virtual #3) has a carrier and waits for a latch (CountDownLatch$Sync@5) at Shop.order
                        (Shop.java:5).
                        > Do not wait where these threads stand, while a monitor, a class initializer or a native method holds the
                        carrier. Nothing but a restart ends it now; until it is mended, more carriers
                        (-Djdk.virtualThreadScheduler.parallelism) make it rarer.
                        INFO no owner can be known: 3 threads ("pinned-1", "pinned-2", "pinned-3") wait for a latch
                        (CountDownLatch$Sync@5) at Shop.order (Shop.java:4) and elsewhere, the same in all 3 dumps; no owner can be
                        known, since any thread may end this.
                        """);
    }

    @Test
    void lockThatIsHeldByAThreadWithoutACarrier() {
        DumpedThread waits = virtual(1, "pinned")
                .frames(pinned("java.util.concurrent.locks.ReentrantLock", "lock", 4))
                .parkedFor(sync(9))
                .owner(50)
                .on(11)
                .build();
        assertThat(Said.verdicts(same(2, waits, carrier(1), ready(50)))).startsWith("""
                        PROBLEM carriers exhausted: Carriers exhausted: the only carrier is held by virtual threads that wait without
                        releasing them (pinned); 1 virtual thread ("ready-50") could run and has no carrier, the same in both dumps.
                        - "pinned" (virtual #1) has a carrier and waits for the lock ReentrantLock$NonfairSync@9, held by "ready-50"
                        (virtual #50) at Shop.order (Shop.java:4).
                        > Do not wait where these threads stand, while a monitor, a class initializer or a native method holds the
                        carrier. Nothing but a restart ends it now; until it is mended, more carriers
                        (-Djdk.virtualThreadScheduler.parallelism) make it rarer.
                        """);
    }

    /** Without a thread that is ready, it is likely where others wait for a condition. */
    @Test
    void asFarAsTheDumpsShow() {
        DumpedThread waits = virtual(1, "pinned")
                .frames(pinned(CONDITION, "await", 4))
                .parkedFor(lock(CONDITION, 5))
                .on(11)
                .build();
        DumpedThread parked = virtual(60, "parked")
                .frames(waitingIn(LATCH, "await", 7))
                .parkedFor(lock(LATCH + "$Sync", 6))
                .build();
        assertThat(Said.verdicts(same(2, waits, carrier(1), parked))).isEqualTo("""
                        PROBLEM carriers exhausted: Carriers exhausted, as far as the dumps show: the only carrier is held by virtual
                        threads that wait without releasing them (pinned); no other virtual thread can run until one of these waits
                        ends, the same in both dumps.
                        - "pinned" (virtual #1) has a carrier and waits for a condition (AbstractQueuedSynchronizer$ConditionObject@5)
                        at Shop.order (Shop.java:4).
                        > Do not wait where these threads stand, while a monitor, a class initializer or a native method holds the
                        carrier. Nothing but a restart ends it now; until it is mended, more carriers
                        (-Djdk.virtualThreadScheduler.parallelism) make it rarer.
                        INFO no owner can be known: 1 thread ("pinned") waits for a condition
                        (AbstractQueuedSynchronizer$ConditionObject@5) at Shop.order (Shop.java:4), the same in both dumps; no owner
                        can be known, since any thread may end this.
                        INFO no owner can be known: 1 thread ("parked") waits for a latch (CountDownLatch$Sync@6) at Shop.order
                        (Shop.java:7), the same in both dumps; no owner can be known, since any thread may end this.
                        """);
    }

    @Test
    void waitsThatMayEnd() {
        assertThat(Said.verdicts(same(2, reads(1), carrier(1), ready(50)))).isEqualTo("""
                        WARNING carriers exhausted: Carriers may be exhausted: the only carrier is held by virtual threads that wait
                        without releasing them (pinned); 1 virtual thread ("ready-50") could run and has no carrier; 1 of them waits
                        for input: if a virtual thread of this process is to send it, none can.
                        - "reads-1" (virtual #1) has a carrier and waits for input or output at Shop.order (Shop.java:7), pinned by a
                        native method, Net.poll.
                        > Do not wait where these threads stand, while a monitor, a class initializer or a native method holds the
                        carrier. More carriers (-Djdk.virtualThreadScheduler.parallelism) make it rarer.
                        """);
        assertThat(Said.verdicts(same(2, reads(1), reads(2), carrier(1), carrier(2), ready(50))))
                .isEqualTo("""
                        WARNING carriers exhausted: Carriers may be exhausted: all 2 carriers are held by virtual threads that wait
                        without releasing them (pinned); 1 virtual thread ("ready-50") could run and has no carrier; 2 of them wait
                        for input: if a virtual thread of this process is to send it, none can.
                        - 2 virtual threads ("reads-1", "reads-2") have a carrier each and wait for input or output at Shop.order
                        (Shop.java:7), pinned by a native method, Net.poll.
                        > Do not wait where these threads stand, while a monitor, a class initializer or a native method holds the
                        carrier. More carriers (-Djdk.virtualThreadScheduler.parallelism) make it rarer.
                        """);
        assertThat(Said.verdicts(same(2, timed(1), carrier(1), ready(50)))).isEqualTo("""
                        WARNING carriers exhausted: Carriers may be exhausted: the only carrier is held by virtual threads that wait
                        without releasing them (pinned); 1 virtual thread ("ready-50") could run and has no carrier; 1 of them waits
                        with a time, after which another thread can run.
                        - "timed-1" (virtual #1) has a carrier and waits for a latch (CountDownLatch$Sync@5) at Shop.order
                        (Shop.java:6).
                        > Do not wait where these threads stand, while a monitor, a class initializer or a native method holds the
                        carrier. More carriers (-Djdk.virtualThreadScheduler.parallelism) make it rarer.
                        """);
        assertThat(Said.verdicts(same(2, timed(1), timed(2), carrier(1), carrier(2), ready(50))))
                .isEqualTo("""
                        WARNING carriers exhausted: Carriers may be exhausted: all 2 carriers are held by virtual threads that wait
                        without releasing them (pinned); 1 virtual thread ("ready-50") could run and has no carrier; 2 of them wait
                        with a time, after which another thread can run.
                        - 2 virtual threads ("timed-1", "timed-2") have a carrier each and wait for a latch (CountDownLatch$Sync@5) at
                        Shop.order (Shop.java:6).
                        > Do not wait where these threads stand, while a monitor, a class initializer or a native method holds the
                        carrier. More carriers (-Djdk.virtualThreadScheduler.parallelism) make it rarer.
                        """);
        assertThat(Said.verdicts(same(2, inNative(1), carrier(1), ready(50)))).isEqualTo("""
                        WARNING carriers exhausted: Carriers may be exhausted: the only carrier is held by virtual threads that do not
                        release them (pinned); 1 virtual thread ("ready-50") could run and has no carrier; 1 of those that hold them
                        is in native code, and what that waits for is in no dump.
                        - "native-1" (virtual #1) has a carrier and is in native code at Printer.print.
                        > Do not wait where these threads stand, while a monitor, a class initializer or a native method holds the
                        carrier. More carriers (-Djdk.virtualThreadScheduler.parallelism) make it rarer.
                        """);
        assertThat(Said.verdicts(same(2, inNative(1), inNative(2), carrier(1), carrier(2), ready(50))))
                .isEqualTo("""
                        WARNING carriers exhausted: Carriers may be exhausted: all 2 carriers are held by virtual threads that do not
                        release them (pinned); 1 virtual thread ("ready-50") could run and has no carrier; 2 of those that hold them
                        are in native code, and what that waits for is in no dump.
                        - 2 virtual threads ("native-1", "native-2") have a carrier each and are in native code at Printer.print.
                        > Do not wait where these threads stand, while a monitor, a class initializer or a native method holds the
                        carrier. More carriers (-Djdk.virtualThreadScheduler.parallelism) make it rarer.
                        """);
    }

    private static DumpedThreads old(int seconds, DumpedThread... threads) {
        return new DumpedThreads(
                DumpedThreads.Kind.JSON, Instant.EPOCH.plusSeconds(seconds), "21.0.8+9-LTS", List.of(threads));
    }

    private static List<DumpedThreads> old(DumpedThread... threads) {
        return List.of(old(0, threads), old(5, threads));
    }

    private static DumpedThread oldCarrier(long id) {
        DumpedThread like = carrier(id);
        return platform(like.id(), like.name()).frames(like.frames()).build();
    }

    private static DumpedThread oldPinned(long id, String type, String method) {
        return virtual(id, "pinned-" + id).frames(pinned(type, method, 4)).build();
    }

    private static DumpedThread objectWait(long id) {
        return virtual(id, "waits-" + id)
                .frames(List.of(
                        frame("java.lang.Object", "wait0", -1),
                        frame("java.lang.Object", "wait", 366),
                        frame("com.acme.Shop", "order", 5)))
                .build();
    }

    private static DumpedThread oldParked(long id) {
        return virtual(id, "parked-" + id).frames(waitingIn(LATCH, "await", 7)).build();
    }

    /** A dump of JDK 21 has no states, and a monitor keeps a thread on its carrier. */
    @Test
    void olderJdks() {
        assertThat(Said.verdicts(old(oldPinned(1, CONDITION, "await"), oldCarrier(1), oldParked(60))))
                .isEqualTo("""
                        PROBLEM carriers exhausted: Carriers exhausted, as far as the dumps show: the only carrier is held by virtual
                        threads that wait without releasing them (pinned); no other virtual thread can run until one of these waits
                        ends, the same in both dumps.
                        - "pinned-1" (virtual #1) has a carrier and waits for a condition (AbstractQueuedSynchronizer$ConditionObject)
                        at Shop.order (Shop.java:4), pinned by a monitor of one of its frames, as far as these show (--classpath shows
                        which).
                        > Do not wait where these threads stand, while a monitor, a class initializer or a native method holds the
                        carrier. JDK 24+ ends it where monitors are what pins, as class files show (--classpath): monitors no longer
                        pin there. Nothing but a restart ends it now; until it is mended, more carriers
                        (-Djdk.virtualThreadScheduler.parallelism) make it rarer.
                        INFO no owner can be known: 1 thread ("pinned-1") waits for a condition
                        (AbstractQueuedSynchronizer$ConditionObject) at Shop.order (Shop.java:4), the same in both dumps; no owner can
                        be known, since any thread may end this.
                        INFO no owner can be known: 1 thread ("parked-60") waits for a latch (CountDownLatch) at Shop.order
                        (Shop.java:7), the same in both dumps; no owner can be known, since any thread may end this.
                        """);
        assertThat(Said.verdicts(old(
                        oldPinned(1, CONDITION, "await"), objectWait(2), oldCarrier(1), oldCarrier(2), oldParked(60))))
                .isEqualTo("""
                        WARNING carriers exhausted: Carriers may be exhausted: all 2 carriers are held by virtual threads that wait
                        without releasing them (pinned); no other virtual thread can run until one of these waits ends; whether 1 of
                        these waits ends after a time is not known.
                        - "pinned-1" (virtual #1) has a carrier and waits for a condition (AbstractQueuedSynchronizer$ConditionObject)
                        at Shop.order (Shop.java:4), pinned by a monitor of one of its frames, as far as these show (--classpath shows
                        which).
                        - "waits-2" (virtual #2) has a carrier and waits for Object.notify at Shop.order (Shop.java:5), pinned by
                        Object.wait itself, before JDK 24.
                        > Do not wait where these threads stand, while a monitor, a class initializer or a native method holds the
                        carrier. JDK 24+ ends it where monitors are what pins, as class files show (--classpath): monitors no longer
                        pin there. More carriers (-Djdk.virtualThreadScheduler.parallelism) make it rarer.
                        INFO no owner can be known: 1 thread ("pinned-1") waits for a condition
                        (AbstractQueuedSynchronizer$ConditionObject) at Shop.order (Shop.java:4), the same in both dumps; no owner can
                        be known, since any thread may end this.
                        INFO no owner can be known: 1 thread ("waits-2") waits for Object.notify at Shop.order (Shop.java:5), the same
                        in both dumps; no owner can be known, since any thread may end this.
                        INFO no owner can be known: 1 thread ("parked-60") waits for a latch (CountDownLatch) at Shop.order
                        (Shop.java:7), the same in both dumps; no owner can be known, since any thread may end this.
                        """);
        assertThat(Said.verdicts(old(
                        objectWait(2),
                        objectWait(3),
                        oldPinned(1, CONDITION, "await"),
                        oldCarrier(1),
                        oldCarrier(2),
                        oldCarrier(3),
                        oldParked(60))))
                .isEqualTo("""
                        WARNING carriers exhausted: Carriers may be exhausted: all 3 carriers are held by virtual threads that wait
                        without releasing them (pinned); no other virtual thread can run until one of these waits ends; whether 2 of
                        these waits end after a time is not known.
                        - 2 virtual threads ("waits-2", "waits-3") have a carrier each and wait for Object.notify at Shop.order
                        (Shop.java:5), pinned by Object.wait itself, before JDK 24.
                        - "pinned-1" (virtual #1) has a carrier and waits for a condition (AbstractQueuedSynchronizer$ConditionObject)
                        at Shop.order (Shop.java:4), pinned by a monitor of one of its frames, as far as these show (--classpath shows
                        which).
                        > Do not wait where these threads stand, while a monitor, a class initializer or a native method holds the
                        carrier. JDK 24+ ends it where monitors are what pins, as class files show (--classpath): monitors no longer
                        pin there. More carriers (-Djdk.virtualThreadScheduler.parallelism) make it rarer.
                        INFO no owner can be known: 2 threads ("waits-2", "waits-3") wait for Object.notify at Shop.order
                        (Shop.java:5), the same in both dumps; no owner can be known, since any thread may end this.
                        INFO no owner can be known: 1 thread ("pinned-1") waits for a condition
                        (AbstractQueuedSynchronizer$ConditionObject) at Shop.order (Shop.java:4), the same in both dumps; no owner can
                        be known, since any thread may end this.
                        INFO no owner can be known: 1 thread ("parked-60") waits for a latch (CountDownLatch) at Shop.order
                        (Shop.java:7), the same in both dumps; no owner can be known, since any thread may end this.
                        """);
    }
}
