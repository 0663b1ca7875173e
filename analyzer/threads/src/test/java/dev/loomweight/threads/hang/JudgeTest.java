package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.carrying;
import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.json;
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

import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.FrameLocks;
import dev.loomweight.threads.judge.Motion;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is a hang and what is not, of dumps that are made up thread by thread. */
class JudgeTest {

    private static List<HangVerdict> judge(List<DumpedThreads> dumps, LockOwners... owners) {
        return judge(dumps, FrameLocks.NONE, 0, owners);
    }

    private static List<HangVerdict> judge(
            List<DumpedThreads> dumps, FrameLocks classFiles, long carriers, LockOwners... owners) {
        List<WaitGraph> graphs = Moment.of(dumps).stream()
                .map(moment -> WaitGraph.of(moment, List.of(owners), classFiles))
                .toList();
        return new Judge(graphs, carriers, false).judge();
    }

    private static List<String> hangs(List<HangVerdict> verdicts) {
        return verdicts.stream()
                .filter(HangVerdict::isHang)
                .map(HangVerdict::id)
                .toList();
    }

    private static DumpedThread entering(long id, String name, int wanted, int... held) {
        Dumps.Builder thread = virtual(id, name).frames(standing(12)).blockedOn(monitor(wanted));
        for (int one : held) {
            thread.holds(0, monitor(one));
        }
        return thread.build();
    }

    @Test
    void threeMonitorsInACircleAreADeadlock() {
        List<HangVerdict> verdicts = judge(same(
                2,
                entering(1, "a", 0xb, 0xa),
                entering(2, "b", 0xc, 0xb),
                entering(3, "c", 0xa, 0xc),
                entering(4, "victim", 0xa),
                entering(5, "of the victim", 0xd),
                entering(6, "next", 0xb, 0xd)));

        assertThat(hangs(verdicts)).containsExactly("deadlock");
        HangVerdict.Deadlock deadlock = (HangVerdict.Deadlock) verdicts.getFirst();
        assertThat(deadlock.cycle())
                .extracting(link -> link.waiter().thread().name())
                .containsExactly("a", "b", "c");
        assertThat(deadlock.cycle())
                .extracting(link -> link.resource().name())
                .containsExactly("java.lang.Object@b", "java.lang.Object@c", "java.lang.Object@a");
        assertThat(deadlock.waiting()).isEqualTo(6);
        assertThat(deadlock.certain()).isTrue();
    }

    @Test
    void twoDeadlocksAreBothSaid() {
        assertThat(hangs(judge(same(
                        2,
                        entering(1, "a", 2, 1),
                        entering(2, "b", 1, 2),
                        entering(3, "c", 4, 3),
                        entering(4, "d", 3, 4)))))
                .containsExactly("deadlock", "deadlock");
    }

    @Test
    void whoIsInObjectWaitHasReleasedTheMonitor() {
        DumpedThread waits = virtual(1, "waits")
                .frames(List.of(frame("java.lang.Object", "wait0", -1), frame("com.acme.Shop", "order", 3)))
                .waitingOn(monitor(7))
                .holds(1, monitor(7))
                .build();

        assertThat(hangs(judge(same(
                        3,
                        waits,
                        entering(2, "enters", 7),
                        platform(3, "runs")
                                .state("RUNNABLE")
                                .frames(standing(5))
                                .build()))))
                .isEmpty();
    }

    @Test
    void aCircleThroughALockWithATimeLimitIsNone() {
        List<Frame> timed = new ArrayList<>(waitingIn("java.util.concurrent.locks.ReentrantLock", "tryLock", 4));
        timed.set(1, frame("java.util.concurrent.locks.LockSupport", "parkNanos", 1));
        DumpedThread tries = virtual(1, "tries")
                .frames(timed)
                .parkedFor(sync(9))
                .owner(2)
                .holds(3, monitor(1))
                .build();

        assertThat(hangs(judge(same(3, tries, entering(2, "enters", 1))))).isEmpty();
    }

    @Test
    void aMonitorAndALockInACircleNeedTheOwnerOfTheLock() {
        DumpedThread writer = virtual(1, "writer")
                .frames(locking(4))
                .parkedFor(sync(9))
                .holds(3, monitor(1))
                .build();
        DumpedThread flusher = entering(2, "flusher", 1);
        LockOwners heap = new LockOwners(
                LockOwners.From.HEAP,
                List.of(new LockOwners.Owned(
                        lock(Dumps.LOCK_TYPE, 0x123456), new LockOwners.Owner(2, "flusher", false), 1, List.of(1L))));

        List<HangVerdict> without = judge(same(3, writer, flusher));
        List<HangVerdict> with = judge(same(3, writer, flusher), heap);

        assertThat(hangs(without)).containsExactly("ownerUnknown");
        assertThat(((HangVerdict.OwnerUnknown) without.getFirst()).suspects())
                .extracting(party -> party.thread().name())
                .containsExactly("flusher");
        assertThat(hangs(with)).containsExactly("deadlock");
    }

