package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.carrying;
import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.idleCarrier;
import static dev.loomweight.threads.hang.Dumps.lock;
import static dev.loomweight.threads.hang.Dumps.locking;
import static dev.loomweight.threads.hang.Dumps.monitor;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.same;
import static dev.loomweight.threads.hang.Dumps.standing;
import static dev.loomweight.threads.hang.Dumps.sync;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static dev.loomweight.threads.hang.Dumps.waitingIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Section;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Frame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tables and the picture of a hang, complete. */
class HangTablesTest {

    private static final String LATCH = "java.util.concurrent.CountDownLatch";

    private static DumpedThread entering(long id, String name, int line, int wanted, int... held) {
        Dumps.Builder thread = virtual(id, name).frames(standing(line)).blockedOn(monitor(wanted));
        for (int one : held) {
            thread.holds(0, monitor(one));
        }
        return thread.build();
    }

    private static Dumps.Builder latch(long id, String name, int line) {
        return virtual(id, name).frames(waitingIn(LATCH, "await", line)).parkedFor(lock(LATCH + "$Sync", 3));
    }

    @Test
    void deadlock() {
        Section section = Said.section(same(
                2,
                entering(1, "a", 12, 2, 1),
                entering(2, "b", 13, 1, 2),
                entering(3, "c", 14, 1),
                entering(4, "d", 14, 1),
                entering(5, "", 14, 1),
                entering(6, "e", 14, 1),
                entering(7, "f", 15, 1)));
        assertThat(Said.tables(section)).isEqualTo("""
                        hangs: Who waits for whom
                        thread | threads | waitsFor | at | heldBy | heldAt | source | verdict
                        "a" (virtual #1) | 1 | the monitor java.lang.Object@2 | com.acme.Shop.order (Shop.java:12) | "b" (virtual #2)
                        | com.acme.Shop.order (Shop.java:13) | thread dump | deadlock
                        "b" (virtual #2) | 1 | the monitor java.lang.Object@1 | com.acme.Shop.order (Shop.java:13) | "a" (virtual #1)
                        | com.acme.Shop.order (Shop.java:12) | thread dump | deadlock
                        """);
        assertThat(Said.picture(section)).isEqualTo("""
                        thread 1* [thread x1] "a" (virtual #1) | com.acme.Shop.order (Shop.java:12)
                        lock java.lang.Object@2* [lock x1] the monitor java.lang.Object@2
                        threads 3 [threads x4] 4 threads: c, d, #5, ... | com.acme.Shop.order (Shop.java:14)
                        thread 2* [thread x1] "b" (virtual #2) | com.acme.Shop.order (Shop.java:13)
                        lock java.lang.Object@1* [lock x1] the monitor java.lang.Object@1
                        thread 7 [thread x1] "f" (virtual #7) | com.acme.Shop.order (Shop.java:15)
                        thread 1 -> lock java.lang.Object@2* waits for
                        lock java.lang.Object@2 -> thread 2* held by
                        thread 2 -> lock java.lang.Object@1* waits for
                        threads 3 -> lock java.lang.Object@1 waits for
                        thread 7 -> lock java.lang.Object@1 waits for
                        lock java.lang.Object@1 -> thread 1* held by
                        """);
    }

