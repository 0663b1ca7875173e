package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.json;
import static dev.loomweight.threads.hang.Dumps.lock;
import static dev.loomweight.threads.hang.Dumps.locking;
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
import dev.loomweight.threads.judge.FrameLocks;
import dev.loomweight.threads.judge.FrameLocks.Known;
import dev.loomweight.threads.judge.FrameLocks.MayHold;
import dev.loomweight.threads.judge.FrameLocks.Named;
import dev.loomweight.threads.judge.Motion;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule of a verdict by threads that differ in one fact. */
class JudgeRulesTest {

    private static final String LATCH = "java.util.concurrent.CountDownLatch";

    private static List<HangVerdict> judge(List<DumpedThreads> dumps) {
        return judge(dumps, FrameLocks.NONE);
    }

    private static List<HangVerdict> judge(List<DumpedThreads> dumps, FrameLocks classFiles, LockOwners... owners) {
        List<WaitGraph> graphs = Moment.of(dumps).stream()
                .map(moment -> WaitGraph.of(moment, List.of(owners), classFiles))
                .toList();
        return new Judge(graphs, 0, false).judge();
    }

    private static <V extends HangVerdict> V only(Class<V> type, List<HangVerdict> verdicts) {
        List<V> all = verdicts.stream().filter(type::isInstance).map(type::cast).toList();
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    private static String ids(List<Party> parties) {
        return parties.stream().map(party -> "" + party.id()).collect(Collectors.joining(" "));
    }

    private static Dumps.Builder in(long id, String type, String method, int line) {
        return platform(id, "t" + id)
                .state("WAITING")
                .frames(waitingIn(type, method, line).subList(1, 4));
    }

    private static DumpedThread locks(long id) {
        return virtual(id, "locks-" + id).frames(locking(4)).parkedFor(sync(9)).build();
    }

    private static DumpedThread runs(long id, int line, long cpu) {
        return platform(id, "runs-" + id)
                .state("RUNNABLE")
                .cpu(cpu)
                .frames(List.of(frame("com.acme.Shop", "compute", line)))
                .build();
    }

    private static DumpedThread inNative(long id, String type, String method, Frame... more) {
        List<Frame> frames = new ArrayList<>(List.of(nativeFrame(type, method)));
        frames.addAll(Arrays.asList(more));
        return platform(id, method + "-" + id).state("RUNNABLE").frames(frames).build();
    }

    private static final Frame OWN = frame("com.acme.Shop", "serve", 7);

    /** A thread in two dumps next to one that waits for a lock, and whether it may own that lock and release it. */
    static Stream<Arguments> whoMayRelease() {
        DumpedThread latch = in(2, LATCH, "await", 4).build();
        DumpedThread timed = in(2, LATCH, "await", 4).state("TIMED_WAITING").build();
        DumpedThread accepts = inNative(2, "sun.nio.ch.Net", "accept", OWN);
        DumpedThread acceptsElsewhere = inNative(2, "sun.nio.ch.Net", "accept", frame("com.acme.Shop", "serve", 8));
        DumpedThread reads = inNative(2, "sun.nio.ch.SocketDispatcher", "read0", OWN);
        DumpedThread sleeps = platform(2, "sleeps")
                .state("TIMED_WAITING")
                .frames(List.of(
                        nativeFrame("java.lang.Thread", "sleep0"), frame("java.lang.Thread", "sleep", 509), OWN))
                .build();
        DumpedThread idle = platform(2, "idle")
                .state("WAITING")
                .frames(List.of(
                        nativeFrame("jdk.internal.misc.Unsafe", "park"),
                        frame("java.util.concurrent.LinkedBlockingQueue", "take", 435),
                        OWN))
                .build();
        return Stream.of(
                Arguments.of("runs", runs(2, 5, -1), runs(2, 5, -1), true),
                Arguments.of("has run", runs(2, 5, 1_000), runs(2, 6, 1_000), true),
                Arguments.of("stands, and has used no processor time", runs(2, 5, 1_000), runs(2, 5, 1_000), false),
                Arguments.of("is in no code of the application", inNative(2, "x", "y"), inNative(2, "x", "y"), true),
                Arguments.of(
                        "is in code of the JDK alone",
                        inNative(2, "java.lang.Thread", "currentThread"),
                        inNative(2, "java.lang.Thread", "currentThread"),
                        false),
                Arguments.of("waits for a signal", latch, latch, false),
                Arguments.of("waits for a signal with a time", timed, timed, true),
                Arguments.of(
                        "had another signal to wait for",
                        in(2, LATCH, "await", 3).build(),
                        latch,
                        true),
                Arguments.of("has come since", null, latch, true),
                Arguments.of("sleeps", sleeps, sleeps, true),
                Arguments.of("reads from a socket", reads, reads, true),
                Arguments.of("waits for connections", accepts, accepts, false),
                Arguments.of("has accepted a connection", acceptsElsewhere, accepts, true),
                Arguments.of("waits for work", idle, idle, false),
                Arguments.of("waits for the lock", locks(2), locks(2), false));
    }

    @ParameterizedTest(name = "{0}: {3}")
    @MethodSource
    void whoMayRelease(String what, @Nullable DumpedThread before, DumpedThread now, boolean may) {
        DumpedThreads first = before == null ? json(0, locks(1)) : json(0, locks(1), before);
        HangVerdict.OwnerUnknown verdict =
                only(HangVerdict.OwnerUnknown.class, judge(List.of(first, json(2, locks(1), now))));

        assertThat(verdict.mayOwn()).as(what).isEqualTo(may ? 1 : 0);
        // Who waits for a signal in the code of the lock may own it, and does not release it by itself.
        assertThat(ids(verdict.someOfThem())).isEqualTo(may || what.equals("waits for a signal") ? "2" : "");
        assertThat(verdict.motion()).isEqualTo(may ? Motion.UNDECIDED : Motion.STUCK);
        assertThat(verdict.isHang()).isEqualTo(!may);
    }

    @Test
    void someOfThoseThatMayReleaseAreNamedAndAllAreCounted() {
        DumpedThread held = virtual(2, "waits for 1")
                .frames(standing(3))
                .blockedOn(monitor(1))
                .build();
        DumpedThread holder = virtual(1, "holder")
                .frames(locking(4))
                .parkedFor(sync(9))
                .holds(3, monitor(1))
                .build();
        HangVerdict.OwnerUnknown verdict = only(
                HangVerdict.OwnerUnknown.class,
                judge(same(2, holder, held, runs(3, 1, -1), runs(4, 1, -1), runs(5, 1, -1), runs(6, 1, -1))));

        assertThat(verdict.mayOwn()).isEqualTo(4);
        assertThat(ids(verdict.someOfThem())).isEqualTo("3 4 5");
        assertThat(ids(verdict.parties())).isEqualTo("1");
        assertThat(ids(verdict.suspects())).isEqualTo("2");
        assertThat(verdict.waiting()).isEqualTo(2);
    }

    /** Who waits with a time for a monitor's notification may still own another lock; who waits for this one cannot. */
    @Test
    void whoWaitsForTheLockWithATimeMayNotOwnIt() {
        DumpedThread other = virtual(2, "waits for 1 with a time")
                .frames(locking(6))
                .parkedFor(sync(9))
                .state("TIMED_WAITING")
                .build();
        HangVerdict.OwnerUnknown verdict = only(HangVerdict.OwnerUnknown.class, judge(same(2, locks(1), other)));

        assertThat(verdict.mayOwn()).isZero();
        assertThat(verdict.motion()).as("one of the waits ends").isEqualTo(Motion.MOVING);
    }

    private static DumpedThread enters(long id, int line) {
        return virtual(id, "enters-" + id)
                .frames(standing(line))
                .blockedOn(monitor(1))
                .build();
    }

    static Stream<Arguments> whatAHolderDoes() {
        DumpedThread latch = in(1, LATCH, "await", 4).holds(2, monitor(1)).build();
        DumpedThread latchElsewhere =
                in(1, LATCH, "await", 5).holds(2, monitor(1)).build();
        DumpedThread timed = in(1, LATCH, "await", 4)
                .state("TIMED_WAITING")
                .holds(2, monitor(1))
                .build();
        DumpedThread takes = in(1, "java.util.concurrent.LinkedBlockingQueue", "take", 4)
                .holds(2, monitor(1))
                .build();
        Dumps.Builder running =
                platform(1, "runs").state("RUNNABLE").frames(standing(6)).holds(0, monitor(1));
        Dumps.Builder reading = platform(1, "reads")
                .state("RUNNABLE")
                .frames(List.of(nativeFrame("sun.nio.ch.SocketDispatcher", "read0"), OWN))
                .holds(1, monitor(1));
        return Stream.of(
                Arguments.of("waits for a signal", latch, latch, Motion.STUCK),
                Arguments.of("has waited for another", latchElsewhere, latch, Motion.MOVING),
                Arguments.of("waits with a time", timed, timed, Motion.OUTSIDE),
                Arguments.of("reads", reading.build(), reading.build(), Motion.OUTSIDE),
                Arguments.of("runs", running.build(), running.build(), Motion.RUNS),
                Arguments.of(
                        "has not run",
                        running.cpu(1_000).build(),
                        running.cpu(1_000).build(),
                        Motion.STUCK),
                // Its waiter stands in Shop.order, and so does the holder: they take turns.
                Arguments.of("takes turns", takes, takes, Motion.OUTSIDE));
    }

    @ParameterizedTest(name = "{0}: {3}")
    @MethodSource
    void whatAHolderDoes(String what, DumpedThread before, DumpedThread now, Motion motion) {
        DumpedThread waiter = enters(2, 12);
        HangVerdict.Held verdict =
                only(HangVerdict.Held.class, judge(List.of(json(0, before, waiter), json(2, now, waiter))));

        assertThat(verdict.motion()).as(what).isEqualTo(motion);
        assertThat(verdict.isHang()).isEqualTo(motion == Motion.STUCK);
        assertThat(verdict.holder().id()).isEqualTo(1);
        assertThat(verdict.waiting()).isEqualTo(1);
        assertThat(only(HangVerdict.Held.class, judge(same(1, now, waiter))).motion())
                .isEqualTo(Motion.ONE_DUMP);
        assertThat(only(HangVerdict.Held.class, judge(List.of(json(0, before), json(2, now, waiter))))
                        .motion())
                .as("the waiter has come since")
                .isEqualTo(Motion.MOVING);
    }

    @Test
    void whoHeldItBeforeWasAnother() {
        DumpedThread holds = in(1, LATCH, "await", 4).holds(2, monitor(1)).build();
        DumpedThread holdsNot = in(1, LATCH, "await", 4).build();
        DumpedThread other = in(3, LATCH, "await", 4).holds(2, monitor(1)).build();

        assertThat(only(
                                HangVerdict.Held.class,
                                judge(List.of(json(0, holdsNot, other, enters(2, 12)), json(2, holds, enters(2, 12)))))
                        .motion())
                .isEqualTo(Motion.MOVING);
    }

    @Test
    void eachLockOfAHolderIsAVerdictWithItsOwnWaiters() {
        for (boolean reversed : List.of(false, true)) {
            DumpedThread holder = in(1, LATCH, "await", 4)
                    .holds(2, monitor(1))
                    .holds(2, monitor(2))
                    .build();
            DumpedThread alone = virtual(5, "alone")
                    .frames(standing(3))
                    .blockedOn(monitor(2))
                    .build();
            DumpedThread[] threads = reversed
                    ? new DumpedThread[] {holder, alone, enters(2, 12), enters(3, 12)}
                    : new DumpedThread[] {holder, enters(2, 12), enters(3, 12), alone};

            assertThat(judge(same(2, threads)))
                    .filteredOn(HangVerdict.Held.class::isInstance)
                    .map(HangVerdict.Held.class::cast)
                    .extracting(held -> held.resource().name() + ": " + ids(held.parties()) + ", " + held.waiting())
                    .containsExactly("java.lang.Object@1: 2 3, 2", "java.lang.Object@2: 5, 1");
        }
    }

    @Test
    void aHolderThatWaitsForAHolderIsNotNamed() {
        DumpedThread last = in(1, LATCH, "await", 4).holds(2, monitor(2)).build();
        DumpedThread middle = virtual(3, "middle")
                .frames(standing(8))
                .blockedOn(monitor(2))
                .holds(0, monitor(1))
                .build();
        HangVerdict.Held verdict = only(HangVerdict.Held.class, judge(same(2, last, middle, enters(2, 12))));

        assertThat(verdict.holder().id()).isEqualTo(1);
        assertThat(verdict.waiting()).isEqualTo(2);
        assertThat(verdict.holderWaitsFor()).isNotNull();
    }

    /** Loading of classes first, then what most wait for, then by the threads. */
    @Test
    void locksHaveAnOrder() {
        DumpedThread loads = virtual(8, "loads")
                .frames(List.of(frame("java.lang.ClassLoader", "loadClass", 490), frame("com.acme.Shop", "open", 3)))
                .blockedOn(lock("com.acme.Loader", 7))
                .build();
        List<DumpedThread> threads = new ArrayList<>();
        int[][] waiters = {{1, 31}, {2, 21, 22}, {3, 11}};
        for (int[] one : waiters) {
            threads.add(in(one[0], LATCH, "await", 4).holds(2, monitor(one[0])).build());
            for (int i = 1; i < one.length; i++) {
                threads.add(virtual(one[i], "w")
                        .frames(standing(one[0]))
                        .blockedOn(monitor(one[0]))
                        .build());
            }
        }
        threads.add(
                in(4, LATCH, "await", 4).holds(2, lock("com.acme.Loader", 7)).build());
        threads.add(loads);
        List<HangVerdict> verdicts = judge(same(2, threads.toArray(DumpedThread[]::new))).stream()
                .filter(HangVerdict.Held.class::isInstance)
                .toList();

        assertThat(verdicts)
                .extracting(verdict -> verdict.id() + " " + ids(verdict.parties()))
                .containsExactly("classLoading 8", "heldLock 21 22", "heldLock 11", "heldLock 31");
    }

    private static DumpedThread latch(long id, int which, int line) {
        return in(id, LATCH, "await", line)
                .parkedFor(lock(LATCH + "$Sync", which))
                .build();
    }

    @Test
    void signalsHaveAnOrderAndAreOfThreadsThatStay() {
        DumpedThread timed = in(9, LATCH, "await", 4)
                .parkedFor(lock(LATCH + "$Sync", 5))
                .state("TIMED_WAITING")
                .build();
        DumpedThread[] threads = {
            latch(7, 1, 4), latch(3, 2, 4), latch(4, 3, 4), latch(5, 3, 4), latch(6, 4, 4), timed, runs(10, 1, -1)
        };
        List<HangVerdict> verdicts = judge(List.of(
                json(0, latch(7, 1, 4), latch(3, 2, 4), latch(4, 3, 4), latch(5, 3, 4), latch(6, 4, 3), timed),
                json(2, threads)));

        assertThat(verdicts).extracting(verdict -> ids(verdict.parties())).containsExactly("4 5", "3", "7");
        assertThat(verdicts)
                .allSatisfy(verdict ->
                        assertThat(((HangVerdict.Unanswered) verdict).motion()).isEqualTo(Motion.UNDECIDED));
        assertThat(judge(same(1, threads)))
                .allSatisfy(verdict ->
                        assertThat(((HangVerdict.Unanswered) verdict).motion()).isEqualTo(Motion.ONE_DUMP))
                .hasSize(4);
    }

    /** Threads of JSON of JDK 21, whose class files say that line 1 enters B in A, and line 2 A in B. */
    private static Known known(List<Frame> frames) {
        Named a = new Named("com.acme.Shop.A", true);
        Named b = new Named("com.acme.Shop.B", true);
        return switch (frames.isEmpty() ? 0 : frames.getFirst().line()) {
            case 1 -> new Known(List.of(new MayHold(0, a, true)), List.of(b));
            case 2 -> new Known(List.of(new MayHold(0, b, true)), List.of(a));
            case 3 -> new Known(List.of(), List.of(a));
            default -> Known.NOTHING;
        };
    }

    private static DumpedThread stands(long id, int line) {
        return virtual(id, "stands-" + id).on(10 + id).frames(standing(line)).build();
    }

    @Test
    void aCircleByClassFilesIsAHangOnlyWhereNothingMoves() {
        DumpedThread[] circle = {stands(1, 1), stands(2, 2), stands(3, 3)};
        HangVerdict.Deadlock stuck = only(HangVerdict.Deadlock.class, judge(same(2, circle), JudgeRulesTest::known));

        assertThat(stuck.certain()).isFalse();
        assertThat(stuck.motion()).isEqualTo(Motion.STUCK);
        assertThat(stuck.isHang()).isTrue();
        assertThat(stuck.seenIn()).isEqualTo(2);
        assertThat(stuck.waiting()).isEqualTo(3);
        assertThat(stuck.cycle()).extracting(HangVerdict.Link::fact).containsExactly(false, false);
        assertThat(only(HangVerdict.Deadlock.class, judge(same(1, circle), JudgeRulesTest::known))
                        .isHang())
                .isFalse();
        assertThat(judge(
                        List.of(json(0, stands(1, 9), stands(2, 2)), json(2, stands(1, 1), stands(2, 2))),
                        JudgeRulesTest::known))
                .noneMatch(HangVerdict.Deadlock.class::isInstance);
    }

    private static DumpedThread circle(long id, int line, int wanted, int held) {
        return virtual(id, "c" + id)
                .frames(standing(line))
                .blockedOn(monitor(wanted))
                .holds(0, monitor(held))
                .build();
    }

    @Test
    void aCircleOfFactsIsADeadlockAlsoWhereItWasMadeSince() {
        DumpedThread[] now = {circle(1, 5, 2, 1), circle(2, 5, 1, 2)};
        HangVerdict.Deadlock deadlock = only(
                HangVerdict.Deadlock.class,
                judge(List.of(json(0, circle(1, 5, 2, 1), runs(2, 5, -1)), json(2, now), json(4, now))));

        assertThat(deadlock.motion()).isEqualTo(Motion.MOVING);
        assertThat(deadlock.seenIn()).isEqualTo(2);
        assertThat(deadlock.isHang()).isTrue();
        assertThat(deadlock.cycle()).extracting(HangVerdict.Link::fact).containsExactly(true, true);
    }

    /** A hang is before all others; otherwise a circle, be it timed, is before signals. */
    @Test
    void hangsAreFirst() {
        DumpedThread one = in(1, "java.util.concurrent.locks.ReentrantLock", "tryLock", 4)
                .parkedFor(sync(2))
                .state("TIMED_WAITING")
                .owns(sync(1))
                .build();
        DumpedThread two = in(2, "java.util.concurrent.locks.ReentrantLock", "tryLock", 4)
                .parkedFor(sync(1))
                .state("TIMED_WAITING")
                .owns(sync(2))
                .build();
        DumpedThread holder = in(3, LATCH, "await", 4).holds(2, monitor(1)).build();

        assertThat(judge(same(2, one, two, holder, enters(4, 12))))
                .extracting(HangVerdict::id)
                .containsExactly("heldLock", "deadlock", "unanswered");
    }

    private static LockOwners owned(@Nullable Integer owner, boolean ended) {
        LockOwners.Owner by = owner == null ? null : new LockOwners.Owner(owner, "owner", ended);
        return new LockOwners(LockOwners.From.AGENT, List.of(new LockOwners.Owned(sync(9), by, 1, List.of(1L))));
    }

    @ParameterizedTest(name = "owner {0}, ended {1}: {2}")
    @CsvSource({"77, true, true", "77, false, false", "2, false, false", ", false, false"})
    void onlyAnOwnerThatHasEndedIsLost(@Nullable Integer owner, boolean ended, boolean lost) {
        List<HangVerdict> verdicts = judge(same(2, locks(1), runs(2, 5, -1)), FrameLocks.NONE, owned(owner, ended));

        assertThat(verdicts.stream().anyMatch(HangVerdict.LostOwner.class::isInstance))
                .isEqualTo(lost);
        if (lost) {
            HangVerdict.LostOwner verdict = only(HangVerdict.LostOwner.class, verdicts);
            assertThat(verdict.ownerId()).isEqualTo(77);
            assertThat(verdict.waiting()).isEqualTo(1);
            assertThat(verdicts).hasSize(1);
        }
    }

    /** JDK 25 names the owner of what a thread is parked for. */
    @ParameterizedTest(name = "owner {0}, line {1} before: {2}")
    @CsvSource({"77, 4, true", "77, 5, false", "2, 4, false", "0, 4, false"})
    void anOwnerThatIsInNoDumpIsLostWhereItsWaiterStays(long owner, int line, boolean lost) {
        DumpedThread before = virtual(1, "locks")
                .frames(locking(line))
                .parkedFor(sync(9))
                .owner(owner)
                .build();
        DumpedThread now = virtual(1, "locks")
                .frames(locking(4))
                .parkedFor(sync(9))
                .owner(owner)
                .build();
        List<HangVerdict> verdicts = judge(List.of(json(0, before, runs(2, 5, -1)), json(2, now, runs(2, 5, -1))));

        assertThat(verdicts.stream().anyMatch(HangVerdict.LostOwner.class::isInstance))
                .isEqualTo(lost);
    }

    @Test
    void threadsThatStandAtOneLineAndHaveNotRunWaitForOneMonitor() {
        List<DumpedThread> threads = new ArrayList<>();
        for (long id = 1; id <= 3; id++) {
            threads.add(stands(id, id == 3 ? 6 : 5));
            threads.add(Dumps.carrying(10 + id, 500));
        }
        threads.add(Dumps.carrying(20, 500));
        List<HangVerdict> verdicts = judge(same(2, threads.toArray(DumpedThread[]::new))).stream()
                .filter(HangVerdict.OwnerUnknown.class::isInstance)
                .toList();

        assertThat(verdicts).extracting(verdict -> ids(verdict.parties())).containsExactly("1 2", "3");
    }
}
