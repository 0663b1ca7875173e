package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.json;
import static dev.loomweight.threads.hang.Dumps.lock;
import static dev.loomweight.threads.hang.Dumps.monitor;
import static dev.loomweight.threads.hang.Dumps.nativeFrame;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.same;
import static dev.loomweight.threads.hang.Dumps.standing;
import static dev.loomweight.threads.hang.Dumps.sync;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static dev.loomweight.threads.hang.Dumps.waitingIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Frame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is said of circles of locks, and of locks that are held. */
class LockTextTest {

    private static final String LATCH = "java.util.concurrent.CountDownLatch";

    private static DumpedThread entering(long id, String name, int line, int wanted, int... held) {
        Dumps.Builder thread = virtual(id, name).frames(standing(line)).blockedOn(monitor(wanted));
        for (int one : held) {
            thread.holds(0, monitor(one));
        }
        return thread.build();
    }

    private static DumpedThread awaits(long id, String name, int line, int... held) {
        Dumps.Builder thread =
                virtual(id, name).frames(waitingIn(LATCH, "await", line)).parkedFor(lock(LATCH + "$Sync", 3));
        for (int one : held) {
            thread.holds(3, monitor(one));
        }
        return thread.build();
    }

    private static LockOwners owned(String type, LockOwners.@Nullable Owner owner, long permits, List<Long> woken) {
        return new LockOwners(
                LockOwners.From.AGENT, List.of(new LockOwners.Owned(lock(type, 9), owner, permits, List.of())), woken);
    }

    /** Threads that take the same locks over and over may each be seen while another has what it wants. */
    @Test
    void circleOfThreadsThatWereSeenOneAfterAnother() {
        DumpedThread[] circle = {entering(1, "a", 12, 2, 1), entering(2, "b", 13, 1, 2)};
        assertThat(Said.verdicts(same(1, circle))).isEqualTo("""
                        WARNING deadlock: Perhaps a deadlock: 2 threads ("a" #1, "b" #2) wait for each other in a circle; the threads
                        were looked at one after another, so that they may have run in between.
                        > Take several dumps a few seconds apart: loomweight hang PID.
                        """);
        assertThat(Said.verdicts(List.of(new DumpedThreads(DumpedThreads.Kind.PRINT, null, "", List.of(circle)))))
                .as("while the JVM stood still")
                .startsWith("""
                        PROBLEM deadlock: Deadlock: 2 threads ("a" #1, "b" #2) wait for each other in a circle.
                        """);
    }

    @Test
    void deadlockWithOthersBehindIt() {
        assertThat(Said.verdicts(same(
                        2,
                        entering(1, "a", 12, 2, 1),
                        entering(2, "", 13, 1, 2),
                        entering(3, "victim", 14, 1, 3),
                        entering(4, "behind", 15, 3))))
                .isEqualTo("""
                        PROBLEM deadlock: Deadlock: 2 threads ("a" #1, #2) wait for each other in a circle, the same in both dumps; 2
                        more threads wait for them.
                        - "a" (virtual #1) waits at Shop.order (Shop.java:12) for the monitor Object@2, held by virtual thread #2,
                        which holds it in Shop.order (Shop.java:13).
                        - virtual thread #2 waits at Shop.order (Shop.java:13) for the monitor Object@1, held by "a" (virtual #1),
                        which holds it in Shop.order (Shop.java:12).
                        > Take these locks in the same order everywhere, or hold one at a time. Nothing but a restart ends it now.
                        """);
        assertThat(Said.verdicts(
                        same(2, entering(1, "a", 12, 2, 1), entering(2, "b", 13, 1, 2), entering(3, "victim", 14, 1))))
                .isEqualTo("""
                        PROBLEM deadlock: Deadlock: 2 threads ("a" #1, "b" #2) wait for each other in a circle, the same in both
                        dumps; 1 more thread waits for them.
                        - "a" (virtual #1) waits at Shop.order (Shop.java:12) for the monitor Object@2, held by "b" (virtual #2),
                        which holds it in Shop.order (Shop.java:13).
                        - "b" (virtual #2) waits at Shop.order (Shop.java:13) for the monitor Object@1, held by "a" (virtual #1),
                        which holds it in Shop.order (Shop.java:12).
                        > Take these locks in the same order everywhere, or hold one at a time. Nothing but a restart ends it now.
                        """);
    }

    /** The first dump is of a time before. */
    @Test
    void deadlockInSomeOfTheDumps() {
        DumpedThread[] circle = {entering(1, "a", 12, 2, 1), entering(2, "b", 13, 1, 2)};
        DumpedThread[] before = {
            virtual(1, "a").state("RUNNABLE").on(11).frames(standing(11)).build(),
            virtual(2, "b").state("RUNNABLE").on(12).frames(standing(11)).build()
        };
        assertThat(Said.verdicts(List.of(json(0, before), json(2, circle), json(4, circle))))
                .isEqualTo("""
                        PROBLEM deadlock: Deadlock: 2 threads ("a" #1, "b" #2) wait for each other in a circle, in 2 of 3 dumps.
                        - "a" (virtual #1) waits at Shop.order (Shop.java:12) for the monitor Object@2, held by "b" (virtual #2),
                        which holds it in Shop.order (Shop.java:13).
                        - "b" (virtual #2) waits at Shop.order (Shop.java:13) for the monitor Object@1, held by "a" (virtual #1),
                        which holds it in Shop.order (Shop.java:12).
                        > Take these locks in the same order everywhere, or hold one at a time. Nothing but a restart ends it now.
                        """);
    }

