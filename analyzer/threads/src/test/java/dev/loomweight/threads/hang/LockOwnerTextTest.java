package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.idleCarrier;
import static dev.loomweight.threads.hang.Dumps.json;
import static dev.loomweight.threads.hang.Dumps.lock;
import static dev.loomweight.threads.hang.Dumps.locking;
import static dev.loomweight.threads.hang.Dumps.monitor;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.same;
import static dev.loomweight.threads.hang.Dumps.standing;
import static dev.loomweight.threads.hang.Dumps.sync;
import static dev.loomweight.threads.hang.Dumps.twoPrints;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static dev.loomweight.threads.hang.Dumps.waitingIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.LockOwners;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is said of locks whose owner has ended, is in no dump, or is none. */
class LockOwnerTextTest {

    private static final String LATCH = "java.util.concurrent.CountDownLatch";

    private static DumpedThread entering(long id, String name, int line, int wanted, int... held) {
        Dumps.Builder thread = virtual(id, name).frames(standing(line)).blockedOn(monitor(wanted));
        for (int one : held) {
            thread.holds(0, monitor(one));
        }
        return thread.build();
    }

    private static DumpedThread client(long id) {
        return virtual(id, "client-" + id).frames(locking(4)).parkedFor(sync(9)).build();
    }

    private static DumpedThread runs(long id, String name) {
        return platform(id, name).state("RUNNABLE").frames(standing(5)).build();
    }

    private static DumpedThread sleeps(long id, String name) {
        return platform(id, name)
                .state("TIMED_WAITING")
                .frames(List.of(frame("java.lang.Thread", "sleep0", -1), frame("com.acme.Cart", "poll", 7)))
                .build();
    }

    private static DumpedThread awaits(long id, String name, int line, int... held) {
        Dumps.Builder thread =
                virtual(id, name).frames(waitingIn(LATCH, "await", line)).parkedFor(lock(LATCH + "$Sync", 3));
        for (int one : held) {
            thread.holds(3, monitor(one));
        }
        return thread.build();
    }

    private static LockOwners owned(LockOwners.@Nullable Owner owner, long permits) {
        return owned(Dumps.LOCK_TYPE, owner, permits, List.of());
    }

    private static LockOwners owned(String type, LockOwners.@Nullable Owner owner, long permits, List<Long> woken) {
        return new LockOwners(
                LockOwners.From.AGENT, List.of(new LockOwners.Owned(lock(type, 9), owner, permits, List.of())), woken);
    }

    /** A lock whose first waiter was unparked. */
    private static LockOwners free() {
        return new LockOwners(
                LockOwners.From.AGENT, List.of(new LockOwners.Owned(sync(9), null, 0, List.of(1L), List.of(1L))));
    }

    @Test
    void ownerThatHasEnded() {
        LockOwners.Owner gone = new LockOwners.Owner(77, "gone", true);
        assertThat(Said.verdicts(same(2, client(1)), owned(gone, 1))).isEqualTo("""
                        PROBLEM lost owner: Lost owner: the lock ReentrantLock$NonfairSync@9 is held by "gone" (#77), which has ended
                        and will never release it; 1 thread ("client-1") waits at Shop.order (Shop.java:4).
                        - 1 thread ("client-1") waits at Shop.order (Shop.java:4).
                        > Release the lock in a finally block, whatever is thrown before it.
                        """);
        assertThat(Said.verdicts(same(2, client(1)), owned(new LockOwners.Owner(77, "", true), 1)))
                .isEqualTo("""
                        PROBLEM lost owner: Lost owner: the lock ReentrantLock$NonfairSync@9 is held by thread #77, which has ended
                        and will never release it; 1 thread ("client-1") waits at Shop.order (Shop.java:4).
                        - 1 thread ("client-1") waits at Shop.order (Shop.java:4).
                        > Release the lock in a finally block, whatever is thrown before it.
                        """);
        DumpedThread asked = virtual(1, "client")
                .frames(locking(4))
                .parkedFor(sync(9))
                .owner(77)
                .holds(3, monitor(1))
                .build();
        assertThat(Said.verdicts(same(2, asked, client(2), entering(3, "behind", 5, 1))))
                .isEqualTo("""
                        PROBLEM lost owner: Lost owner: the lock ReentrantLock$NonfairSync@9 is held by thread #77, which has ended
                        and will never release it; 2 threads ("client", "client-2") wait at Shop.order (Shop.java:4).
                        - 2 threads ("client", "client-2") wait at Shop.order (Shop.java:4), and 1 more thread for these.
                        > Release the lock in a finally block, whatever is thrown before it.
                        """);
    }

