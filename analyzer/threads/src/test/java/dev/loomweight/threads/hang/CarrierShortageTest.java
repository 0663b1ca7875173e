package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.carrying;
import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.idleCarrier;
import static dev.loomweight.threads.hang.Dumps.json;
import static dev.loomweight.threads.hang.Dumps.locking;
import static dev.loomweight.threads.hang.Dumps.nativeFrame;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.same;
import static dev.loomweight.threads.hang.Dumps.standing;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static dev.loomweight.threads.hang.Dumps.waitingIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.FrameLocks;
import dev.loomweight.threads.judge.Motion;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether there is a carrier for one more virtual thread. */
class CarrierShortageTest {

    private static final String CONDITION =
            "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await";

    /** Such as {@code 1 of 1, ready 50, certain, STUCK}; empty where there is a carrier. */
    private static String judge(List<DumpedThreads> dumps, long parallelism) {
        List<WaitGraph> graphs = Moment.of(dumps).stream()
                .map(moment -> WaitGraph.of(moment, List.of(), FrameLocks.NONE))
                .toList();
        return new CarrierShortage(graphs.getLast(), new Movement(graphs), parallelism, false)
                .exhausted().stream()
                        .map(found -> ids(found.mounted()) + " on " + found.carriers() + ", ready " + ids(found.ready())
                                + (found.certain() ? ", certain, " : ", likely, ") + found.motion())
                        .collect(Collectors.joining(" | "));
    }

    private static String ids(List<Party> parties) {
        return parties.stream().map(party -> "" + party.id()).collect(Collectors.joining("+"));
    }

    private static Frame call(String call) {
        int dot = call.lastIndexOf('.');
        return frame(call.substring(0, dot), call.substring(dot + 1), 1);
    }

    private static Dumps.Builder pinned(long id, long carrier, String call) {
        List<Frame> frames = new ArrayList<>(List.of(frame("java.lang.VirtualThread", "parkOnCarrierThread", 817)));
        frames.addAll(waitingIn(call(call).className(), call(call).methodName(), 4));
        return virtual(id, "pinned-" + id).frames(frames).state("WAITING").on(carrier);
    }

    private static DumpedThread pinned() {
        return pinned(1, 11, CONDITION).build();
    }

    private static DumpedThread waits(String call) {
        return virtual(60, "waits")
                .state("WAITING")
                .frames(waitingIn(call(call).className(), call(call).methodName(), 7))
                .build();
    }

    private static DumpedThread ready() {
        return virtual(50, "ready").state("RUNNABLE").frames(locking(9)).build();
    }

    private static DumpedThread carrier() {
        return carrying(11, 5);
    }

    @Test
    void aReadyThreadWithoutACarrierIsAFact() {
        assertThat(judge(same(3, pinned(), carrier(), ready()), 0)).isEqualTo("1 on 1, ready 50, certain, STUCK");
        assertThat(judge(same(1, pinned(), carrier(), ready()), 0)).isEqualTo("1 on 1, ready 50, certain, ONE_DUMP");
    }

    private static String overlooked(List<DumpedThreads> dumps, long parallelism) {
        List<WaitGraph> graphs = Moment.of(dumps).stream()
                .map(moment -> WaitGraph.of(moment, List.of(), FrameLocks.NONE))
                .toList();
        return new CarrierShortage(graphs.getLast(), new Movement(graphs), parallelism, false)
                .overlooked(Set.of())
                .map(found -> ((HangVerdict.Overlooked) found).motion().toString())
                .orElse("");
    }

    /** A pool can have more workers than may run at once: one that sleeps next to as many held ones overlooks nobody. */
    @Test
    void anIdleCarrierNextToAsManyHeldOnesAsMayRunIsSpare() {
        List<DumpedThreads> dumps = same(
                3,
                pinned(),
                pinned(2, 12, CONDITION).build(),
                carrier(),
                carrying(12, 5),
                idleCarrier(30).cpu(7).build(),
                virtual(50, "new").state("RUNNABLE").build());

        assertThat(judge(dumps, 2)).isEqualTo("1+2 on 2, ready 50, certain, STUCK");
        assertThat(overlooked(dumps, 2)).isEmpty();
        assertThat(judge(dumps, 3)).isEmpty();
        assertThat(overlooked(dumps, 3)).isEqualTo("STUCK");
    }

