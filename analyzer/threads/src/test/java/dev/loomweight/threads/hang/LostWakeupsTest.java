package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.json;
import static dev.loomweight.threads.hang.Dumps.lock;
import static dev.loomweight.threads.hang.Dumps.same;
import static dev.loomweight.threads.hang.Dumps.sync;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static dev.loomweight.threads.hang.Dumps.waitingIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.Juc;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Dumps.LockOwners.Owned;
import dev.loomweight.sample.Dumps.LockOwners.Owner;
import dev.loomweight.threads.judge.FrameLocks;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A thread that waits for what is there has lost its wake-up, whatever that is; one that waits for what is not has not. */
class LostWakeupsTest {

    private static final long WAITER = 7;
    private static final int ID = 0x2a;

    private static DumpedThread waiting(String type, String method, String blocker) {
        return virtual(WAITER, "waits")
                .frames(waitingIn(type, method, 12))
                .parkedFor(lock(blocker, ID))
                .build();
    }

    private static LockOwners agent(Owned... owned) {
        return new LockOwners(LockOwners.From.AGENT, List.of(owned));
    }

    private static List<String> lost(DumpedThread waiting, LockOwners owners) {
        List<WaitGraph> graphs = Moment.of(same(3, waiting)).stream()
                .map(moment -> WaitGraph.of(moment, List.of(owners), FrameLocks.NONE))
                .toList();
        return HangResult.of(graphs, 0, true).hangs().stream()
                .map(HangVerdict::id)
                .filter("lostWakeup"::equals)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "CountDownLatch,    await,       CountDownLatch$Sync,          0, true",
        "CountDownLatch,    await,       CountDownLatch$Sync,          1, false",
        "FutureTask,        get,         FutureTask,                   0, false",
        "FutureTask,        get,         FutureTask,                   1, false",
        "FutureTask,        get,         FutureTask,                   2, true",
        "FutureTask,        get,         FutureTask,                   4, true",
        "CompletableFuture, waitingGet,  CompletableFuture$Signaller,  0, false",
        "CompletableFuture, waitingGet,  CompletableFuture$Signaller,  1, true"
    })
    void whatIsThereEndsAWait(String type, String method, String blocker, long state, boolean isThere) {
        DumpedThread waiting = waiting(Juc.PACKAGE + type, method, Juc.PACKAGE + blocker);
        Owned read = new Owned(lock(Juc.PACKAGE + blocker, ID), null, state, List.of(WAITER));

        assertThat(lost(waiting, agent(read))).isEqualTo(isThere ? List.of("lostWakeup") : List.of());
    }

    /** Who wants five permits waits for as long as there are four. */
    @Test
    void permitsEndAWaitOfWhoWasUnparked() {
        String type = Juc.SEMAPHORE + "$NonfairSync";
        DumpedThread waiting = waiting(Juc.SEMAPHORE, "acquire", type);
        List<Long> waiters = List.of(WAITER);

        assertThat(lost(waiting, agent(new Owned(lock(type, ID), null, 4, waiters))))
                .isEmpty();
        assertThat(lost(waiting, agent(new Owned(lock(type, ID), null, 0, waiters, waiters))))
                .isEmpty();
        assertThat(lost(waiting, agent(new Owned(lock(type, ID), null, 1, waiters, waiters))))
                .containsExactly("lostWakeup");
    }

    /** A consumer of a queue that has got an element is in the queue of the lock as well. */
    @Test
    void whoWasSignalledWaitsForTheLock() {
        DumpedThread waiting = waiting(Juc.PACKAGE + "LinkedBlockingQueue", "take", Juc.CONDITION);
        Owned condition = new Owned(lock(Juc.CONDITION, ID), null, 0, List.of(WAITER));
        Owned free = new Owned(sync(3), null, 0, List.of(WAITER), List.of(WAITER));
        Owned held = new Owned(sync(3), new Owner(9, "producer", false), 1, List.of(WAITER));

        assertThat(lost(waiting, agent(condition))).as("an idle consumer").isEmpty();
        assertThat(lost(waiting, agent(condition, held))).as("the lock is held").isEmpty();
        assertThat(lost(waiting, agent(condition, free))).containsExactly("lostWakeup");
        assertThat(lost(waiting, agent(free)))
                .as("it has gone on to another lock")
                .isEmpty();
    }

    /** Who releases a lock unparks a waiter right after that: until then, a lock is free and nobody is lost. */
    @Test
    void whoWasUnparkedForALockIsLostWhateverRuns() {
        DumpedThread waiting = waiting(Juc.REENTRANT_LOCK, "lock", Dumps.LOCK_TYPE);
        DumpedThread runs = Dumps.platform(3, "runs")
                .state("RUNNABLE")
                .frames(List.of(Dumps.frame("com.acme.Shop", "count", 30)))
                .build();
        List<Long> waiters = List.of(WAITER);
        Owned free = new Owned(lock(Dumps.LOCK_TYPE, ID), null, 0, waiters);
        Owned signalled = new Owned(lock(Dumps.LOCK_TYPE, ID), null, 0, waiters, waiters);

        assertThat(verdicts(agent(free), waiting, runs)).isEmpty();
        assertThat(verdicts(agent(signalled), waiting, runs)).containsExactly("lostWakeup true");
        LockOwners heap = new LockOwners(LockOwners.From.HEAP, List.of(signalled));
        assertThat(verdicts(heap, waiting, runs)).as("one look").containsExactly("lostWakeup false");
        assertThat(verdicts(heap, waiting)).containsExactly("lostWakeup true");
    }

    /** A heap dump may be of the moment at which one released it: whoever else has been in its code since has had it. */
    @Test
    void aLockThatOthersTakeInTurnsIsNotLost() {
        DumpedThread waiting = waiting(Juc.REENTRANT_LOCK, "lock", Dumps.LOCK_TYPE);
        List<Long> waiters = List.of(WAITER);
        LockOwners heap = new LockOwners(
                LockOwners.From.HEAP, List.of(new Owned(lock(Dumps.LOCK_TYPE, ID), null, 0, waiters, waiters)));
        DumpedThread takes = inOrder("takes", 30);

        assertThat(verdicts(heap, List.of(json(0, waiting, takes), json(2, waiting, inOrder("takes", 31)))))
                .isEmpty();
        assertThat(verdicts(heap, List.of(json(0, waiting, takes), json(2, waiting, takes))))
                .containsExactly("lostWakeup false");
    }

    /** One of the method that takes the lock. */
    private static DumpedThread inOrder(String name, int line) {
        return Dumps.platform(3, name)
                .state("RUNNABLE")
                .frames(List.of(Dumps.frame("com.acme.Shop", "order", line)))
                .build();
    }

    private static List<String> verdicts(LockOwners owners, DumpedThread... threads) {
        return verdicts(owners, same(3, threads));
    }

    private static List<String> verdicts(LockOwners owners, List<DumpedThreads> dumps) {
        List<WaitGraph> graphs = Moment.of(dumps).stream()
                .map(moment -> WaitGraph.of(moment, List.of(owners), FrameLocks.NONE))
                .toList();
        return HangResult.of(graphs, 0, true).verdicts().stream()
                .filter(verdict -> verdict instanceof HangVerdict.LostWakeup)
                .map(verdict -> verdict.id() + " " + verdict.isHang())
                .toList();
    }
}
