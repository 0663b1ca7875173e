package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.idleCarrier;
import static dev.loomweight.threads.hang.Dumps.json;
import static dev.loomweight.threads.hang.Dumps.lock;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.same;
import static dev.loomweight.threads.hang.Dumps.twoPrints;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static dev.loomweight.threads.hang.Dumps.waitingIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Frame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of pools of threads and of connections. */
class PoolTextTest {

    private static Frame shop(String method, int line) {
        return frame("com.acme.Shop", method, line);
    }

    private static DumpedThread worker(long id, int line) {
        List<Frame> frames = new ArrayList<>(waitingIn("java.util.concurrent.FutureTask", "get", line));
        frames.removeLast();
        frames.removeFirst();
        frames.add(frame("java.util.concurrent.FutureTask", "run", 328));
        frames.add(frame("java.util.concurrent.ThreadPoolExecutor", "runWorker", 1090));
        return platform(id, "pool-1-thread-" + id)
                .frames(frames)
                .state("WAITING")
                .build();
    }

    @Test
    void poolThatWaitsForItsOwnTasks() {
        assertThat(Said.verdicts(same(2, worker(1, 4)))).startsWith("""
                        PROBLEM full pool: A full pool waits for its own tasks: its only thread ("pool-1-thread-1") waits for results
                        of tasks at Shop.order (Shop.java:4), and no thread runs a task, the same in both dumps (pool of
                        pool-1-thread-N).
                        """);
        assertThat(Said.verdicts(same(3, worker(1, 4), worker(2, 5)))).isEqualTo("""
                        PROBLEM full pool: A full pool waits for its own tasks: all its 2 threads ("pool-1-thread-1",
                        "pool-1-thread-2") wait for results of tasks at Shop.order (Shop.java:4) and elsewhere, and no thread runs a
                        task, the same in all 3 dumps (pool of pool-1-thread-N).
                        - The tasks that "pool-1-thread-1", "pool-1-thread-2" wait for are in the queue of the same pool, or nobody
                        has submitted them.
                        > A task must not wait for another task of the same bounded pool: give the inner tasks a pool of their own, or
                        one virtual thread each (Executors.newVirtualThreadPerTaskExecutor).
                        INFO no owner can be known: 1 thread ("pool-1-thread-1") waits for the result of a task (FutureTask) at
                        Shop.order (Shop.java:4), the same in all 3 dumps; no owner can be known, since any thread may end this.
                        INFO no owner can be known: 1 thread ("pool-1-thread-2") waits for the result of a task (FutureTask) at
                        Shop.order (Shop.java:5), the same in all 3 dumps; no owner can be known, since any thread may end this.
                        """);
        assertThat(Said.verdicts(same(1, worker(1, 4), worker(2, 4)))).isEqualTo("""
                        WARNING full pool: A full pool may wait for its own tasks: all its 2 threads ("pool-1-thread-1",
                        "pool-1-thread-2") wait for results of tasks at Shop.order (Shop.java:4), and no thread runs a task (pool of
                        pool-1-thread-N).
                        > Take several dumps a few seconds apart: loomweight hang PID.
                        INFO no owner can be known: 2 threads ("pool-1-thread-1", "pool-1-thread-2") wait for the result of a task
                        (FutureTask) at Shop.order (Shop.java:4); no owner can be known, since any thread may end this.
                        """);
    }

    private static DumpedThread completing(long id) {
        List<Frame> frames = new ArrayList<>(waitingIn("java.util.concurrent.CompletableFuture", "join", 4));
        frames.removeLast();
        frames.removeFirst();
        frames.add(frame("java.util.concurrent.ThreadPoolExecutor", "runWorker", 1090));
        return platform(id, "pool-1-thread-" + id)
                .frames(frames)
                .state("WAITING")
                .build();
    }

