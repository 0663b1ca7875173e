package dev.loomweight.threads.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.ThreadState;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.DumpedThread.Locks;
import dev.loomweight.sample.Dumps.DumpedThread.Running;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Dumps.LockOwners.From;
import dev.loomweight.sample.Dumps.LockOwners.Owned;
import dev.loomweight.sample.Frame;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What other sources add to a dump's word on a thread. */
class ThreadJudgeTest {

    private static final Lock CONDITION =
            new Lock("java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject", "1");
    private static final Lock LOCK = new Lock("java.util.concurrent.locks.ReentrantLock$NonfairSync", "2");
    private static final Owned ON_CONDITION = new Owned(CONDITION, null, 0, List.of(7L));
    private static final Owned IN_QUEUE = new Owned(LOCK, null, 0, List.of(7L));

    private static DumpedThread consumer() {
        List<Frame> frames = Stream.of(
                        "java.lang.VirtualThread.park",
                        "java.util.concurrent.locks.LockSupport.park",
                        "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await",
                        "java.util.concurrent.LinkedBlockingQueue.take",
                        "com.acme.Shop.order",
                        "java.lang.VirtualThread.run")
                .map(name -> {
                    int dot = name.lastIndexOf('.');
                    return new Frame(name.substring(0, dot), name.substring(dot + 1), "", 1, -1, 0, "");
                })
                .toList();
        return new DumpedThread(
                7,
                "consumer",
                true,
                "WAITING",
                Running.NONE,
                frames,
                new Locks(null, null, CONDITION, 0, List.of(), List.of(), null));
    }

    private static Party judged(List<Long> woken, Owned... locks) {
        LockOwners look = new LockOwners(From.AGENT, List.of(locks), woken);
        return ThreadJudge.of(List.of(consumer()), FrameLocks.NONE, new OwnedLocks(List.of(look), null))
                .getFirst();
    }

    @Test
    void aDumpAloneHasAConsumer() {
        Party party = ThreadJudge.of(List.of(consumer())).getFirst();

        assertThat(party.state()).isEqualTo(ThreadState.IDLE);
        assertThat(party.waiting().kind()).isEqualTo(WaitKind.WORK);
        assertThat(party.doing()).isEqualTo("waits for work");
        assertThat(judged(List.of(), ON_CONDITION)).isEqualTo(party);
    }

    /** Who is in the queue of the lock as well has been signalled; the order in which a look has the two is nothing. */
    @Test
    void whoWasSignalledWaitsForTheLock() {
        for (List<Owned> locks : List.of(List.of(ON_CONDITION, IN_QUEUE), List.of(IN_QUEUE, ON_CONDITION))) {
            OwnedLocks owned = new OwnedLocks(List.of(new LockOwners(From.AGENT, locks)), null);
            Party party =
                    ThreadJudge.of(List.of(consumer()), FrameLocks.NONE, owned).getFirst();

            assertThat(party.state()).isEqualTo(ThreadState.WAITS);
            assertThat(party.waiting().kind()).isEqualTo(WaitKind.LOCK);
            assertThat(party.doing()).isEqualTo("waits for a lock");
            assertThat(owned.of(party.thread(), WaitKind.LOCK)).isEqualTo(IN_QUEUE);
        }
    }

    @Test
    void whoWasWokenCouldRunAndStillStandsInItsWait() {
        Party party = judged(List.of(7L), ON_CONDITION, IN_QUEUE);

        assertThat(party.isWoken()).isTrue();
        assertThat(party.state()).isEqualTo(ThreadState.READY);
        assertThat(party.waiting().kind()).isEqualTo(WaitKind.LOCK);
        assertThat(party.doing()).isEqualTo("could run and has no carrier");
    }
}