    @Test
    void locksOfOneHolder() {
        Section section = Said.section(same(
                2,
                latch(1, "owner", 4).holds(3, monitor(1)).holds(3, monitor(2)).build(),
                entering(2, "w2", 20, 1),
                entering(3, "w3", 20, 1),
                entering(4, "w4", 21, 1),
                entering(5, "w5", 22, 2)));
        assertThat(Said.tables(section)).isEqualTo("""
                        hangs: Who waits for whom
                        thread | threads | waitsFor | at | heldBy | heldAt | source | verdict
                        "owner" (virtual #1) | 1 | a latch (java.util.concurrent.CountDownLatch$Sync@3) | com.acme.Shop.order
                        (Shop.java:4) | - (any thread may end this wait: there is no owner) | - | - | one lock, many waiters
                        "w2" (virtual #2) and others | 2 | the monitor java.lang.Object@1 | com.acme.Shop.order (Shop.java:20) |
                        "owner" (virtual #1) | com.acme.Shop.order (Shop.java:4) | thread dump | one lock, many waiters
                        "w4" (virtual #4) | 1 | the monitor java.lang.Object@1 | com.acme.Shop.order (Shop.java:21) | "owner" (virtual
                        #1) | com.acme.Shop.order (Shop.java:4) | thread dump | one lock, many waiters
                        "w5" (virtual #5) | 1 | the monitor java.lang.Object@2 | com.acme.Shop.order (Shop.java:22) | "owner" (virtual
                        #1) | com.acme.Shop.order (Shop.java:4) | thread dump | one lock, many waiters

                        signals: Waits for a signal: no owner can be known
                        waitsFor | threads | thread | at | permits
                        a latch (java.util.concurrent.CountDownLatch$Sync@3) | 1 | "owner" (virtual #1) | com.acme.Shop.order
                        (Shop.java:4) | -
                        (Nothing changed in 2 dumps. Any thread may end such a wait, so no owner can be known: this is usual for
                        threads that wait for work or for the end of the program.)
                        """);
        assertThat(Said.picture(section)).isEqualTo("""
                        thread 1* [thread x1] "owner" (virtual #1) | com.acme.Shop.order (Shop.java:4)
                        lock java.util.concurrent.CountDownLatch$Sync@3 [lock x1] a latch (java.util.concurrent.CountDownLatch$Sync@3)
                        threads 2* [threads x2] 2 threads: w2, w3 | com.acme.Shop.order (Shop.java:20)
                        thread 4* [thread x1] "w4" (virtual #4) | com.acme.Shop.order (Shop.java:21)
                        lock java.lang.Object@1* [lock x1] the monitor java.lang.Object@1
                        thread 5* [thread x1] "w5" (virtual #5) | com.acme.Shop.order (Shop.java:22)
                        lock java.lang.Object@2* [lock x1] the monitor java.lang.Object@2
                        thread 1 -> lock java.util.concurrent.CountDownLatch$Sync@3 waits for
                        threads 2 -> lock java.lang.Object@1* waits for
                        thread 4 -> lock java.lang.Object@1* waits for
                        lock java.lang.Object@1 -> thread 1* held by
                        thread 5 -> lock java.lang.Object@2* waits for
                        lock java.lang.Object@2 -> thread 1* held by
                        """);
    }

    private static DumpedThread pinned(long id, int line) {
        List<Frame> frames = new ArrayList<>(waitingIn(LATCH, "await", line));
        frames.addFirst(frame("java.lang.VirtualThread", "parkOnCarrierThread", 817));
        return virtual(id, "pinned-" + id)
                .frames(frames)
                .parkedFor(lock(LATCH + "$Sync", 5))
                .on(10 + id)
                .build();
    }

    private static DumpedThread ready(long id) {
        return virtual(id, "ready-" + id).state("RUNNABLE").frames(locking(9)).build();
    }

    @Test
    void carriersThatAreHeld() {
        Section section = Said.section(same(
                2,
                pinned(1, 4),
                pinned(2, 4),
                pinned(3, 5),
                carrying(11, 5),
                carrying(12, 5),
                carrying(13, 5),
                ready(50),
                ready(51)));
        assertThat(Said.tables(section)).isEqualTo("""
                        hangs: Who waits for whom
                        thread | threads | waitsFor | at | heldBy | heldAt | source | verdict
                        "pinned-1" (virtual #1) and others | 2 | a latch (java.util.concurrent.CountDownLatch$Sync@5) |
                        com.acme.Shop.order (Shop.java:4) | - (any thread may end this wait: there is no owner) | - | - | carriers
                        exhausted
                        "pinned-3" (virtual #3) | 1 | a latch (java.util.concurrent.CountDownLatch$Sync@5) | com.acme.Shop.order
                        (Shop.java:5) | - (any thread may end this wait: there is no owner) | - | - | carriers exhausted
                        "ready-50" (virtual #50) and others | 2 | a carrier | com.acme.Shop.order (Shop.java:9) | - | - | - | carriers
                        exhausted

                        signals: Waits for a signal: no owner can be known
                        waitsFor | threads | thread | at | permits
                        a latch (java.util.concurrent.CountDownLatch$Sync@5) | 3 | "pinned-1" (virtual #1) | com.acme.Shop.order
                        (Shop.java:4) | -
                        (Nothing changed in 2 dumps. Any thread may end such a wait, so no owner can be known: this is usual for
                        threads that wait for work or for the end of the program.)
                        """);
        assertThat(Said.picture(section)).isEqualTo("""
                        threads 50* [threads x2] 2 threads: ready-50, ready-51 | com.acme.Shop.order (Shop.java:9)
                        carriers* [carriers x3] the carriers | all 3 held
                        threads 1* [threads x2] 2 threads: pinned-1, pinned-2 | com.acme.Shop.order (Shop.java:4)
                        thread 3* [thread x1] "pinned-3" (virtual #3) | com.acme.Shop.order (Shop.java:5)
                        lock java.util.concurrent.CountDownLatch$Sync@5* [lock x1] a latch
                        (java.util.concurrent.CountDownLatch$Sync@5)
                        threads 50 -> carriers* waits for
                        carriers -> threads 1* held by
                        carriers -> thread 3* held by
                        threads 1 -> lock java.util.concurrent.CountDownLatch$Sync@5* waits for
                        thread 3 -> lock java.util.concurrent.CountDownLatch$Sync@5* waits for
                        """);
    }