    @Test
    void poolThatMayWaitForItself() {
        assertThat(Said.verdicts(same(2, completing(1), completing(2)))).isEqualTo("""
                        WARNING full pool: A full pool may wait for its own tasks: all its 2 threads ("pool-1-thread-1",
                        "pool-1-thread-2") wait for results of tasks at Shop.order (Shop.java:4), the same in both dumps (pool of
                        pool-1-thread-N); if the pool is to compute these results, it cannot.
                        > A task must not wait for another task of the same bounded pool: give the inner tasks a pool of their own, or
                        one virtual thread each (Executors.newVirtualThreadPerTaskExecutor).
                        INFO no owner can be known: 2 threads ("pool-1-thread-1", "pool-1-thread-2") wait for the result of a task
                        (CompletableFuture) at Shop.order (Shop.java:4), the same in both dumps; no owner can be known, since any
                        thread may end this.
                        """);
    }

    private static DumpedThread borrows(long id, boolean timed, Frame... own) {
        List<Frame> frames = new ArrayList<>(List.of(
                frame("java.lang.VirtualThread", timed ? "parkNanos" : "park", 742),
                frame("java.util.concurrent.locks.LockSupport", timed ? "parkNanos" : "park", 221),
                frame("java.util.concurrent.SynchronousQueue", "poll", 953),
                frame("com.zaxxer.hikari.util.ConcurrentBag", "borrow", 151),
                frame("com.zaxxer.hikari.pool.HikariPool", "getConnection", 160)));
        frames.addAll(List.of(own));
        frames.add(frame("java.lang.VirtualThread", "run", 460));
        return virtual(id, "borrows-" + id)
                .frames(frames)
                .parkedFor(lock("java.util.concurrent.SynchronousQueue$Transferer", 0x77))
                .state(timed ? "TIMED_WAITING" : "WAITING")
                .build();
    }

    private static DumpedThread awaits(long id, Frame... own) {
        List<Frame> frames = new ArrayList<>(
                waitingIn("java.util.concurrent.CountDownLatch", "await", 0).subList(0, 3));
        frames.addAll(List.of(own));
        return virtual(id, "awaits-" + id)
                .frames(frames)
                .parkedFor(lock("java.util.concurrent.CountDownLatch$Sync", 3))
                .build();
    }

    private static DumpedThread sleeps(long id, Frame... own) {
        List<Frame> frames = new ArrayList<>(List.of(frame("java.lang.Thread", "sleep0", -1)));
        frames.addAll(List.of(own));
        return platform(id, "sleeps-" + id)
                .state("TIMED_WAITING")
                .frames(frames)
                .build();
    }

    @Test
    void objectsThatOthersMayHold() {
        assertThat(Said.verdicts(same(2, borrows(1, false, shop("order", 10)), awaits(2, shop("order", 12)))))
                .isEqualTo("""
                        PROBLEM pool exhausted: Pool exhausted: 1 thread ("borrows-1") waits for an object of the pool
                        com.zaxxer.hikari.util.ConcurrentBag at Shop.order (Shop.java:10), the same in both dumps; no thread of the
                        application runs that could return one.
                        - 1 other thread ("awaits-2") may hold the pool's objects: it is further on in code that borrows at Shop.order
                        (Shop.java:12), where it waits for a latch.
                        > Return objects sooner, and in a finally block or by try-with-resources; the pool's own detection of leaks
                        says who borrowed them (HikariCP: leakDetectionThreshold; commons-pool2: abandoned objects).
                        INFO no owner can be known: 1 thread ("awaits-2") waits for a latch (CountDownLatch$Sync@3) at Shop.order
                        (Shop.java:12), the same in both dumps; no owner can be known, since any thread may end this.
                        """);
        assertThat(Said.verdicts(same(
                        2,
                        borrows(1, false, shop("order", 10)),
                        borrows(3, false, shop("order", 10)),
                        awaits(2, shop("order", 12)),
                        awaits(4, shop("order", 13)))))
                .isEqualTo("""
                        PROBLEM pool exhausted: Pool exhausted: 2 threads ("borrows-1", "borrows-3") wait for an object of the pool
                        com.zaxxer.hikari.util.ConcurrentBag at Shop.order (Shop.java:10), the same in both dumps; no thread of the
                        application runs that could return one.
                        - 2 other threads ("awaits-2", "awaits-4") may hold the pool's objects: they are further on in code that
                        borrows at Shop.order (Shop.java:12) and elsewhere, where the first waits for a latch.
                        > Return objects sooner, and in a finally block or by try-with-resources; the pool's own detection of leaks
                        says who borrowed them (HikariCP: leakDetectionThreshold; commons-pool2: abandoned objects).
                        INFO no owner can be known: 2 threads ("awaits-2", "awaits-4") wait for a latch (CountDownLatch$Sync@3) at
                        Shop.order (Shop.java:12) and elsewhere, the same in both dumps; no owner can be known, since any thread may
                        end this.
                        """);
    }