    @Test
    void lockThatNoThreadOwns() {
        assertThat(Said.verdicts(same(2, client(1)), free())).isEqualTo("""
                        PROBLEM lost wake-up: Lost wake-up: 1 thread ("client-1") waits for the lock ReentrantLock$NonfairSync@9,
                        which no thread owns, at Shop.order (Shop.java:4), the same in both dumps; the JDK has not woken it.
                        > Update the JDK. Nothing but a restart, or an interrupt of these threads, ends it now; a wait with a time, in
                        a loop, survives a lost wake-up.
                        """);
        assertThat(Said.verdicts(same(2, client(1), client(2), runs(3, "runs")), free()))
                .isEqualTo("""
                        PROBLEM lost wake-up: Lost wake-up: 2 threads ("client-1", "client-2") wait for the lock
                        ReentrantLock$NonfairSync@9, which no thread owns, at Shop.order (Shop.java:4), the same in both dumps; the
                        JDK has not woken them.
                        > Update the JDK. Nothing but a restart, or an interrupt of these threads, ends it now; a wait with a time, in
                        a loop, survives a lost wake-up.
                        """);
        assertThat(Said.verdicts(same(2, client(1), client(2), runs(3, "runs")), owned(null, 0)))
                .as("released just then")
                .isEqualTo("""
                        INFO lock not released: 2 threads ("client-1", "client-2") wait for the lock ReentrantLock$NonfairSync@9,
                        which no thread owned when its owner was read, at Shop.order (Shop.java:4), the same in both dumps.
                        >
                        """);
        assertThat(Said.verdicts(same(2, client(1)), owned(Dumps.LOCK_TYPE, null, 0, List.of(1L))))
                .isEqualTo("""
                        WARNING lock not released: 1 thread ("client-1") waits for the lock ReentrantLock$NonfairSync@9, which no
                        thread owned when its owner was read, at Shop.order (Shop.java:4), the same in both dumps.
                        >
                        """);
        assertThat(Said.verdicts(List.of(json(0, client(2)), json(2, client(1))), owned(null, 0)))
                .isEqualTo("""
                        INFO lock not released: 1 thread ("client-1") waits for the lock ReentrantLock$NonfairSync@9, which no thread
                        owned when its owner was read, at Shop.order (Shop.java:4); this changes from dump to dump.
                        """);
        assertThat(Said.verdicts(same(1, client(1)), owned(null, 0))).isEqualTo("""
                        INFO lock not released: 1 thread ("client-1") waits for the lock ReentrantLock$NonfairSync@9, which no thread
                        owned when its owner was read, at Shop.order (Shop.java:4).
                        > Take several dumps a few seconds apart: loomweight hang PID.
                        """);
    }

    @Test
    void latchThatIsOpen() {
        LockOwners open = new LockOwners(
                LockOwners.From.AGENT, List.of(new LockOwners.Owned(lock(LATCH + "$Sync", 3), null, 0, List.of())));
        assertThat(Said.verdicts(same(3, awaits(1, "one", 4), awaits(2, "two", 5)), open))
                .isEqualTo("""
                        PROBLEM lost wake-up: Lost wake-up: 2 threads ("one", "two") wait for a latch (CountDownLatch$Sync@3), whose
                        count is 0, at Shop.order (Shop.java:4) and elsewhere, the same in all 3 dumps; the JDK has not woken them.
                        > Update the JDK. Nothing but a restart, or an interrupt of these threads, ends it now; a wait with a time, in
                        a loop, survives a lost wake-up.
                        """);
    }

    private static DumpedThread afterWait(long id, int wanted) {
        return virtual(id, "waited-" + id)
                .frames(List.of(
                        frame("java.lang.Object", "wait0", -1),
                        frame("java.lang.Object", "wait", 380),
                        frame("com.acme.Shop", "order", 3)))
                .blockedOn(monitor(wanted))
                .build();
    }