    @Test
    void carriersThatAreIdle() {
        DumpedThread idle = idleCarrier(30).cpu(7).build();
        DumpedThread busy =
                virtual(1, "busy").state("RUNNABLE").on(11).frames(standing(3)).build();
        Section section = Said.section(same(2, busy, carrying(11, 5), idle, ready(50), ready(51)));
        assertThat(Said.tables(section)).isEqualTo("""
                        locks: Locks that threads wait for, no hang
                        lock | waiting | at | holder | holderAt | motion
                        the carriers | 2 | com.acme.Shop.order (Shop.java:9) | - | - | undecided
                        """);
        assertThat(Said.picture(section)).isEqualTo("""
                        threads 50 [threads x2] 2 threads: ready-50, ready-51 | com.acme.Shop.order (Shop.java:9)
                        carriers* [carriers x1] the carriers | 1 idle
                        threads 50 -> carriers* waits for
                        """);
    }

    private static DumpedThread client(long id, int wanted) {
        return virtual(id, "client-" + id)
                .frames(locking(4))
                .parkedFor(sync(wanted))
                .build();
    }

    @Test
    void locksWithoutAnOwner() {
        DumpedThread asks = virtual(1, "asks")
                .frames(locking(4))
                .parkedFor(sync(8))
                .owner(77)
                .build();
        Section section = Said.section(same(2, asks, client(2, 9)));
        assertThat(Said.tables(section)).isEqualTo("""
                        hangs: Who waits for whom
                        thread | threads | waitsFor | at | heldBy | heldAt | source | verdict
                        "asks" (virtual #1) | 1 | the lock java.util.concurrent.locks.ReentrantLock$NonfairSync@8 |
                        com.acme.Shop.order (Shop.java:4) | a thread that has ended | - | - | lost owner
                        "client-2" (virtual #2) | 1 | the lock java.util.concurrent.locks.ReentrantLock$NonfairSync@9 |
                        com.acme.Shop.order (Shop.java:4) | - (its owner is in no dump) | - | - | lock not released
                        """);
    }

    @Test
    void locksThatAreNoHang() {
        DumpedThread runs = platform(1, "runs")
                .state("RUNNABLE")
                .frames(standing(5))
                .holds(0, monitor(1))
                .build();
        Section section = Said.section(same(
                2,
                runs,
                entering(2, "w2", 20, 1),
                client(3, 9),
                latch(4, "awaits", 6).build(),
                latch(5, "too", 6).build()));
        assertThat(Said.tables(section)).isEqualTo("""
                        locks: Locks that threads wait for, no hang
                        lock | waiting | at | holder | holderAt | motion
                        the monitor java.lang.Object@1 | 1 | com.acme.Shop.order (Shop.java:20) | "runs" (platform #1) |
                        com.acme.Shop.order (Shop.java:5) | holder runs
                        the lock java.util.concurrent.locks.ReentrantLock$NonfairSync@9 | 1 | com.acme.Shop.order (Shop.java:4) | -
                        (its owner is in no dump) | - | undecided

                        signals: Waits for a signal: no owner can be known
                        waitsFor | threads | thread | at | permits
                        a latch (java.util.concurrent.CountDownLatch$Sync@3) | 2 | "awaits" (virtual #4) | com.acme.Shop.order
                        (Shop.java:6) | -
                        (Nothing changed in 2 dumps. Any thread may end such a wait, so no owner can be known: this is usual for
                        threads that wait for work or for the end of the program.)
                        """);
        assertThat(Said.picture(section)).isEqualTo("""
                        thread 2 [thread x1] "w2" (virtual #2) | com.acme.Shop.order (Shop.java:20)
                        lock java.lang.Object@1 [lock x1] the monitor java.lang.Object@1
                        thread 1 [thread x1] "runs" (platform #1) | com.acme.Shop.order (Shop.java:5)
                        thread 3 [thread x1] "client-3" (virtual #3) | com.acme.Shop.order (Shop.java:4)
                        lock java.util.concurrent.locks.ReentrantLock$NonfairSync@9 [lock x1] the lock
                        java.util.concurrent.locks.ReentrantLock$NonfairSync@9 | owner unknown
                        threads 4 [threads x2] 2 threads: awaits, too | com.acme.Shop.order (Shop.java:6)
                        lock java.util.concurrent.CountDownLatch$Sync@3 [lock x1] a latch (java.util.concurrent.CountDownLatch$Sync@3)
                        thread 2 -> lock java.lang.Object@1 waits for
                        lock java.lang.Object@1 -> thread 1 held by
                        thread 3 -> lock java.util.concurrent.locks.ReentrantLock$NonfairSync@9 waits for
                        threads 4 -> lock java.util.concurrent.CountDownLatch$Sync@3 waits for
                        """);
    }

