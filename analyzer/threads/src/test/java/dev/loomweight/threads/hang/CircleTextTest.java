package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.carrying;
import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.json;
import static dev.loomweight.threads.hang.Dumps.lock;
import static dev.loomweight.threads.hang.Dumps.monitor;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.same;
import static dev.loomweight.threads.hang.Dumps.standing;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.Dumps.ContainerOwners;
import dev.loomweight.sample.Dumps.ContainerOwners.OwnedContainer;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.FrameLocks.Known;
import dev.loomweight.threads.judge.FrameLocks.MayHold;
import dev.loomweight.threads.judge.FrameLocks.Named;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of circles that no dump shows entirely, and of those through the end of a thread or of a scope. */
class CircleTextTest {

    private static final Named A = new Named("com.acme.Shop.A", true);
    private static final Named B = new Named("com.acme.Shop.B", true);

    /** Line 1 enters B in A, line 2 A in B, and line 3 A; line 4 holds A. */
    private static Known known(List<Frame> frames) {
        return switch (frames.isEmpty() ? 0 : frames.getFirst().line()) {
            case 1 -> new Known(List.of(new MayHold(0, A, true)), List.of(B));
            case 2 -> new Known(List.of(new MayHold(0, B, true)), List.of(A));
            case 3 -> new Known(List.of(), List.of(A));
            case 4 -> new Known(List.of(new MayHold(0, A, true)), List.of());
            default -> Known.NOTHING;
        };
    }

    private static DumpedThread stands(long id, int line) {
        return virtual(id, "stands-" + id).on(10 + id).frames(standing(line)).build();
    }

    private static String byClassFiles(int dumps, DumpedThread... threads) {
        return Said.verdicts(Said.result(CircleTextTest::known, same(dumps, threads)));
    }

    @Test
    void byClassFiles() {
        assertThat(byClassFiles(2, stands(1, 1), stands(2, 2), stands(3, 3))).startsWith("""
                        PROBLEM possible deadlock: Deadlock, as far as class files show: 2 threads ("stands-1" #1, "stands-2" #2) may
                        wait for each other in a circle, the same in both dumps; 1 more thread waits for them.
                        """);
        assertThat(byClassFiles(2, stands(1, 1), stands(2, 2)).replace('\n', ' '))
                .contains("which may be held by \"stands-2\" (virtual #2), which may hold it in Shop.order");
        assertThat(byClassFiles(1, stands(1, 1), stands(2, 2))).isEqualTo("""
                        WARNING possible deadlock: Deadlock, as far as class files show: 2 threads ("stands-1" #1, "stands-2" #2) may
                        wait for each other in a circle.
                        > Take several dumps a few seconds apart: loomweight hang PID.
                        """);
    }

    @Test
    void holderByClassFiles() {
        assertThat(byClassFiles(2, stands(3, 3), stands(4, 4))).isEqualTo("""
                        INFO one lock, many waiters: One lock, many waiters: "stands-4" (virtual #4) may hold the monitor
                        com.acme.Shop.A and runs or waits for a monitor at Shop.order (Shop.java:4), the same in both dumps.
                        """);
    }

    /** Nothing but the time of its carrier shows that a thread has not run. */
    @Test
    void monitorThatNoDumpNames() {
        DumpedThread stands = virtual(1, "stands").on(11).frames(standing(9)).build();
        assertThat(Said.verdicts(List.of(json(0, stands, carrying(11, 500)), json(2, stands, carrying(11, 520)))))
                .startsWith("""
                        PROBLEM lock not released: A lock that is not released: 1 thread ("stands") waits for a monitor at Shop.order
                        (Shop.java:9), the same in both dumps; its owner is in no dump, and no thread runs that could release it.
                        """);
    }

    private static DumpedThread enters(long id, String name, int line, int wanted, int... held) {
        Dumps.Builder thread = virtual(id, name).frames(standing(line)).blockedOn(monitor(wanted));
        for (int one : held) {
            thread.holds(0, monitor(one));
        }
        return thread.build();
    }

    @Test
    void throughTheEndOfAThread() {
        DumpedThread joins = virtual(1, "joins")
                .frames(List.of(
                        frame("java.lang.Object", "wait0", -1),
                        frame("java.lang.Object", "wait", 366),
                        frame("java.lang.Thread", "join", 1887),
                        frame("com.acme.Shop", "order", 8)))
                .waitingOn(lock("java.lang.Thread", 6))
                .holds(3, monitor(1))
                .build();
        LockOwners agent = new LockOwners(
                LockOwners.From.AGENT,
                List.of(new LockOwners.Owned(
                        lock("java.lang.Thread", 6), new LockOwners.Owner(2, "worker", false), 0, List.of(1L))));
        assertThat(Said.verdicts(same(2, joins, enters(2, "worker", 9, 1)), agent))
                .isEqualTo("""
                        PROBLEM deadlock: Deadlock: 2 threads ("joins" #1, "worker" #2) wait for each other in a circle, the same in
                        both dumps.
                        - "joins" (virtual #1) waits at Shop.order (Shop.java:8) for the end of "worker" (virtual #2).
                        - "worker" (virtual #2) waits at Shop.order (Shop.java:9) for the monitor Object@1, held by "joins" (virtual
                        #1), which holds it in Shop.order (Shop.java:8).
                        > A thread must not wait for the end or the result of one that waits for it, be it through a lock, a shutdown
                        hook or a subtask. Nothing but a restart ends it now.
                        """);
        DumpedThread runs =
                platform(2, "worker").state("RUNNABLE").frames(standing(9)).build();
        assertThat(Said.verdicts(same(2, joins, runs), agent)).endsWith("""
                        (Shop.java:8), the same in both dumps; it is in the graph.
                        """);
    }