    private static DumpedThread tries(long id, String name, int wanted, long owner, int held) {
        List<Frame> frames = new ArrayList<>(waitingIn("java.util.concurrent.locks.ReentrantLock", "tryLock", 4));
        frames.set(1, frame("java.util.concurrent.locks.LockSupport", "parkNanos", 1));
        return virtual(id, name)
                .frames(frames)
                .parkedFor(sync(wanted))
                .owner(owner)
                .holds(3, monitor(held))
                .build();
    }

    @Test
    void deadlockUntilATimeout() {
        assertThat(Said.verdicts(same(2, tries(1, "tries", 9, 2, 1), entering(2, "enters", 12, 1))))
                .isEqualTo("""
                        WARNING deadlock until a timeout: Deadlock: 2 threads ("tries" #1, "enters" #2) wait for each other in a
                        circle, until the wait of "tries" times out, the same in both dumps.
                        > Take these locks in the same order everywhere: each such circle costs the time of the wait.
                        """);
    }

    @Test
    void readLockThatIsUpgraded() {
        String sync = "java.util.concurrent.locks.ReentrantReadWriteLock$NonfairSync";
        DumpedThread upgrades = virtual(1, "upgrades")
                .frames(waitingIn("java.util.concurrent.locks.ReentrantReadWriteLock$WriteLock", "lock", 4))
                .parkedFor(lock(sync, 9))
                .build();
        DumpedThread other = virtual(2, "other")
                .frames(waitingIn("java.util.concurrent.locks.ReentrantReadWriteLock$WriteLock", "lock", 6))
                .parkedFor(lock(sync, 9))
                .build();
        LockOwners owners = owned(sync, new LockOwners.Owner(1, "upgrades", false), 1 << 16, List.of());

        assertThat(Said.verdicts(same(2, upgrades, other), owners)).isEqualTo("""
                        PROBLEM deadlock: Deadlock: "upgrades" (virtual #1) waits to write for a lock that it holds for reading, the
                        same in both dumps; 1 more thread waits for it.
                        - "upgrades" (virtual #1) waits at Shop.order (Shop.java:4) for the lock ReentrantReadWriteLock$NonfairSync@9,
                        which it holds itself.
                        > A read lock cannot be upgraded: release it before the write lock is taken, and check again what was read.
                        Nothing but a restart ends it now.
                        """);
    }

    @Test
    void lockThatIsHeldByWhoWaits() {
        assertThat(Said.verdicts(same(
                        2,
                        awaits(1, "owner", 4, 1, 2),
                        entering(2, "w2", 20, 1, 3),
                        entering(3, "w3", 21, 1),
                        entering(4, "w4", 22, 3),
                        entering(5, "w5", 23, 2))))
                .isEqualTo("""
                        PROBLEM one lock, many waiters: One lock, many waiters: "owner" (virtual #1) holds the monitor Object@1 and
                        waits for a latch (CountDownLatch$Sync@3) at Shop.order (Shop.java:4), the same in both dumps.
                        - 2 threads ("w2", "w3") wait at Shop.order (Shop.java:20) and elsewhere, and 1 more thread for these for the
                        monitor Object@1, held in Shop.order (Shop.java:4).
                        > Do not wait for other threads while holding a lock that they may need.
                        PROBLEM one lock, many waiters: One lock, many waiters: "owner" (virtual #1) holds the monitor Object@2 and
                        waits for a latch (CountDownLatch$Sync@3) at Shop.order (Shop.java:4), the same in both dumps.
                        - 1 thread ("w5") waits at Shop.order (Shop.java:23) for the monitor Object@2, held in Shop.order
                        (Shop.java:4).
                        > Do not wait for other threads while holding a lock that they may need.
                        INFO no owner can be known: 1 thread ("owner") waits for a latch (CountDownLatch$Sync@3) at Shop.order
                        (Shop.java:4), the same in both dumps; no owner can be known, since any thread may end this.
                        """);
        assertThat(Said.verdicts(same(1, awaits(1, "owner", 4, 1), entering(2, "w2", 20, 1))))
                .isEqualTo("""
                        INFO one lock, many waiters: One lock, many waiters: "owner" (virtual #1) holds the monitor Object@1 and waits
                        for a latch (CountDownLatch$Sync@3) at Shop.order (Shop.java:4).
                        > Take several dumps a few seconds apart: loomweight hang PID.
                        INFO no owner can be known: 1 thread ("owner") waits for a latch (CountDownLatch$Sync@3) at Shop.order
                        (Shop.java:4); no owner can be known, since any thread may end this.
                        """);
    }

