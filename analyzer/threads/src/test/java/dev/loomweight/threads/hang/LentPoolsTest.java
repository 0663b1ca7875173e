package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.json;
import static dev.loomweight.threads.hang.Dumps.lock;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.same;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.FrameLocks;
import dev.loomweight.threads.judge.Motion;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may have the objects of a pool, as HikariCP lends connections: {@code Shop.order} borrows one in line 10. */
class LentPoolsTest {

    private static Frame shop(String method, int line) {
        return frame("com.acme.Shop", method, line);
    }

    private static DumpedThread borrows(long id, Frame... own) {
        return borrows(id, 0x77, own);
    }

    private static DumpedThread borrows(long id, int pool, Frame... own) {
        List<Frame> frames = new ArrayList<>(List.of(
                frame("java.lang.VirtualThread", "park", 742),
                frame("java.util.concurrent.locks.LockSupport", "park", 221),
                frame("java.util.concurrent.SynchronousQueue", "poll", 953),
                frame("com.zaxxer.hikari.util.ConcurrentBag", "borrow", 151),
                frame("com.zaxxer.hikari.pool.HikariPool", "getConnection", 160)));
        frames.addAll(List.of(own));
        frames.add(frame("java.lang.VirtualThread", "run", 460));
        return virtual(id, "borrows-" + id)
                .frames(frames)
                .parkedFor(lock("java.util.concurrent.SynchronousQueue$Transferer", pool))
                .build();
    }

    private static DumpedThread stands(long id, Frame... frames) {
        return platform(id, "stands-" + id)
                .state("RUNNABLE")
                .frames(List.of(frames))
                .build();
    }

    private static List<HangVerdict.PoolExhausted> verdicts(List<DumpedThreads> dumps) {
        List<WaitGraph> graphs = Moment.of(dumps).stream()
                .map(moment -> WaitGraph.of(moment, List.of(), FrameLocks.NONE))
                .toList();
        return new LentPools(
                        graphs.getLast(),
                        new Movement(graphs),
                        party -> party.waiting().kind().isRunning())
                .verdicts().stream().map(HangVerdict.PoolExhausted.class::cast).toList();
    }

    private static HangVerdict.PoolExhausted one(DumpedThread... threads) {
        return verdicts(same(2, threads)).getFirst();
    }

    private static String ids(List<Party> parties) {
        return parties.stream().map(party -> "" + party.id()).collect(Collectors.joining(" "));
    }

    @ParameterizedTest(name = "{0}.{1}:{2} may hold one: {3}")
    @CsvSource({
        "com.acme.Shop, order, 12, true",
        // A loop may lead back to the call.
        "com.acme.Shop, order, 9, true",
        "com.acme.Shop, order, 1, true",
        // Where others wait, nothing was passed.
        "com.acme.Shop, order, 10, false",
        // Without lines nothing is known.
        "com.acme.Shop, order, 0, false",
        "com.acme.Shop, order, -1, false",
        "com.acme.Shop, other, 12, false",
        "com.acme.Shops, order, 12, false",
        // The pool itself and the JDK are on the way of everybody.
        "com.zaxxer.hikari.pool.HikariPool, getConnection, 170, false",
        "java.lang.VirtualThread, run, 470, false",
    })
    void whoHasPassedACallThatLeadsToThePoolMayHoldOne(String type, String method, int line, boolean holds) {
        HangVerdict.PoolExhausted verdict = one(
                borrows(1, shop("order", 10)),
                stands(2, shop("select", 3), frame(type, method, line), frame("java.lang.Thread", "run", 1)));

        assertThat(ids(verdict.waiters())).isEqualTo("1");
        assertThat(ids(verdict.holders())).isEqualTo(holds ? "2" : "");
        assertThat(ids(verdict.others())).isEqualTo("2");
        assertThat(ids(verdict.nested())).isEmpty();
    }

    @Test
    void alsoTheInnermostAndTheOutermostFrameCount() {
        assertThat(ids(one(borrows(1, shop("order", 10)), stands(2, shop("order", 12)))
                        .holders()))
                .isEqualTo("2");
    }