    /**
     * A thread that runs could own the lock as well, so that it is not certain; what it would be is a warning all the same, unless
     * that thread is in the method in which the lock is waited for.
     */
    @Test
    void aCircleThatIsPossibleIsSaidAlsoWhereAnotherCouldRelease() {
        List<Frame> elsewhere = List.of(frame("com.acme.Main", "main", 3));
        DumpedThread writer = virtual(1, "writer")
                .frames(locking(4))
                .parkedFor(sync(9))
                .holds(3, monitor(1))
                .build();
        DumpedThread runs =
                platform(3, "runs").state("RUNNABLE").frames(elsewhere).build();

        List<HangVerdict> verdicts = judge(same(3, writer, entering(2, "flusher", 1), runs));

        assertThat(hangs(verdicts)).isEmpty();
        assertThat(verdicts.getFirst().isOpen()).isTrue();
        assertThat(judge(same(3, writer, runs)).getFirst().isOpen())
                .as("without a circle")
                .isFalse();
        DumpedThread inside =
                platform(3, "runs").state("RUNNABLE").frames(standing(5)).build();
        assertThat(judge(same(3, writer, entering(2, "flusher", 1), inside))
                        .getFirst()
                        .isOpen())
                .isFalse();
    }

    @Test
    void anOwnerThatHasEndedNeverReleases() {
        DumpedThread client =
                virtual(1, "client").frames(locking(4)).parkedFor(sync(9)).build();
        LockOwners agent = new LockOwners(
                LockOwners.From.AGENT,
                List.of(new LockOwners.Owned(sync(9), new LockOwners.Owner(77, "gone", true), 1, List.of(1L))));

        assertThat(hangs(judge(same(1, client), agent))).containsExactly("lostOwner");
    }

    /** For a moment, a thread that was woken has no carrier: that is usual, and no fault of the JDK. */
    @Test
    void whoWasWokenHasNotLostItsWakeUp() {
        DumpedThread client =
                virtual(1, "client").frames(locking(4)).parkedFor(sync(9)).build();
        List<LockOwners.Owned> free = List.of(new LockOwners.Owned(sync(9), null, 0, List.of(1L), List.of(1L)));

        List<HangVerdict> lost = judge(same(3, client), new LockOwners(LockOwners.From.AGENT, free));
        List<HangVerdict> woken = judge(same(3, client), new LockOwners(LockOwners.From.AGENT, free, List.of(1L)));

        assertThat(lost).extracting(HangVerdict::id).containsExactly("lostWakeup");
        assertThat(woken).extracting(HangVerdict::id).containsExactly("ownerUnknown");
        assertThat(woken.getFirst().motion()).isEqualTo(Motion.UNDECIDED);
    }

    @Test
    void anOwnerThatNoDumpHasHasEnded() {
        DumpedThread client = virtual(1, "client")
                .frames(locking(4))
                .parkedFor(sync(9))
                .owner(77)
                .build();

        assertThat(hangs(judge(same(2, client)))).containsExactly("lostOwner");
    }

    @Test
    void aLockIsNotReleasedOnlyIfNobodyRunsWhoCould() {
        DumpedThread client =
                virtual(1, "client").frames(locking(4)).parkedFor(sync(9)).build();
        DumpedThread runs =
                platform(2, "runs").state("RUNNABLE").frames(standing(5)).build();
        DumpedThread idle = platform(3, "idle")
                .state("WAITING")
                .frames(List.of(
                        frame("jdk.internal.misc.Unsafe", "park", -1),
                        frame("java.util.concurrent.LinkedBlockingQueue", "take", 8),
                        frame("com.acme.Pool", "work", 3)))
                .build();

        assertThat(hangs(judge(same(3, client, idle)))).containsExactly("ownerUnknown");
        assertThat(hangs(judge(same(3, client, runs)))).isEmpty();
        assertThat(hangs(judge(same(1, client, idle)))).isEmpty();
    }

    @Test
    void aLockWhoseWaitersChangeMoves() {
        DumpedThread one =
                virtual(1, "one").frames(locking(4)).parkedFor(sync(9)).build();
        DumpedThread two =
                virtual(2, "two").frames(locking(4)).parkedFor(sync(9)).build();

        assertThat(hangs(judge(List.of(json(0, one, two), json(2, two))))).isEmpty();
        assertThat(hangs(judge(List.of(json(0, two), json(2, one, two))))).isEmpty();
    }