    @Test
    void objectsThatTheWaitingMayHold() {
        assertThat(Said.verdicts(same(
                        2,
                        borrows(1, false, shop("order", 10)),
                        borrows(2, false, shop("order", 12)),
                        borrows(3, false, shop("order", 13)))))
                .isEqualTo("""
                        PROBLEM pool exhausted: Pool exhausted: 3 threads ("borrows-1", "borrows-2", "borrows-3") wait for an object
                        of the pool com.zaxxer.hikari.util.ConcurrentBag at Shop.order (Shop.java:10) and elsewhere, the same in both
                        dumps; no thread of the application runs that could return one.
                        - 2 of the threads that wait for the pool ("borrows-2", "borrows-3") may hold one each already: they wait
                        further on in code in which others wait for their first.
                        > Borrow the second object before the first, from another pool, or after the first has been returned: with as
                        many threads as objects, each waits for what another holds.
                        """);
        assertThat(Said.verdicts(same(
                        2,
                        borrows(1, false, shop("order", 10)),
                        borrows(2, false, shop("order", 12)),
                        sleeps(4, shop("pay", 1)))))
                .isEqualTo("""
                        WARNING pool exhausted: 2 threads ("borrows-1", "borrows-2") wait for an object of the pool
                        com.zaxxer.hikari.util.ConcurrentBag at Shop.order (Shop.java:10) and elsewhere, the same in both dumps; 1
                        thread that runs, sleeps or waits for input could return one ("sleeps-4"). 1 of the threads that wait for the
                        pool ("borrows-2") may hold one already: it waits further on in code in which others wait for their first.
                        > Borrow the second object before the first, from another pool, or after the first has been returned: with as
                        many threads as objects, each waits for what another holds.
                        """);
        assertThat(Said.verdicts(same(
                        2,
                        borrows(1, false, shop("order", 10), shop("buy", 12)),
                        borrows(2, false, shop("buy", 10), shop("order", 12)))))
                .isEqualTo("""
                        PROBLEM pool exhausted: Pool exhausted: 2 threads ("borrows-1", "borrows-2") wait for an object of the pool
                        com.zaxxer.hikari.util.ConcurrentBag at Shop.order (Shop.java:10) and elsewhere, the same in both dumps; no
                        thread of the application runs that could return one.
                        - All threads that wait for the pool ("borrows-1", "borrows-2") may hold one each already: they wait further
                        on in code in which others wait for their first.
                        > Borrow the second object before the first, from another pool, or after the first has been returned: with as
                        many threads as objects, each waits for what another holds.
                        """);
    }