    @Test
    void aThreadThatIsIdleOrInNoCodeOfTheApplicationHasNone() {
        DumpedThread idle = platform(2, "idle")
                .state("WAITING")
                .frames(List.of(
                        frame("jdk.internal.misc.Unsafe", "park", -1),
                        frame("java.util.concurrent.LinkedBlockingQueue", "take", 8),
                        shop("order", 12)))
                .build();
        HangVerdict.PoolExhausted verdict =
                one(borrows(1, shop("order", 10)), idle, stands(3, frame("java.lang.Thread", "run", 1)));

        assertThat(ids(verdict.holders())).isEmpty();
        assertThat(ids(verdict.others())).isEmpty();
        assertThat(verdict.mayReturn()).isZero();
        assertThat(verdict.motion()).isEqualTo(Motion.STUCK);
    }

    /** The second has passed line 10, where the first waits, and waits for another object in a call from line 12. */
    @ParameterizedTest(name = "audit called from line {0}: {1}")
    @CsvSource({"12, 2", "11, 2", "10, ''", "9, 1"})
    void whoWaitsFurtherOnMayHoldOneAsWell(int line, String nested) {
        HangVerdict.PoolExhausted verdict =
                one(borrows(1, shop("order", 10)), borrows(2, shop("audit", 3), shop("order", line)));

        assertThat(ids(verdict.nested())).isEqualTo(nested);
        assertThat(verdict.holders()).isEmpty();
        assertThat(verdict.waiting()).isEqualTo(2);
    }

    @Test
    void thoseWhoCouldReturnOneAreCountedAndSomeAreNamed() {
        List<DumpedThread> threads = new ArrayList<>(List.of(borrows(1, shop("order", 10))));
        for (int id = 2; id < 6; id++) {
            threads.add(stands(id, shop("compute", id)));
        }
        HangVerdict.PoolExhausted verdict = one(threads.toArray(DumpedThread[]::new));

        assertThat(verdict.mayReturn()).isEqualTo(4);
        assertThat(ids(verdict.someOfThem())).isEqualTo("2 3 4");
        assertThat(verdict.motion()).isEqualTo(Motion.UNDECIDED);
        assertThat(verdict.isHang()).isFalse();
    }

    @Test
    void whoHasMovedIsNotAmongTheOthers() {
        DumpedThread waits = borrows(1, shop("order", 10));
        HangVerdict.PoolExhausted verdict = verdicts(List.of(
                        json(0, waits, stands(2, shop("a", 1))), json(2, waits, stands(2, shop("a", 2)))))
                .getFirst();

        assertThat(verdict.others()).isEmpty();
        assertThat(verdict.mayReturn()).isEqualTo(1);
    }

    @Test
    void aPoolThatHasLentMoves() {
        DumpedThread one = borrows(1, shop("order", 10));
        DumpedThread two = borrows(2, shop("order", 10));

        assertThat(one(one, two).motion()).isEqualTo(Motion.STUCK);
        assertThat(one(one, two).isHang()).isTrue();
        assertThat(verdicts(same(1, one, two)).getFirst().motion()).isEqualTo(Motion.ONE_DUMP);
        assertThat(verdicts(List.of(json(0, one, two), json(2, two))).getFirst().motion())
                .as("one has got an object")
                .isEqualTo(Motion.MOVING);
        assertThat(verdicts(List.of(json(0, two), json(2, one, two))).getFirst().motion())
                .as("one more waits")
                .isEqualTo(Motion.STUCK);
        assertThat(verdicts(List.of(json(0), json(2, one, two))).getFirst().motion())
                .as("all have come since")
                .isEqualTo(Motion.MOVING);
    }

    @Test
    void thePoolThatMostWaitForIsFirst() {
        List<HangVerdict.PoolExhausted> verdicts = verdicts(same(
                2,
                borrows(1, 0x1, shop("order", 10)),
                borrows(2, 0x2, shop("order", 10)),
                borrows(3, 0x2, shop("order", 10))));

        assertThat(verdicts).extracting(HangVerdict::waiting).containsExactly(2L, 1L);
        assertThat(verdicts.getFirst().resource().name()).isEqualTo("com.zaxxer.hikari.util.ConcurrentBag");
        assertThat(verdicts.getFirst().resource().isIdentified()).isTrue();
    }
}