    @Test
    void monitorsThatNoThreadHolds() {
        assertThat(Said.verdicts(same(2, afterWait(1, 1)))).isEqualTo("""
                        PROBLEM lost wake-up: Lost wake-up: 1 thread ("waited-1") waits for the monitor Object@1, which no thread
                        holds, at Shop.order (Shop.java:3), the same in both dumps; the JDK has not woken it.
                        > Update the JDK. Nothing but a restart, or an interrupt of these threads, ends it now; a wait with a time, in
                        a loop, survives a lost wake-up.
                        """);
        assertThat(Said.verdicts(same(2, afterWait(1, 1), afterWait(2, 2)))).isEqualTo("""
                        PROBLEM lost wake-up: Lost wake-up: 2 threads ("waited-1", "waited-2") wait for a monitor each, none of which
                        a thread holds, at Shop.order (Shop.java:3), the same in both dumps; the JDK has not woken them.
                        > Update the JDK. Nothing but a restart, or an interrupt of these threads, ends it now; a wait with a time, in
                        a loop, survives a lost wake-up.
                        """);
    }

    @Test
    void ownerThatIsInNoDump() {
        assertThat(Said.verdicts(same(2, client(1)))).isEqualTo("""
                        PROBLEM lock not released: A lock that is not released: 1 thread ("client-1") waits for the lock
                        ReentrantLock$NonfairSync@9 at Shop.order (Shop.java:4), the same in both dumps; its owner is in no dump, and
                        no thread runs that could release it.
                        - Whoever owns the lock ReentrantLock$NonfairSync@9 has ended without releasing it, or waits itself; a heap
                        dump shows who.
                        > A heap dump shows who owns it: jcmd PID GC.heap_dump FILE, then loomweight hang --heap FILE with the dumps.
                        """);
        assertThat(Said.verdicts(same(1, client(1), client(2)))).isEqualTo("""
                        INFO lock not released: 2 threads ("client-1", "client-2") wait for the lock ReentrantLock$NonfairSync@9 at
                        Shop.order (Shop.java:4); its owner is not in the dump.
                        > Take several dumps a few seconds apart: loomweight hang PID.
                        """);
        assertThat(Said.verdicts(same(2, client(1), runs(3, "runs")))).isEqualTo("""
                        INFO lock not released: 1 thread ("client-1") waits for the lock ReentrantLock$NonfairSync@9 at Shop.order
                        (Shop.java:4), the same in both dumps; its owner is in no dump, and may be "runs", which runs in the method in
                        which it is waited for.
                        > A heap dump shows who owns it (--heap FILE).
                        """);
        assertThat(Said.verdicts(same(2, client(1), runs(3, "runs"), sleeps(4, "sleeps"))))
                .isEqualTo("""
                        INFO lock not released: 1 thread ("client-1") waits for the lock ReentrantLock$NonfairSync@9 at Shop.order
                        (Shop.java:4), the same in both dumps; its owner is in no dump, and may be "runs", which runs in the method in
                        which it is waited for.
                        > A heap dump shows who owns it (--heap FILE).
                        """);
        assertThat(Said.verdicts(List.of(json(0, client(2)), json(2, client(1)))))
                .isEqualTo("""
                        INFO lock not released: 1 thread ("client-1") waits for the lock ReentrantLock$NonfairSync@9 at Shop.order
                        (Shop.java:4); this changes from dump to dump.
                        """);
        assertThat(Said.verdicts(same(2, client(1)), owned("java.util.concurrent.Semaphore$Sync", null, 1, List.of())))
                .isEqualTo("""
                        PROBLEM lock not released: A lock that is not released: 1 thread ("client-1") waits for the lock
                        ReentrantLock$NonfairSync@9 at Shop.order (Shop.java:4), the same in both dumps; its owner is in no dump, and
                        no thread runs that could release it.
                        - Whoever owns the lock ReentrantLock$NonfairSync@9 has ended without releasing it, or waits itself; the
                        owners that were read name none.
                        > The owners that were read name none for it: read them again, with dumps of the same time.
                        """);
    }

    /** Threads outside of the method in which it is waited for. */
    @Test
    void ownerMayBeAnyThreadThatGoesOn() {
        assertThat(Said.verdicts(same(2, client(1), sleeps(4, "sleeps")))).isEqualTo("""
                        INFO lock not released: 1 thread ("client-1") waits for the lock ReentrantLock$NonfairSync@9 at Shop.order
                        (Shop.java:4), the same in both dumps; its owner is in no dump, and may be "sleeps", which waits for the
                        clock.
                        > A heap dump shows who owns it (--heap FILE).
                        """);
        assertThat(Said.verdicts(same(2, client(1), sleeps(4, "sleeps"), sleeps(5, "naps"))))
                .isEqualTo("""
                        INFO lock not released: 1 thread ("client-1") waits for the lock ReentrantLock$NonfairSync@9 at Shop.order
                        (Shop.java:4), the same in both dumps; its owner is in no dump, and may be one of 2 threads that run, sleep,
                        or wait for input or work, such as "sleeps".
                        > A heap dump shows who owns it (--heap FILE).
                        """);
    }