    @Test
    void objectsThatNoDumpShows() {
        assertThat(Said.verdicts(same(2, borrows(1, false, shop("order", 10))))).isEqualTo("""
                        PROBLEM pool exhausted: Pool exhausted: 1 thread ("borrows-1") waits for an object of the pool
                        com.zaxxer.hikari.util.ConcurrentBag at Shop.order (Shop.java:10), the same in both dumps; no thread of the
                        application runs that could return one.
                        - Who has the pool's objects is in no dump: the threads that wait, which may have borrowed further out in
                        their stacks, or none, if they were not returned.
                        > Return objects sooner, and in a finally block or by try-with-resources; the pool's own detection of leaks
                        says who borrowed them (HikariCP: leakDetectionThreshold; commons-pool2: abandoned objects).
                        """);
        assertThat(Said.verdicts(same(
                        2,
                        borrows(1, true, shop("order", 10)),
                        sleeps(2, shop("pay", 1)),
                        sleeps(3, shop("pack", 1)),
                        sleeps(4, shop("pack", 1)),
                        awaits(5, shop("send", 1)),
                        awaits(6, shop("send", 1)))))
                .isEqualTo("""
                        WARNING pool exhausted: 1 thread ("borrows-1") waits for an object of the pool
                        com.zaxxer.hikari.util.ConcurrentBag at Shop.order (Shop.java:10), each until a time limit, the same in both
                        dumps; 3 threads that run, sleep or wait for input could return one ("sleeps-2", "sleeps-3", "sleeps-4"). Who
                        has the pool's objects is in no dump: the threads that wait, which may have borrowed further out in their
                        stacks, others of the application (2 at Shop.send (Shop.java:1), 2 at Shop.pack (Shop.java:1)), or none, if
                        they were not returned.
                        > Return objects sooner, and in a finally block or by try-with-resources; the pool's own detection of leaks
                        says who borrowed them (HikariCP: leakDetectionThreshold; commons-pool2: abandoned objects).
                        INFO no owner can be known: 2 threads ("awaits-5", "awaits-6") wait for a latch (CountDownLatch$Sync@3) at
                        Shop.send (Shop.java:1), the same in both dumps; no owner can be known, since any thread may end this.
                        """);
    }

    @Test
    void poolThatMoves() {
        assertThat(Said.verdicts(List.of(
                        json(0, borrows(2, false, shop("order", 10))), json(2, borrows(1, false, shop("order", 10))))))
                .isEqualTo("""
                        INFO pool exhausted: 1 thread ("borrows-1") waits for an object of the pool
                        com.zaxxer.hikari.util.ConcurrentBag at Shop.order (Shop.java:10); this changes from dump to dump.
                        """);
        assertThat(Said.verdicts(List.of(
                        json(0, borrows(2, true, shop("order", 10))), json(2, borrows(1, true, shop("order", 10))))))
                .isEqualTo("""
                        INFO pool exhausted: 1 thread ("borrows-1") waits for an object of the pool
                        com.zaxxer.hikari.util.ConcurrentBag at Shop.order (Shop.java:10); this changes from dump to dump: some got an
                        object, or gave up after their time limit.
                        """);
        assertThat(Said.verdicts(same(1, borrows(1, true, shop("order", 10)), borrows(2, true, shop("order", 10)))))
                .isEqualTo("""
                        INFO pool exhausted: 2 threads ("borrows-1", "borrows-2") wait for an object of the pool
                        com.zaxxer.hikari.util.ConcurrentBag at Shop.order (Shop.java:10), each until a time limit. Who has the pool's
                        objects is in no dump: the threads that wait, which may have borrowed further out in their stacks, or none, if
                        they were not returned.
                        > Take several dumps a few seconds apart: loomweight hang PID.
                        """);
    }

    @Test
    void poolWithVirtualThreadsThatAreNotShown() {
        List<Frame> own = List.of(
                frame("jdk.internal.misc.Unsafe", "park", -1),
                frame("java.util.concurrent.locks.LockSupport", "park", 221),
                frame("java.util.concurrent.SynchronousQueue", "poll", 953),
                frame("com.zaxxer.hikari.util.ConcurrentBag", "borrow", 151),
                frame("com.zaxxer.hikari.pool.HikariPool", "getConnection", 160),
                shop("order", 10));
        DumpedThread borrows = platform(1, "borrows")
                .frames(own)
                .parkedFor(lock("java.util.concurrent.SynchronousQueue$Transferer", 0x77))
                .build();
        assertThat(Said.verdicts(twoPrints(borrows, idleCarrier(7).build()))).isEqualTo("""
                        WARNING pool exhausted: 1 thread ("borrows") waits for an object of the pool
                        com.zaxxer.hikari.util.ConcurrentBag at Shop.order (Shop.java:10), the same in both dumps; a virtual thread
                        could return one: Thread.print shows those on carriers only. Who has the pool's objects is in no dump: the
                        threads that wait, which may have borrowed further out in their stacks, or none, if they were not returned.
                        > Return objects sooner, and in a finally block or by try-with-resources; the pool's own detection of leaks
                        says who borrowed them (HikariCP: leakDetectionThreshold; commons-pool2: abandoned objects).
                        """);
    }
}
