package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.monitor;
import static dev.loomweight.threads.hang.Dumps.same;
import static dev.loomweight.threads.hang.Dumps.standing;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Among;
import dev.loomweight.report.Graph;
import dev.loomweight.sample.Dumps.ContainerOwners;
import dev.loomweight.sample.Dumps.ContainerOwners.OwnedContainer;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.FrameLocks;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Circles through the scopes of structured concurrency. */
class ScopesTest {

    private static final String SCOPE = "java.util.concurrent.StructuredTaskScopeImpl@7b";
    private static final String INNER = "orders/jdk.internal.misc.ThreadFlock$ThreadContainerImpl@7c";

    /** The thread that owns the scopes: it has the monitor 1, and joins. */
    private static DumpedThread owner() {
        List<Frame> frames = List.of(
                frame("java.lang.VirtualThread", "park", 742),
                frame("java.util.concurrent.locks.LockSupport", "park", 367),
                frame("jdk.internal.misc.ThreadFlock", "awaitAll", 305),
                frame("java.util.concurrent.StructuredTaskScopeImpl", "join", 243),
                frame("com.acme.Shop", "order", 20),
                frame("java.lang.VirtualThread", "run", 460));
        return virtual(21, "request")
                .frames(frames)
                .state("WAITING")
                .holds(4, monitor(1))
                .build();
    }

    private static DumpedThread needsMonitor(long id, String container) {
        return virtual(id, "subtask-" + id)
                .frames(standing(30))
                .blockedOn(monitor(1))
                .in(container)
                .build();
    }

    private static DumpedThread runs(long id, String container) {
        return virtual(id, "subtask-" + id)
                .frames(standing(40))
                .state("RUNNABLE")
                .in(container)
                .build();
    }

    private static HangResult result(List<OwnedContainer> owned, DumpedThread... threads) {
        List<WaitGraph> graphs = Moment.of(same(3, threads)).stream()
                .map(moment -> WaitGraph.of(moment, List.of(new ContainerOwners(owned)), FrameLocks.NONE))
                .toList();
        return HangResult.of(graphs, 0, false);
    }

    private static String said(HangResult result) {
        HangVerdict first = result.verdicts().getFirst();
        return HangSentences.of(first, result) + "\n" + String.join("\n", HangSentences.details(first, result));
    }

    private static final OwnedContainer OWNED = new OwnedContainer(SCOPE, 21);

    @Test
    void aSubtaskThatNeedsWhatTheOwnerHoldsIsInACircle() {
        HangResult result = result(List.of(OWNED), owner(), needsMonitor(24, SCOPE), needsMonitor(25, SCOPE));

        assertThat(result.hangs()).hasSize(1);
        assertThat(said(result))
                .contains(
                        "Deadlock: 2 threads (\"request\" #21, \"subtask-24\" #24) wait for each other in a circle, the same in all 3"
                                + " dumps; 1 more thread",
                        "\"request\" (virtual #21) waits at Shop.order (Shop.java:20) for the subtasks of"
                                + " StructuredTaskScopeImpl@7b, of which \"subtask-24\" (virtual #24) has not ended.");
    }

    /** A scope can end by the first result or failure, and then interrupts the others. */
    @Test
    void whereAnotherSubtaskGoesOnItIsNotCertain() {
        HangResult result = result(List.of(OWNED), owner(), needsMonitor(24, SCOPE), runs(25, SCOPE));

        assertThat(result.hangs()).isEmpty();
        assertThat(said(result)).startsWith("Deadlock unless another subtask ends the scope: 2 threads (");
        assertThat(HangAdvice.of(result.verdicts().getFirst(), result)).contains("A subtask must not wait");
    }

    @Test
    void ofSeveralScopesOfAThreadItMayJoinTheInnermost() {
        HangResult result = result(
                List.of(OWNED, new OwnedContainer(INNER, 21)), owner(), runs(24, SCOPE), needsMonitor(25, INNER));

        assertThat(said(result))
                .contains("as far as frames show", "for the subtasks of orders, of which \"subtask-25\"");
    }

    /** An outer scope is no scope that a thread waits for where it does not join, as in a handler of another library. */
    @Test
    void whoDoesNotJoinWaitsForNoSubtask() {
        DumpedThread runs = virtual(21, "request")
                .frames(standing(20))
                .state("RUNNABLE")
                .holds(0, monitor(1))
                .build();

        assertThat(result(List.of(OWNED), runs, needsMonitor(24, SCOPE)).hangs())
                .isEmpty();
    }

    @Test
    void whatGoesOnIsNoHangAndThousandsOfSubtasksAreNotDrawn() {
        List<DumpedThread> threads = new ArrayList<>(List.of(owner()));
        IntStream.range(0, 5000).forEach(i -> threads.add(runs(100 + i, SCOPE)));
        HangResult result = result(List.of(OWNED), threads.toArray(DumpedThread[]::new));
        Graph graph = HangPicture.of(result, new Among("shop", "", ""));

        assertThat(result.hangs()).isEmpty();
        assertThat(said(result))
                .startsWith("1 thread (\"request\") waits for the subtasks of StructuredTaskScopeImpl@7b")
                .contains("of which 5,000 have not ended.");
        assertThat(graph.nodes()).hasSize(2);
    }
}