    /** Event loops that carry virtual threads are carriers, whatever the JDK's scheduler may run at once. */
    @ParameterizedTest(name = "another loop {0}, parallelism {1}, ready {2}")
    @CsvSource({
        "false, 0, true,  '1 on 1, ready 50, certain, STUCK'",
        "false, 1, true,  '1 on 1, ready 50, certain, STUCK'",
        // Of how many threads the other scheduler may start, nothing is known.
        "false, 1, false, ''",
        "true,  0, true,  ''"
    })
    void threadsOfAnotherSchedulerAreCarriersToo(boolean another, long parallelism, boolean hasReady, String expected) {
        List<DumpedThread> threads = new ArrayList<>(List.of(
                pinned(1, 11, "java.util.concurrent.CountDownLatch.await").build(),
                named(carrier(), 11, "event-loop-1"),
                platform(30, "main-1").state("WAITING").build()));
        if (another) {
            threads.add(platform(12, "event-loop-2").state("WAITING").build());
        }
        if (hasReady) {
            threads.add(ready());
        }

        assertThat(judge(same(3, threads.toArray(DumpedThread[]::new)), parallelism))
                .isEqualTo(expected);
    }

    private static DumpedThread named(DumpedThread like, long id, String name) {
        return platform(id, name).state("RUNNABLE").cpu(5).frames(like.frames()).build();
    }

    @Test
    void whoWasNotReadyBeforeHasWaitedForNoTime() {
        assertThat(judge(List.of(json(0, pinned(), carrier()), json(2, pinned(), carrier(), ready())), 0))
                .isEmpty();
        assertThat(judge(List.of(json(0, carrier(), ready()), json(2, pinned(), carrier(), ready())), 0))
                .isEmpty();
    }

    /** Whether more carriers could be started. */
    @ParameterizedTest(name = "parallelism {0}: {1}")
    @CsvSource({"0, ''", "1, '1+2 on 2, ready , certain, STUCK'", "2, '1+2 on 2, ready , certain, STUCK'", "3, ''"})
    void asManyCarriersAsThereMayBe(long parallelism, String expected) {
        String latch = "java.util.concurrent.CountDownLatch.await";
        assertThat(judge(
                        same(
                                3,
                                pinned(1, 11, latch).build(),
                                pinned(2, 12, latch).build(),
                                carrier(),
                                carrying(12, 5)),
                        parallelism))
                .isEqualTo(expected);
    }

    /** Object.wait pins up to JDK 23, and starts another carrier meanwhile. */
    // From JDK 25 on, a dump has states, and who is pinned in Object.wait has a carrier less for all others.
    @ParameterizedTest(name = "parallelism {0}, state {1}: {2}")
    @CsvSource({
        "1, , '1+2 on 2, ready , certain, STUCK'",
        "2, , ''",
        "2, WAITING, '1+2 on 2, ready , certain, STUCK'",
        "3, WAITING, ''"
    })
    void aCarrierInObjectWaitIsMadeUpForBeforeJdk24(long parallelism, @Nullable String state, String expected) {
        Dumps.Builder thread = virtual(2, "in wait");
        DumpedThread inWait = (state == null ? thread : thread.state(state))
                .on(12)
                .frames(List.of(
                        frame("java.lang.Object", "wait0", -1),
                        frame("java.lang.Object", "wait", 366),
                        frame("java.lang.Object", "wait", 339),
                        frame("com.acme.Shop", "order", 4)))
                .build();

        assertThat(judge(
                        same(
                                2,
                                pinned(1, 11, "java.util.concurrent.CountDownLatch.await")
                                        .build(),
                                inWait,
                                carrier(),
                                carrying(12, 5)),
                        parallelism))
                .isEqualTo(expected);
    }

    /** Whether a native method is synchronized is in no dump: it runs, and what it waits for, if anything, is not known. */
    @ParameterizedTest
    @CsvSource({"RUNNABLE", ","})
    void aThreadInNativeCodeKeepsItsCarrierAndWaitsForNoMonitor(@Nullable String state) {
        DumpedThread inNative = virtual(2, "native")
                .state(state)
                .on(11)
                .frames(List.of(nativeFrame("com.acme.Library", "call"), frame("com.acme.Shop", "order", 4)))
                .build();
        HangResult starved = result(inNative, carrier(), ready());
        HangVerdict verdict = starved.verdicts().getFirst();

        assertThat(starved.verdicts()).hasSize(1);
        assertThat(verdict.motion()).isEqualTo(Motion.UNDECIDED);
        assertThat(verdict.isOpen()).isTrue();
        assertThat(HangSentences.of(verdict, starved))
                .isEqualTo(
                        "Carriers may be exhausted: the only carrier is held by virtual threads that do not release them"
                                + " (pinned); 1 virtual thread (\"ready\") could run and has no carrier; 1 of those that hold them is"
                                + " in native code, and what that waits for is in no dump.");
        HangResult kept = result(inNative, carrier());
        assertThat(kept.verdicts()).hasSize(1);
        assertThat(HangReport.severity(kept.verdicts().getFirst())).isEqualTo(Severity.INFO);
        assertThat(HangSentences.of(kept.verdicts().getFirst(), kept))
                .startsWith("A virtual thread may keep its carrier: \"native\" (virtual #2) has the carrier"
                        + " \"ForkJoinPool-1-worker-11\" and is in native code at Library.call, the same in");
    }