    @Test
    void aHolderThatWaitsForNobodyKnowsWhatIsStuck() {
        DumpedThread holder = virtual(1, "holder")
                .frames(waitingIn("java.util.concurrent.CountDownLatch", "await", 4))
                .parkedFor(lock("java.util.concurrent.CountDownLatch$Sync", 3))
                .holds(3, monitor(1))
                .build();
        DumpedThread runs = virtual(1, "holder")
                .state("RUNNABLE")
                .on(9)
                .frames(standing(4))
                .holds(0, monitor(1))
                .build();
        DumpedThread other = virtual(1, "holder")
                .frames(waitingIn("java.util.concurrent.CountDownLatch", "await", 5))
                .parkedFor(lock("java.util.concurrent.CountDownLatch$Sync", 3))
                .holds(3, monitor(1))
                .build();
        DumpedThread waiter = entering(2, "waiter", 1);

        assertThat(hangs(judge(same(3, holder, waiter)))).containsExactly("heldLock");
        assertThat(hangs(judge(same(3, runs, waiter)))).isEmpty();
        assertThat(hangs(judge(List.of(json(0, other, waiter), json(2, holder, waiter)))))
                .isEmpty();
        assertThat(hangs(judge(same(1, holder, waiter)))).isEmpty();
    }

    private static DumpedThread pinned(long id, long carrier) {
        List<Frame> frames = new ArrayList<>(
                waitingIn("java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject", "await", 4));
        frames.addFirst(frame("java.lang.VirtualThread", "parkOnCarrierThread", 817));
        return virtual(id, "pinned-" + id)
                .frames(frames)
                .parkedFor(lock("java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject", 5))
                .on(carrier)
                .build();
    }

    private static DumpedThread ready() {
        return virtual(50, "ready").state("RUNNABLE").frames(locking(9)).build();
    }

    @Test
    void allCarriersHeldWhileAThreadIsReadyIsAHang() {
        List<HangVerdict> verdicts =
                judge(same(3, pinned(1, 11), pinned(2, 12), carrying(11, 5), carrying(12, 5), ready()));

        assertThat(hangs(verdicts)).containsExactly("carriersExhausted");
        HangVerdict.CarriersExhausted exhausted = (HangVerdict.CarriersExhausted) verdicts.getFirst();
        assertThat(exhausted.certain()).isTrue();
        assertThat(exhausted.carriers()).isEqualTo(2);
        assertThat(exhausted.ready()).extracting(Party::id).containsExactly(50L);
    }

    @Test
    void carriersAreNotExhaustedWhileOneIsIdleOrRuns() {
        DumpedThread idle = platform(13, "ForkJoinPool-1-worker-13")
                .state("WAITING")
                .frames(waitingIn("java.util.concurrent.ForkJoinPool", "awaitWork", 1))
                .build();
        DumpedThread runs =
                virtual(3, "runs").state("RUNNABLE").on(13).frames(standing(5)).build();

        assertThat(hangs(judge(same(3, pinned(1, 11), carrying(11, 5), idle, ready()))))
                .isEmpty();
        assertThat(hangs(judge(same(3, pinned(1, 11), carrying(11, 5), carrying(13, 5), runs, ready()))))
                .isEmpty();
    }

    @Test
    void carriersThatAreHeldByOthersInTheNextDumpAreNotExhausted() {
        assertThat(hangs(judge(List.of(
                        json(0, pinned(1, 11), carrying(11, 5), ready()),
                        json(2, pinned(2, 11), carrying(11, 6), ready())))))
                .isEmpty();
    }

    private static DumpedThread worker(long id, int line, boolean waits) {
        List<Frame> frames = new ArrayList<>(waitingIn("java.util.concurrent.FutureTask", "get", line));
        frames.removeLast();
        frames.add(frame("java.util.concurrent.FutureTask", "run", 328));
        frames.add(frame("java.util.concurrent.ThreadPoolExecutor", "runWorker", 1090));
        List<Frame> shown = waits ? frames : frames.subList(3, frames.size());
        Dumps.Builder thread = virtual(id, "worker-" + id)
                .frames(shown)
                .in("java.util.concurrent.ThreadPoolExecutor@1")
                .state(waits ? "WAITING" : "RUNNABLE");
        return (waits ? thread : thread.on(99)).build();
    }

    @Test
    void aPoolWhoseThreadsAllWaitForTasksIsFull() {
        assertThat(hangs(judge(same(3, worker(1, 4, true), worker(2, 4, true)))))
                .containsExactly("fullPool");
        assertThat(hangs(judge(same(3, worker(1, 4, true), worker(2, 4, false)))))
                .isEmpty();
    }