    @Test
    void ownerThatWaitsForWhoWaits() {
        DumpedThread writer = virtual(1, "writer")
                .frames(locking(4))
                .parkedFor(sync(9))
                .holds(3, monitor(1))
                .build();
        assertThat(Said.verdicts(same(2, writer, entering(2, "flusher", 12, 1))))
                .isEqualTo("""
                        PROBLEM lock not released: A lock that is not released: 1 thread ("writer") waits for the lock
                        ReentrantLock$NonfairSync@9 at Shop.order (Shop.java:4), the same in both dumps; its owner is in no dump, and
                        no thread runs that could release it.
                        - If "flusher", which in turn waits for those who wait for the lock ReentrantLock$NonfairSync@9, owns it, this
                        is a deadlock; a heap dump shows who does.
                        > A heap dump shows who owns it: jcmd PID GC.heap_dump FILE, then loomweight hang --heap FILE with the dumps.
                        """);
        assertThat(Said.verdicts(same(1, writer, entering(2, "flusher", 12, 1))))
                .isEqualTo("""
                        INFO lock not released: 1 thread ("writer") waits for the lock ReentrantLock$NonfairSync@9 at Shop.order
                        (Shop.java:4); its owner is not in the dump. If "flusher", which in turn waits for those who wait for the lock
                        ReentrantLock$NonfairSync@9, owns it, this is a deadlock.
                        > Take several dumps a few seconds apart: loomweight hang PID.
                        """);
        assertThat(Said.verdicts(
                        same(2, writer, entering(2, "flusher", 12, 1), entering(3, "reader", 13, 1), runs(4, "runs"))))
                .isEqualTo("""
                        INFO lock not released: 1 thread ("writer") waits for the lock ReentrantLock$NonfairSync@9 at Shop.order
                        (Shop.java:4), the same in both dumps; its owner is in no dump, and may be "runs", which runs in the method in
                        which it is waited for. If one of "flusher", "reader", which in turn wait for those who wait for the lock
                        ReentrantLock$NonfairSync@9, owns it, this is a deadlock.
                        > A heap dump shows who owns it (--heap FILE).
                        """);
    }

    @Test
    void ownerMayBeAVirtualThreadThatIsNotShown() {
        DumpedThread waits = platform(1, "waits")
                .frames(locking(4).subList(1, 4))
                .parkedFor(sync(9))
                .build();
        assertThat(Said.verdicts(twoPrints(waits, idleCarrier(7).build()))).isEqualTo("""
                        WARNING lock not released: 1 thread ("waits") waits for the lock ReentrantLock$NonfairSync@9 at Shop.order
                        (Shop.java:4), the same in both dumps; its owner is in no dump, and may be a virtual thread, which
                        Thread.print shows on a carrier only.
                        > Thread.dump_to_file has the virtual threads: give its dumps as well (-format=json), as loomweight hang PID
                        does. A heap dump shows who owns it (--heap FILE).
                        """);
    }

    @Test
    void readersWithoutNames() {
        String sync = "java.util.concurrent.locks.ReentrantReadWriteLock$NonfairSync";
        DumpedThread writes = virtual(1, "writes")
                .frames(waitingIn("java.util.concurrent.locks.ReentrantReadWriteLock$WriteLock", "lock", 4))
                .parkedFor(lock(sync, 9))
                .build();
        assertThat(Said.verdicts(same(2, writes), owned(sync, null, 2 << 16, List.of())))
                .isEqualTo("""
                        PROBLEM lock not released: A lock that is not released: 1 thread ("writes") waits for the lock
                        ReentrantReadWriteLock$NonfairSync@9 at Shop.order (Shop.java:4), the same in both dumps; its owner is in no
                        dump, and no thread runs that could release it.
                        - The lock ReentrantReadWriteLock$NonfairSync@9 is held for reading 2 times, and it keeps no names of several
                        readers: one that waits to write may hold it for reading.
                        > Look in the code of the threads that wait for where they, or others, take the lock before and do not release
                        it.
                        """);
    }
}
