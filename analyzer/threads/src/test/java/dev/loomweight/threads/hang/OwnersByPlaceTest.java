package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.json;
import static dev.loomweight.threads.hang.Dumps.lock;
import static dev.loomweight.threads.hang.Dumps.monitor;
import static dev.loomweight.threads.hang.Dumps.nativeFrame;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.same;
import static dev.loomweight.threads.hang.Dumps.sync;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Among;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.FrameLocks;
import dev.loomweight.threads.judge.Motion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Owners of locks that a dump does not name: by an earlier dump, or by who is in the code that takes the lock. */
class OwnersByPlaceTest {

    private static HangResult judge(List<DumpedThreads> dumps) {
        List<WaitGraph> graphs = Moment.of(dumps).stream()
                .map(moment -> WaitGraph.of(moment, List.of(), FrameLocks.NONE))
                .toList();
        Movement.carryOwners(graphs);
        return HangResult.of(graphs, 0, false);
    }

    private static List<String> hangs(HangResult result) {
        return result.hangs().stream().map(HangVerdict::id).toList();
    }

    private static String said(HangResult result) {
        HangReport report = new HangReport(
                result, new Among("", "", ""), List.of(), dev.loomweight.kernel.faults.KnownFaults.own());
        return report.headline() + " " + report.findings();
    }

    private static List<Frame> stack(Frame... frames) {
        List<Frame> all = new ArrayList<>(List.of(frames));
        all.add(frame("java.lang.Thread", "run", 1474));
        return all;
    }

    private static Frame parked() {
        return nativeFrame("jdk.internal.misc.Unsafe", "park");
    }

    private static List<Frame> locking(String type, String method) {
        return stack(
                parked(),
                frame("java.util.concurrent.locks.LockSupport", "park", 221),
                frame("java.util.concurrent.locks.ReentrantLock", "lock", 322),
                frame(type, method, 8),
                frame("com.acme.Workers", "run", 3));
    }

    private static List<Frame> taking(String method) {
        return stack(
                parked(),
                frame("java.util.concurrent.locks.LockSupport", "park", 221),
                frame("java.util.concurrent.LinkedBlockingQueue", "take", 435),
                frame("com.acme.Consumer", method, 9),
                frame("com.acme.Workers", "run", 3));
    }

    private static DumpedThread entering(long id, String method) {
        return platform(id, method + "-" + id)
                .frames(stack(frame("com.acme.Consumer", method, 8), frame("com.acme.Workers", "run", 3)))
                .blockedOn(monitor(1))
                .build();
    }

    private static DumpedThread takesHolding() {
        return platform(1, "takes")
                .frames(taking("next"))
                .parkedFor(lock("java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject", 5))
                .holds(3, monitor(1))
                .build();
    }

    @Test
    void consumersThatTakeTurnsAtAnEmptyQueueDoNotHang() {
        HangResult turns = judge(same(3, takesHolding(), entering(2, "next"), entering(3, "next")));

        assertThat(hangs(turns)).isEmpty();
        assertThat(said(turns)).contains("No hang found").doesNotContain("PROBLEM");
    }

    /** Whoever would put something into the queue cannot. */
    @Test
    void aConsumerThatKeepsTheLockOfItsProducerHangs() {
        HangResult hang = judge(same(3, takesHolding(), entering(2, "next"), entering(3, "put")));

        assertThat(hangs(hang)).containsExactly("heldLock");
    }

    @Test
    void consumersThatTakeTurnsBelowALockWithoutOwner() {
        DumpedThread takes = platform(1, "takes")
                .frames(taking("next"))
                .parkedFor(lock("java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject", 5))
                .build();
        DumpedThread waits = platform(2, "waits")
                .frames(locking("com.acme.Consumer", "next"))
                .parkedFor(sync(1))
                .build();
        DumpedThread elsewhere = platform(3, "elsewhere")
                .frames(locking("com.acme.Other", "call"))
                .parkedFor(sync(2))
                .build();

        assertThat(said(judge(same(3, takes, waits))))
                .contains("its owner is in no dump, and may be \"takes\", which waits for work")
                .doesNotContain("PROBLEM");
        HangResult lost = judge(same(3, takes, waits, elsewhere));
        assertThat(hangs(lost)).containsExactly("ownerUnknown");
        assertThat(lost.hangs().getFirst().parties())
                .extracting(party -> party.thread().name())
                .containsExactly("elsewhere");
    }

    /** As {@code Thread.print} names a lock. */
    private static Lock address(int address) {
        return new Lock(Dumps.LOCK_TYPE, "0x" + Integer.toHexString(address));
    }

    private static DumpedThread reader(int... owned) {
        Dumps.Builder reader = platform(1, "console")
                .state("RUNNABLE")
                .frames(stack(
                        nativeFrame("java.io.FileInputStream", "readBytes"),
                        frame("java.io.InputStreamReader", "read", 188),
                        frame("java.io.BufferedReader", "readLine", 389),
                        frame("com.acme.Console", "prompt", 5)));
        for (int one : owned) {
            reader.owns(address(one));
        }
        return reader.build();
    }

