package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.json;
import static dev.loomweight.threads.hang.Dumps.locking;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.same;
import static dev.loomweight.threads.hang.Dumps.sync;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static dev.loomweight.threads.hang.Dumps.waitingIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.kernel.faults.FaultFindings;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.FrameLocks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A virtual thread that waits for a lock on a JDK that can lose its wake-up: when that is said, and how loudly. */
class FaultOfLockTest {

    private static final String LATCH = "java.util.concurrent.CountDownLatch";

    /** Of JDK 25.0.2. */
    private static DumpedThreads affected(DumpedThreads dump) {
        return new DumpedThreads(dump.kind(), dump.time(), "25.0.2+10-LTS", dump.threads());
    }

    private static List<Finding> findings(List<DumpedThreads> dumps, LockOwners... owners) {
        List<WaitGraph> graphs = Moment.of(
                        dumps.stream().map(FaultOfLockTest::affected).toList())
                .stream()
                .map(moment -> WaitGraph.of(moment, List.of(owners), FrameLocks.NONE))
                .toList();
        HangResult result = HangResult.of(graphs, 0, owners.length > 0);
        HangFaults faults = new HangFaults(KnownFaults.own(), result);
        return result.verdicts().stream()
                .flatMap(verdict -> faults.of(verdict, HangReport.severity(verdict)).stream())
                .toList();
    }

    private static DumpedThread waits(long id, int lock) {
        return virtual(id, "waits-" + id)
                .frames(locking(4))
                .parkedFor(sync(lock))
                .build();
    }

    private static DumpedThread parked(long id, List<Frame> frames) {
        return virtual(id, "other-" + id).state("WAITING").frames(frames).build();
    }

    private static final List<Frame> AWAY = List.of(
            frame("java.lang.VirtualThread", "park", 742),
            frame("java.util.concurrent.locks.LockSupport", "park", 221),
            frame(LATCH, "await", 1),
            frame("com.acme.Mail", "send", 7));

    static Stream<Arguments> whoElseIsThere() {
        return Stream.of(
                Arguments.of("no thread", false, new DumpedThread[0]),
                Arguments.of("one that waits for a signal in other code", false, new DumpedThread[] {parked(2, AWAY)}),
                Arguments.of("one that waits for a signal in the same method", true, new DumpedThread[] {
                    parked(2, waitingIn(LATCH, "await", 6))
                }),
                Arguments.of("one that sleeps in other code", true, new DumpedThread[] {
                    platform(2, "sleeps")
                            .state("TIMED_WAITING")
                            .frames(List.of(frame("java.lang.Thread", "sleep", 509), frame("com.acme.Main", "main", 3)))
                            .build()
                }),
                Arguments.of("one that waits for another lock", true, new DumpedThread[] {waits(2, 8)}));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("whoElseIsThere")
    void aThreadThatMayOwnTheLockRulesTheFaultOut(String who, boolean mayOwn, DumpedThread... others) {
        List<DumpedThread> threads = new ArrayList<>(List.of(waits(1, 9)));
        threads.addAll(Arrays.asList(others));

        List<Finding> found = findings(same(2, threads.toArray(DumpedThread[]::new)));

        if (mayOwn) {
            assertThat(found).as(who).isEmpty();
        } else {
            assertThat(FaultFindings.said(found)).containsExactly(new FaultFindings.Said("JDK-8369227", false));
            assertThat(found).extracting(Finding::severity).containsExactly(Severity.WARNING);
        }
    }

    /** Whose waiter was unparked, whatever runs besides; a lock that was just released is free as well. */
    @Test
    void whatIsALostWakeUpIsTheFault() {
        DumpedThread sleeps = platform(2, "sleeps")
                .state("TIMED_WAITING")
                .frames(List.of(frame("java.lang.Thread", "sleep", 509), frame("com.acme.Main", "main", 3)))
                .build();
        List<Long> waiters = List.of(1L);
        LockOwners lost = new LockOwners(
                LockOwners.From.AGENT, List.of(new LockOwners.Owned(sync(9), null, 0, waiters, waiters)));
        LockOwners released =
                new LockOwners(LockOwners.From.AGENT, List.of(new LockOwners.Owned(sync(9), null, 0, waiters)));
        List<DumpedThreads> dumps = List.of(json(0, waits(1, 9), sleeps), json(2, waits(1, 9), sleeps));

        assertThat(FaultFindings.said(findings(List.of(json(0, waits(1, 9)), json(2, waits(1, 9))), lost)))
                .containsExactly(new FaultFindings.Said("JDK-8369227", true));
        assertThat(FaultFindings.said(findings(dumps, lost)))
                .containsExactly(new FaultFindings.Said("JDK-8369227", true));
        assertThat(findings(dumps, released)).as("one that may take turns").isEmpty();
    }

    /** The severity of a wait is that of its own finding. */
    @Test
    void aFaultThatMayBeIsNoLouderThanItsWait() {
        LockOwners none = new LockOwners(LockOwners.From.AGENT, List.of());
        for (Severity wait : Severity.values()) {
            List<WaitGraph> graphs =
                    Moment.of(same(2, waits(1, 9)).stream()
                                    .map(FaultOfLockTest::affected)
                                    .toList())
                            .stream()
                            .map(moment -> WaitGraph.of(moment, List.of(none), FrameLocks.NONE))
                            .toList();
            HangResult result = HangResult.of(graphs, 0, true);

            assertThat(new HangFaults(KnownFaults.own(), result)
                            .of(result.verdicts().getFirst(), wait))
                    .singleElement()
                    .satisfies(fault -> assertThat(fault.severity()).isLessThanOrEqualTo(wait));
        }
    }
}