    /** Native code may return, and release what its thread holds. */
    @Test
    void whatAThreadInNativeCodeHoldsMayBeReleased() {
        DumpedThread holder = platform(2, "native")
                .state("RUNNABLE")
                .cpu(5)
                .holds(1, Dumps.monitor(1))
                .frames(List.of(nativeFrame("com.acme.Library", "call"), frame("com.acme.Shop", "order", 4)))
                .build();
        DumpedThread waiter = platform(3, "waiter")
                .frames(standing(5))
                .blockedOn(Dumps.monitor(1))
                .build();
        HangResult held = result(holder, waiter);

        assertThat(held.hangs()).isEmpty();
        assertThat(held.toActOn())
                .extracting(verdict -> HangSentences.of(verdict, held))
                .containsExactly(
                        "One lock, many waiters: \"native\" (platform #2) holds the monitor Object@1 and is in native"
                                + " code at Library.call, the same in both dumps.");
    }

    private static HangResult result(DumpedThread... threads) {
        return HangResult.of(
                Moment.of(same(2, threads)).stream()
                        .map(moment -> WaitGraph.of(moment, List.of(), FrameLocks.NONE))
                        .toList(),
                0,
                false);
    }

    /** In the JDK's source, {@code wait(long, int)} stands below {@code wait(long)}, and {@code wait()} above it. */
    @ParameterizedTest
    @CsvSource({"339, NONE", "479, UNKNOWN", "-1, NONE"})
    void whoGivesNanosecondsTooMayHaveALimit(int line, ThreadWait.Limit limit) {
        DumpedThread inWait = virtual(2, "in wait")
                .frames(List.of(
                        frame("java.lang.Object", "wait0", -1),
                        frame("java.lang.Object", "wait", 366),
                        frame("java.lang.Object", "wait", line),
                        frame("com.acme.Shop", "order", 4)))
                .build();

        assertThat(ThreadWait.of(inWait.stack(), inWait.facts()).limit()).isEqualTo(limit);
    }

    /** Dumps without states do not show whether {@code Object.wait} was given a time. */
    @ParameterizedTest
    @CsvSource({
        "UNKNOWN, UNDECIDED, '; whether 1 of these waits ends after a time is not known'",
        "TIME,    UNDECIDED, '; 1 of them waits with a time, after which another thread can run'",
        "NONE,    STUCK,     ''"
    })
    void aLimitThatIsNotKnownIsNotClaimed(ThreadWait.Limit limit, Motion motion, String words) {
        DumpedThread inWait = virtual(2, "in wait")
                .on(11)
                .frames(List.of(
                        frame("java.lang.Object", "wait0", -1),
                        frame("java.lang.Object", "wait", 366),
                        frame("com.acme.Shop", "order", 4)))
                .build();
        FrameLocks classFiles = new FrameLocks() {
            @Override
            public Known of(List<Frame> frames) {
                return Known.NOTHING;
            }

            @Override
            public ThreadWait.Limit limit(List<Frame> frames, int from) {
                assertThat(frames.get(from).className()).isEqualTo("com.acme.Shop");
                return limit;
            }
        };
        HangResult result = HangResult.of(
                Moment.of(same(2, inWait, carrier(), ready())).stream()
                        .map(moment -> WaitGraph.of(moment, List.of(), classFiles))
                        .toList(),
                0,
                false);
        HangVerdict verdict = result.verdicts().getFirst();

        assertThat(verdict.motion()).isEqualTo(motion);
        assertThat(HangSentences.of(verdict, result))
                .endsWith("(\"ready\") could run and has no carrier" + words
                        + (motion == Motion.STUCK ? ", the same in both dumps." : "."));
    }

    /** Who holds the carriers waits for a lock, and threads that have none could be those that have it. */
    @ParameterizedTest(name = "pinned in {0}, and {1} waits: {2}")
    @CsvSource({
        "java.util.concurrent.locks.ReentrantLock.lock, java.util.concurrent.CountDownLatch.await, true",
        "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await,"
                + " java.util.concurrent.CountDownLatch.await, true",
        "java.util.concurrent.CountDownLatch.await, java.util.concurrent.CountDownLatch.await, false",
        "java.util.concurrent.locks.ReentrantLock.lock, java.util.concurrent.LinkedBlockingQueue.take, false",
    })
    void withoutAReadyThreadItIsLikelyAtMost(String pinned, String waits, boolean likely) {
        assertThat(judge(same(2, pinned(1, 11, pinned).build(), carrier(), waits(waits)), 0))
                .isEqualTo(likely ? "1 on 1, ready , likely, STUCK" : "");
        assertThat(judge(same(2, pinned(1, 11, pinned).build(), carrier()), 0))
                .as("no other thread waits")
                .isEmpty();
    }