    @Test
    void signalsOfOneDump() {
        LockOwners count = new LockOwners(
                LockOwners.From.AGENT, List.of(new LockOwners.Owned(lock(LATCH + "$Sync", 3), null, 2, List.of())));
        assertThat(Said.tables(Said.section(same(1, latch(4, "awaits", 6).build()), count)))
                .isEqualTo("""
                        signals: Waits for a signal: no owner can be known
                        waitsFor | threads | thread | at | permits
                        a latch (java.util.concurrent.CountDownLatch$Sync@3) | 1 | "awaits" (virtual #4) | com.acme.Shop.order
                        (Shop.java:6) | 2
                        (Any thread may end such a wait, so no dump shows whether one will.)
                        """);
    }

    /** A lock that no thread owned when its owner was read. */
    @Test
    void lockThatIsFree() {
        LockOwners free = new LockOwners(
                LockOwners.From.AGENT, List.of(new LockOwners.Owned(sync(9), null, 0, List.of())), List.of(1L));
        Section section = Said.section(same(2, client(1, 9)), free);
        assertThat(Said.tables(section)).isEqualTo("""
                        locks: Locks that threads wait for, no hang
                        lock | waiting | at | holder | holderAt | motion
                        the lock java.util.concurrent.locks.ReentrantLock$NonfairSync@9 | 1 | com.acme.Shop.order (Shop.java:4) | -
                        (no thread owns it) | - | undecided
                        """);
        assertThat(Said.picture(section)).isEqualTo("""
                        thread 1 [thread x1] "client-1" (virtual #1) | com.acme.Shop.order (Shop.java:4)
                        lock java.util.concurrent.locks.ReentrantLock$NonfairSync@9 [lock x1] the lock
                        java.util.concurrent.locks.ReentrantLock$NonfairSync@9 | free
                        thread 1 -> lock java.util.concurrent.locks.ReentrantLock$NonfairSync@9 waits for
                        """);
    }

    @Test
    void ownersOfPoolsAndOfHeapDumps() {
        List<Frame> borrows = List.of(
                frame("java.lang.VirtualThread", "park", 742),
                frame("java.util.concurrent.locks.LockSupport", "park", 221),
                frame("java.util.concurrent.SynchronousQueue", "poll", 953),
                frame("com.zaxxer.hikari.util.ConcurrentBag", "borrow", 151),
                frame("com.zaxxer.hikari.pool.HikariPool", "getConnection", 160),
                frame("com.acme.Shop", "order", 10));
        DumpedThread waits = virtual(1, "borrows")
                .frames(borrows)
                .parkedFor(lock("java.util.concurrent.SynchronousQueue$Transferer", 0x77))
                .build();
        LockOwners owners = new LockOwners(
                LockOwners.From.HEAP,
                List.of(new LockOwners.Owned(sync(0x999), new LockOwners.Owner(3, "owner", false), 1, List.of(2L))));
        assertThat(Said.tables(Said.section(
                        same(2, waits, client(2, 9), latch(3, "owner", 6).build()), owners)))
                .isEqualTo("""
                        hangs: Who waits for whom
                        thread | threads | waitsFor | at | heldBy | heldAt | source | verdict
                        "borrows" (virtual #1) | 1 | an object of the pool com.zaxxer.hikari.util.ConcurrentBag | com.acme.Shop.order
                        (Shop.java:10) | - (who has its objects is in no dump) | - | - | pool exhausted
                        "owner" (virtual #3) | 1 | a latch (java.util.concurrent.CountDownLatch$Sync@3) | com.acme.Shop.order
                        (Shop.java:6) | - (any thread may end this wait: there is no owner) | - | - | one lock, many waiters
                        "client-2" (virtual #2) | 1 | the lock java.util.concurrent.locks.ReentrantLock$NonfairSync@9 |
                        com.acme.Shop.order (Shop.java:4) | "owner" (virtual #3) | com.acme.Shop.order (Shop.java:6) | heap dump | one
                        lock, many waiters

                        signals: Waits for a signal: no owner can be known
                        waitsFor | threads | thread | at | permits
                        a latch (java.util.concurrent.CountDownLatch$Sync@3) | 1 | "owner" (virtual #3) | com.acme.Shop.order
                        (Shop.java:6) | -
                        (Nothing changed in 2 dumps. Any thread may end such a wait, so no owner can be known: this is usual for
                        threads that wait for work or for the end of the program.)
                        """);
    }
}