    private static DumpedThread second(int wanted) {
        return platform(2, "second")
                .frames(locking("java.io.BufferedReader", "readLine"))
                .parkedFor(address(wanted))
                .build();
    }

    /** A line of input may come: the one who waits for it may own the JDK's lock of the reader. */
    @Test
    void whoReadsTheConsoleMayOwnTheLockOfTheReader() {
        assertThat(said(judge(same(3, reader(), second(7)))))
                .contains("may be \"console\", which waits for input or output")
                .doesNotContain("PROBLEM", "no thread runs that could release it");
    }

    /** {@code -l} is taken with the first dump alone; a collection changes the names of all locks. */
    @Test
    void anOwnerWhoHasNotMovedOwnsItStill() {
        HangResult result = judge(
                List.of(json(0, reader(7), second(7)), json(2, reader(), second(8)), json(4, reader(), second(9))));

        assertThat(hangs(result)).isEmpty();
        HangVerdict.Held held = result.others(HangVerdict.Held.class).getFirst();
        assertThat(held.holder().thread().name()).isEqualTo("console");
        assertThat(held.motion()).isEqualTo(Motion.OUTSIDE);
    }

    @Test
    void anOwnerWhoHasMovedMayHaveReleasedIt() {
        DumpedThread moved = platform(1, "console")
                .state("RUNNABLE")
                .frames(stack(frame("com.acme.Console", "compute", 9)))
                .build();
        HangResult result = judge(List.of(json(0, reader(7), second(7)), json(2, moved, second(8))));

        assertThat(result.others(HangVerdict.Held.class)).isEmpty();
        assertThat(hangs(result)).isEmpty();
        assertThat(result.others(HangVerdict.OwnerUnknown.class)).hasSize(1);
    }

    private static DumpedThread tries(long id, int wanted, int owned, int line) {
        return platform(id, "patient-" + id)
                .frames(stack(
                        parked(),
                        frame("java.util.concurrent.locks.LockSupport", "parkNanos", 269),
                        frame("java.util.concurrent.locks.ReentrantLock", "tryLock", 479),
                        frame("com.acme.Shop", "order", line)))
                .parkedFor(sync(wanted))
                .owns(sync(owned))
                .build();
    }

    /** The JVM calls this a deadlock. */
    @Test
    void aCircleThatATimeLimitEnds() {
        HangResult still = judge(same(3, tries(1, 2, 1, 5), tries(2, 1, 2, 6)));

        assertThat(hangs(still)).isEmpty();
        assertThat(said(still))
                .contains("wait for each other in a circle, until the wait of \"patient-1\", \"patient-2\" times out")
                .contains("No hang is certain")
                .doesNotContain("PROBLEM");
        HangResult moving = judge(
                List.of(json(0, tries(1, 2, 1, 5), tries(2, 1, 2, 6)), json(2, tries(1, 2, 1, 7), tries(2, 1, 2, 8))));
        assertThat(said(moving)).doesNotContain("circle");
    }

    @Test
    void whoWaitsForANotificationDoesNotWaitForTheHolder() {
        List<Frame> frames = stack(frame("java.lang.Object", "wait0", -1), frame("com.acme.Consumer", "next", 3));
        DumpedThread waits =
                platform(4, "waits").frames(frames).waitingOn(monitor(1)).build();
        HangResult hang = judge(same(3, takesHolding(), entering(2, "put"), waits));

        assertThat(hang.hangs()).hasSize(1);
        assertThat(hang.hangs().getFirst().parties())
                .extracting(party -> party.thread().name())
                .containsExactly("put-2");
        assertThat(hang.others(HangVerdict.Unanswered.class)).hasSize(1);
    }

    /** JSON of JDK 21 has no states and no monitors, of platform threads either. */
    @Test
    void dumpsWithoutMonitorsDoNotShowThatThereIsNoHang() {
        DumpedThread stands = platform(2, "stands")
                .frames(stack(frame("com.acme.Consumer", "next", 8)))
                .build();
        HangResult blind = judge(same(3, stands));
        HangResult seeing = judge(same(
                3, platform(2, "runs").state("RUNNABLE").frames(stands.frames()).build()));
        String words = "These dumps show no monitors: a deadlock of monitors can be missed.";

        assertThat(said(blind)).contains("No hang found", words);
        assertThat(HangSentences.limits(blind)).anyMatch(limit -> limit.contains("shows no monitors, of platform"));
        assertThat(said(judge(same(1, stands)))).contains(words);
        assertThat(said(seeing)).doesNotContain(words);
        assertThat(HangSentences.limits(seeing)).noneMatch(limit -> limit.contains("shows no monitors"));
    }
}