    @Test
    void aSignalThatDoesNotComeIsNoHangThatADumpCouldShow() {
        DumpedThread waits = virtual(1, "waits")
                .frames(waitingIn("java.util.concurrent.CountDownLatch", "await", 4))
                .parkedFor(lock("java.util.concurrent.CountDownLatch$Sync", 3))
                .build();

        List<HangVerdict> verdicts = judge(same(3, waits));

        assertThat(hangs(verdicts)).isEmpty();
        assertThat(verdicts).extracting(HangVerdict::id).containsExactly("unanswered");
    }

    @Test
    void aClassIsInitializedByWhoeverRunsItsInitializer() {
        DumpedThread one = virtual(1, "one")
                .frames(List.of(frame("com.acme.A", "<clinit>", 3), frame("java.lang.VirtualThread", "run", 460)))
                .initializing("com.acme.B")
                .build();
        DumpedThread two = virtual(2, "two")
                .frames(List.of(frame("com.acme.B", "<clinit>", 5), frame("java.lang.VirtualThread", "run", 460)))
                .initializing("com.acme.A")
                .build();

        List<HangVerdict> verdicts = judge(same(1, one, two));

        assertThat(hangs(verdicts)).containsExactly("deadlock");
        assertThat(verdicts.getFirst().parties())
                .extracting(HangWords::site)
                .containsExactly("com.acme.A.<clinit> (A.java:3)", "com.acme.B.<clinit> (B.java:5)");
    }

    @Test
    void addressesOfThreadPrintAreJoinedByThreadsThatWaitInBothDumps() {
        DumpedThread waiter = platform(1, "waiter")
                .frames(locking(4))
                .parkedFor(sync(0x99))
                .holds(3, monitor(1))
                .build();
        DumpedThread owner =
                platform(2, "owner").frames(standing(7)).blockedOn(monitor(1)).build();
        DumpedThread printedWaiter = platform(1, "waiter")
                .frames(locking(4))
                .parkedFor(new DumpedThread.Lock(Dumps.LOCK_TYPE, "0x00000007"))
                .build();
        DumpedThread printedOwner = platform(2, "owner")
                .frames(standing(7))
                .blockedOn(new DumpedThread.Lock("java.lang.Object", "0x00000008"))
                .owns(new DumpedThread.Lock(Dumps.LOCK_TYPE, "0x00000007"))
                .build();
        DumpedThreads all = json(0, waiter, owner);
        DumpedThreads print =
                new DumpedThreads(DumpedThreads.Kind.PRINT, json(1).time(), "", List.of(printedWaiter, printedOwner));

        assertThat(hangs(judge(List.of(all)))).isEmpty();
        assertThat(judge(List.of(all, print))).extracting(HangVerdict::id).containsExactly("deadlock");
        assertThat(hangs(judge(List.of(all, print))))
                .as("the threads of the one dump were looked at one after another")
                .isEmpty();
        DumpedThreads later =
                new DumpedThreads(DumpedThreads.Kind.PRINT, json(41).time(), "", List.of(printedWaiter, printedOwner));
        assertThat(hangs(judge(List.of(all, print, json(40, waiter, owner), later))))
                .containsExactly("deadlock");
    }

    @Test
    void aThreadThatHasNotRunWaitsForAnUnshownMonitor() {
        DumpedThread before =
                virtual(1, "stands").state(null).on(11).frames(standing(4)).build();

        assertThat(hangs(judge(List.of(json(0, before, carrying(11, 500)), json(2, before, carrying(11, 520))))))
                .containsExactly("ownerUnknown");
        assertThat(hangs(
                        judge(List.of(json(0, before, carrying(11, 500)), json(2, before, carrying(11, 900_000_000))))))
                .isEmpty();
    }

    /** In a list of findings they would be one line twice. */
    @Test
    void twoDeadlocksAreSaidByTheirThreads() {
        HangResult result = HangResult.of(
                Moment.of(same(
                                2,
                                entering(1, "a", 0xb, 0xa),
                                entering(2, "b", 0xa, 0xb),
                                entering(3, "a", 0xd, 0xc),
                                entering(4, "b", 0xc, 0xd)))
                        .stream()
                        .map(moment -> WaitGraph.of(moment, List.of(), FrameLocks.NONE))
                        .toList(),
                0,
                false);

        assertThat(result.hangs().stream().map(hang -> HangSentences.of(hang, result)))
                .containsExactly(
                        "Deadlock: 2 threads (\"a\" #1, \"b\" #2) wait for each other in a circle, the same in both dumps.",
                        "Deadlock: 2 threads (\"a\" #3, \"b\" #4) wait for each other in a circle, the same in both dumps.");
    }
}