    @Test
    void lockThatIsHeldByWhoDoesNotWaitForThreads() {
        DumpedThread waits = entering(2, "waits", 20, 1);
        DumpedThread runs = platform(1, "owner")
                .state("RUNNABLE")
                .frames(standing(5))
                .holds(0, monitor(1))
                .build();
        DumpedThread sleeps = platform(1, "owner")
                .state("TIMED_WAITING")
                .frames(List.of(frame("java.lang.Thread", "sleep0", -1), frame("com.acme.Cart", "poll", 7)))
                .holds(1, monitor(1))
                .build();
        DumpedThread moved = platform(1, "owner")
                .state("RUNNABLE")
                .frames(standing(6))
                .holds(0, monitor(1))
                .build();
        DumpedThread inNative = platform(1, "owner")
                .state("RUNNABLE")
                .cpu(7)
                .frames(List.of(nativeFrame("com.acme.Printer", "print"), frame("com.acme.Shop", "order", 8)))
                .holds(1, monitor(1))
                .build();

        assertThat(Said.verdicts(same(2, runs, waits))).isEqualTo("""
                        INFO one lock, many waiters: One lock, many waiters: "owner" (platform #1) holds the monitor Object@1 and runs
                        at Shop.order (Shop.java:5); it runs, as far as the dumps show.
                        """);
        assertThat(Said.verdicts(same(2, sleeps, waits))).isEqualTo("""
                        INFO one lock, many waiters: One lock, many waiters: "owner" (platform #1) holds the monitor Object@1 and
                        waits for the clock at Cart.poll (Cart.java:7); that ends by itself or from outside.
                        """);
        assertThat(Said.verdicts(List.of(json(0, runs, waits), json(2, moved, waits))))
                .isEqualTo("""
                        INFO one lock, many waiters: One lock, many waiters: "owner" (platform #1) holds the monitor Object@1 and runs
                        at Shop.order (Shop.java:6); this changes from dump to dump.
                        """);
        assertThat(Said.verdicts(same(2, inNative, waits))).startsWith("""
                        WARNING one lock, many waiters: One lock, many waiters: "owner" (platform #1) holds the monitor Object@1 and
                        is in native code at Printer.print, the same in both dumps.
                        """);
    }

    @Test
    void classesThatAreLoadedAndInitialized() {
        DumpedThread initializes = virtual(1, "first")
                .frames(List.of(
                        frame("java.lang.VirtualThread", "park", 742),
                        frame("java.util.concurrent.locks.LockSupport", "park", 221),
                        frame(LATCH, "await", 1),
                        frame("com.acme.Prices", "<clinit>", 3),
                        frame("com.acme.Shop", "order", 9)))
                .parkedFor(lock(LATCH + "$Sync", 3))
                .build();
        DumpedThread waits = virtual(2, "second")
                .frames(standing(10))
                .initializing("com.acme.Prices")
                .build();
        DumpedThread loads = platform(3, "loads")
                .frames(List.of(frame("java.lang.ClassLoader", "loadClass", 10), frame("com.acme.Shop", "order", 11)))
                .blockedOn(lock("com.acme.Loader", 8))
                .build();
        DumpedThread loading = virtual(4, "loading")
                .frames(waitingIn(LATCH, "await", 12))
                .parkedFor(lock(LATCH + "$Sync", 3))
                .holds(3, lock("com.acme.Loader", 8))
                .build();

        assertThat(Said.verdicts(same(2, initializes, waits))).isEqualTo("""
                        PROBLEM class loading waits: A class initializer waits: "first" (virtual #1) holds the initialization of
                        com.acme.Prices and waits for a latch (CountDownLatch$Sync@3) at Prices.<clinit> (Prices.java:3), the same in
                        both dumps.
                        - 1 thread ("second") waits at Shop.order (Shop.java:10) for the initialization of com.acme.Prices, held in
                        Prices.<clinit> (Prices.java:3).
                        > Do not wait for other threads, or for the network, while a class is loaded or initialized.
                        INFO no owner can be known: 1 thread ("first") waits for a latch (CountDownLatch$Sync@3) at Prices.<clinit>
                        (Prices.java:3), the same in both dumps; no owner can be known, since any thread may end this.
                        """);
        assertThat(Said.verdicts(same(2, loads, loading))).isEqualTo("""
                        PROBLEM class loading waits: A class loader waits: "loading" (virtual #4) holds the class loader's lock
                        Loader@8 and waits for a latch (CountDownLatch$Sync@3) at Shop.order (Shop.java:12), the same in both dumps.
                        - 1 thread ("loads") waits at Shop.order (Shop.java:11) for the class loader's lock Loader@8, held in
                        Shop.order (Shop.java:12).
                        > Do not wait for other threads, or for the network, while a class is loaded or initialized.
                        INFO no owner can be known: 1 thread ("loading") waits for a latch (CountDownLatch$Sync@3) at Shop.order
                        (Shop.java:12), the same in both dumps; no owner can be known, since any thread may end this.
                        """);
    }
}