    @Test
    void aThreadThatWaitsForWorkDoesNotHideAnother() {
        DumpedThread idle = virtual(61, "idle")
                .state("WAITING")
                .frames(waitingIn("java.util.concurrent.LinkedBlockingQueue", "take", 7))
                .build();

        assertThat(judge(same(2, pinned(), carrier(), waits("java.util.concurrent.CountDownLatch.await"), idle), 0))
                .isEqualTo("1 on 1, ready , likely, STUCK");
    }

    /** It ends, or what it waits for may come from elsewhere: no hang, but said, since no other thread runs until then. */
    @Test
    void aWaitWithATimeOrForInputMayEnd() {
        DumpedThread timed =
                pinned(1, 11, CONDITION + "Nanos").state("TIMED_WAITING").build();

        assertThat(judge(same(3, timed, carrier(), ready()), 0)).isEqualTo("1 on 1, ready 50, certain, UNDECIDED");
        DumpedThread reads = pinned(1, 11, "sun.nio.ch.NioSocketImpl.implRead").build();
        assertThat(reads.state()).isNotEqualTo("RUNNABLE");
        assertThat(judge(same(3, reads, carrier(), ready()), 0)).isEqualTo("1 on 1, ready 50, certain, UNDECIDED");
    }

    /** JSON before JDK 25: a thread that stands at a line may wait for a monitor there, or run. */
    @ParameterizedTest(name = "state {0}, processor time {1} and {2} ns: {3}")
    @CsvSource({
        ", -1, -1, '1 on 1, ready 50, certain, UNDECIDED'",
        ", 500, 500, '1 on 1, ready 50, certain, STUCK'",
        ", 500, 900000000, ''",
        "RUNNABLE, 500, 500, ''",
    })
    void aThreadThatStandsMayWaitForAMonitor(@Nullable String state, long before, long now, String expected) {
        DumpedThread stands =
                virtual(1, "stands").state(state).on(11).frames(standing(4)).build();

        assertThat(judge(
                        List.of(
                                json(0, stands, carrying(11, before), ready()),
                                json(2, stands, carrying(11, now), ready())),
                        0))
                .isEqualTo(expected);
    }

    @Test
    void allCarriersOfTheSchedulerCountAndNoOthers() {
        DumpedThread[] threads = {pinned(), carrier(), ready(), carrying(12, 5)};
        assertThat(judge(same(2, threads), 0)).as("whose thread is not known").isEmpty();
        threads[3] =
                platform(12, "ForkJoinPool-1-worker-12").frames(standing(1)).build();
        assertThat(judge(same(2, threads), 0)).as("is idle").isEmpty();
        for (String name : List.of("ForkJoinPool-2-worker-12", "ForkJoinPool.commonPool-worker-1", "main")) {
            threads[3] = platform(12, name).frames(standing(1)).build();
            assertThat(judge(same(2, threads), 0)).as(name).isEqualTo("1 on 1, ready 50, certain, STUCK");
        }
    }

    @Test
    void withoutCarriersNothingIsKnown() {
        DumpedThread unnamed =
                platform(11, "carrier").frames(carrier().frames()).build();

        assertThat(judge(same(2, pinned(), ready()), 1)).isEmpty();
        assertThat(judge(same(2, pinned(), unnamed, ready()), 1)).isEmpty();
        assertThat(judge(same(2, unnamed, pinned(), carrier(), ready()), 1))
                .isEqualTo("1 on 1, ready 50, certain, STUCK");
    }

    /** Its time is over, as no timer is left: it waits for a carrier. */
    @Test
    void whoseSleepIsOverIsReady() {
        DumpedThread slept = virtual(50, "slept")
                .state("TIMED_WAITING")
                .frames(List.of(
                        frame("java.lang.VirtualThread", "parkNanos", 651),
                        frame("java.lang.VirtualThread", "sleepNanos", 803),
                        frame("java.lang.Thread", "sleep", 507),
                        frame("com.acme.Shop", "order", 4)))
                .build();
        Dumps.Builder timer = platform(70, "VirtualThread-unparker").frames(standing(1));

        assertThat(judge(
                        same(
                                2,
                                pinned(),
                                carrier(),
                                slept,
                                timer.state("WAITING").build()),
                        0))
                .isEqualTo("1 on 1, ready 50, certain, STUCK");
        assertThat(judge(
                        same(
                                2,
                                pinned(),
                                carrier(),
                                slept,
                                timer.state("TIMED_WAITING").build()),
                        0))
                .isEqualTo("1 on 1, ready , likely, STUCK");
    }
}