    private static final String SCOPE = "java.util.concurrent.StructuredTaskScopeImpl@7b";
    private static final ContainerOwners OWNED = new ContainerOwners(List.of(new OwnedContainer(SCOPE, 21)));

    private static DumpedThread request() {
        return virtual(21, "request")
                .frames(List.of(
                        frame("java.lang.VirtualThread", "park", 742),
                        frame("java.util.concurrent.locks.LockSupport", "park", 367),
                        frame("jdk.internal.misc.ThreadFlock", "awaitAll", 305),
                        frame("java.util.concurrent.StructuredTaskScopeImpl", "join", 243),
                        frame("com.acme.Shop", "order", 20)))
                .state("WAITING")
                .holds(4, monitor(1))
                .build();
    }

    private static DumpedThread subtask(long id, boolean runs) {
        Dumps.Builder thread = virtual(id, "subtask-" + id).in(SCOPE);
        return (runs
                        ? thread.state("RUNNABLE").on(90).frames(standing(40))
                        : thread.blockedOn(monitor(1)).frames(standing(30)))
                .build();
    }

    @Test
    void throughAScope() {
        assertThat(Said.verdicts(Said.result(same(2, request(), subtask(24, false)), OWNED)))
                .isEqualTo("""
                        PROBLEM deadlock: Deadlock: 2 threads ("request" #21, "subtask-24" #24) wait for each other in a circle, the
                        same in both dumps.
                        - "request" (virtual #21) waits at Shop.order (Shop.java:20) for the subtasks of StructuredTaskScopeImpl@7b,
                        of which "subtask-24" (virtual #24) has not ended.
                        - "subtask-24" (virtual #24) waits at Shop.order (Shop.java:30) for the monitor Object@1, held by "request"
                        (virtual #21), which holds it in Shop.order (Shop.java:20).
                        > A thread must not wait for the end or the result of one that waits for it, be it through a lock, a shutdown
                        hook or a subtask. Nothing but a restart ends it now.
                        """);
        assertThat(Said.verdicts(Said.result(same(2, request(), subtask(24, false), subtask(25, true)), OWNED)))
                .isEqualTo("""
                        WARNING possible deadlock: Deadlock unless another subtask ends the scope: 2 threads ("request" #21,
                        "subtask-24" #24) wait for each other in a circle, the same in both dumps.
                        > A subtask must not wait for the thread that joins its scope, be it through a lock that this thread holds.
                        Look again when the other subtasks have ended.
                        """);
    }

    private static DumpedThread initializes(long id, String type, String wanted, int line) {
        return platform(id, "uses-" + type)
                .frames(List.of(
                        frame("com.acme." + type, "<clinit>", 3),
                        frame("com.acme.Shop", "order", line),
                        frame("java.lang.Thread", "run", 1474)))
                .initializing("com.acme." + wanted)
                .build();
    }

    /** Nobody can take classes in another order: the lines that use them first are what can be changed. */
    @Test
    void circleOfInitializers() {
        assertThat(Said.verdicts(same(1, initializes(1, "Egg", "Hen", 12), initializes(2, "Hen", "Egg", 13))))
                .isEqualTo("""
                        PROBLEM deadlock: Deadlock: 2 threads ("uses-Egg" #1, "uses-Hen" #2) wait for each other in a circle.
                        - "uses-Egg" (platform #1) waits at Egg.<clinit> (Egg.java:3), to which it came from Shop.order
                        (Shop.java:12), for the initialization of com.acme.Hen, held by "uses-Hen" (platform #2), which holds it in
                        Hen.<clinit> (Hen.java:3).
                        - "uses-Hen" (platform #2) waits at Hen.<clinit> (Hen.java:3), to which it came from Shop.order
                        (Shop.java:13), for the initialization of com.acme.Egg, held by "uses-Egg" (platform #1), which holds it in
                        Egg.<clinit> (Egg.java:3).
                        > Neither class can be initialized before the other: use one of them once at start, before other threads do,
                        or take what needs the other out of its static initializer. Nothing but a restart ends it now.
                        """);
    }
}
