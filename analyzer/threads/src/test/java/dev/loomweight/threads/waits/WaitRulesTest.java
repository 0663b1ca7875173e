package dev.loomweight.threads.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.ThreadState;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.threads.judge.ThreadJudge;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** As what the profile counts a thread, and which lock it waits for: tables of facts. */
class WaitRulesTest {

    private static final Set<Doing> CONTENTION =
            EnumSet.of(Doing.MONITOR, Doing.LOCK, Doing.PERMIT, Doing.POOL, Doing.INITIALIZATION);
    private static final Set<Doing> WITHOUT_SITES = EnumSet.of(Doing.RUNNING, Doing.ACTIVE, Doing.READY);

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "NONE,        RUNNING",
        "MONITOR,     MONITOR",
        "LOADER,      MONITOR",
        "LOCK,        LOCK",
        "SEMAPHORE,   PERMIT",
        "POOL,        POOL",
        "INITIALIZER, INITIALIZATION",
        "CONDITION,   QUEUE",
        "ROOM,        QUEUE",
        "WORK,        QUEUE",
        "NOTIFY,      NOTIFICATION",
        "LATCH,       RESULT",
        "BARRIER,     RESULT",
        "TASK,        RESULT",
        "JOIN,        RESULT",
        "SLEEP,       SLEEP",
        "INPUT,       IO",
        "PARK,        PARKED",
    })
    void eachKindOfWait(WaitKind kind, Doing doing) {
        for (ThreadState state : List.of(ThreadState.WAITS, ThreadState.PINNED, ThreadState.IDLE)) {
            assertThat(Doing.of(state, kind)).as("%s", state).isEqualTo(doing);
        }
    }

    /** What a thread waited for is nothing where it does not wait, or no longer. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "RUNS,      RUNNING",
        "IN_NATIVE, RUNNING",
        "CARRIES,   RUNNING",
        "MAY_WAIT,  ACTIVE",
        "NOT_BEGUN, READY",
        "READY,     READY",
    })
    void whoDoesNotWait(ThreadState state, Doing doing) {
        for (WaitKind kind : WaitKind.values()) {
            assertThat(Doing.of(state, kind)).as("%s", kind).isEqualTo(doing);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsContentionAndWhatHasSites(Doing doing) {
        assertThat(doing.isContention()).isEqualTo(CONTENTION.contains(doing));
        assertThat(doing.hasSites()).isEqualTo(!WITHOUT_SITES.contains(doing));
    }

    private static Wait waitOf(DumpedThread thread) {
        return Wait.of(ThreadJudge.of(List.of(thread)).getFirst());
    }

    /**
     * Of a thread in that state, with what it is parked for ({@code p:}), enters ({@code e:}) or is in
     * {@code Object.wait} on ({@code w:}): the kind, the lock, its identity and the frame.
     */
    @ParameterizedTest(name = "{0} {1} {2}: {3}")
    @CsvSource({
        "BLOCKED, e:com.acme.Stock@1a, a.A.sell, MONITOR com.acme.Stock 1a 0",
        "'',      e:com.acme.Stock@1a, a.A.sell, MONITOR com.acme.Stock 1a 0",
        "BLOCKED, '',                  a.A.sell, MONITOR '' - 0",
        "'',      '',                  a.A.sell, ACTIVE '' - 0",
        "WAITING, p:java.util.concurrent.locks.ReentrantLock$NonfairSync@2b,"
                + " acquire < java.util.concurrent.locks.ReentrantLock.lock < a.A.sell,"
                + " LOCK java.util.concurrent.locks.ReentrantLock 2b 3",
        // The dump does not show the lock: the frame that called the machinery does.
        "WAITING, '',"
                + " acquire < java.util.concurrent.locks.ReentrantLock$Sync.lock < a.A.sell,"
                + " LOCK java.util.concurrent.locks.ReentrantLock - 3",
        "'',      '', acquire < java.util.concurrent.Semaphore.acquire < a.A.sell,"
                + " PERMIT java.util.concurrent.Semaphore - 3",
        "WAITING, p:java.util.concurrent.Semaphore$FairSync@3c,"
                + " acquire < java.util.concurrent.Semaphore.acquire < a.A.sell,"
                + " PERMIT java.util.concurrent.Semaphore 3c 3",
        // Signalled, and in line for the lock again: what it is parked for is the condition.
        "WAITING, p:java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject@4d,"
                + " acquire < java.util.concurrent.locks.ReentrantLock.lock < a.A.sell,"
                + " LOCK java.util.concurrent.locks.ReentrantLock - 3",
        "WAITING, p:java.util.concurrent.locks.AbstractQueuedLongSynchronizer$ConditionObject@4d,"
                + " acquire < java.util.concurrent.locks.ReentrantLock.lock < a.A.sell,"
                + " LOCK java.util.concurrent.locks.ReentrantLock - 3",
        // A pool is named by the class that lends, and identified by what its borrowers are parked for.
        "WAITING, p:java.util.concurrent.SynchronousQueue@5e,"
                + " await < com.zaxxer.hikari.util.ConcurrentBag.borrow < a.A.sell,"
                + " POOL com.zaxxer.hikari.util.ConcurrentBag 5e 3",
        // Each borrower is parked for a future of its own, which identifies no pool.
        "WAITING, p:java.util.concurrent.FutureTask@5e,"
                + " await < com.zaxxer.hikari.util.ConcurrentBag.borrow < a.A.sell,"
                + " POOL com.zaxxer.hikari.util.ConcurrentBag - 3",
        "WAITING, '', await < com.zaxxer.hikari.util.ConcurrentBag.borrow < a.A.sell,"
                + " POOL com.zaxxer.hikari.util.ConcurrentBag - 3",
        "WAITING, w:com.mchange.v2.resourcepool.BasicResourcePool@6f,"
                + " java.lang.Object.wait < com.mchange.v2.resourcepool.BasicResourcePool.prelimCheckoutResource"
                + " < a.A.sell,"
                + " POOL com.mchange.v2.resourcepool.BasicResourcePool 6f 1",
        // No contention has a lock.
        "WAITING, p:java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject@4d,"
                + " await < a.A.sell, QUEUE '' - 3",
        "WAITING, w:com.acme.Stock@1a, java.lang.Object.wait < a.A.sell, NOTIFICATION '' - 1",
        "WAITING, p:com.acme.Ticket@7a, park < a.A.sell, PARKED '' - 2",
    })
    void whichLock(String state, String lock, String stack, String expected) {
        DumpedStacks.Builder thread = DumpedStacks.virtual(1, state.isEmpty() ? null : state, stack);
        if (lock.startsWith("e:")) {
            thread.entering(lock.substring(2));
        } else if (lock.startsWith("p:")) {
            thread.parkedFor(lock.substring(2), 0);
        } else if (lock.startsWith("w:")) {
            thread.waitingOn(lock.substring(2));
        }
        Wait wait = waitOf(thread.thread());

        assertThat(wait.kind() + " " + (wait.lock().isEmpty() ? "''" : wait.lock()) + " "
                        + (wait.identity() == null ? "-" : wait.identity()) + " " + wait.frame())
                .isEqualTo(expected);
    }

    @Test
    void aClassThatAnotherThreadInitializes() {
        assertThat(waitOf(DumpedStacks.platform(1, "RUNNABLE", "a.A.sell")
                        .initializing("com.acme.Rates")
                        .thread()))
                .isEqualTo(new Wait(Doing.INITIALIZATION, "com.acme.Rates", null, 0));
    }
}
