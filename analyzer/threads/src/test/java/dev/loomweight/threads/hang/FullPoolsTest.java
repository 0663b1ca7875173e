package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.json;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.same;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.Juc;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.FrameLocks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pools whose threads wait for tasks in their own queue. */
class FullPoolsTest {

    private static final Frame RUN_WORKER = frame("java.util.concurrent.ThreadPoolExecutor", "runWorker", 1090);
    private static final Frame RUN = frame("java.util.concurrent.FutureTask", "run", 328);
    private static final Frame GET = frame("java.util.concurrent.FutureTask", "get", 191);
    private static final Frame JOIN = frame("java.util.concurrent.CompletableFuture", "join", 2117);
    private static final Frame PARK = frame("java.util.concurrent.locks.LockSupport", "park", 221);

    private static Frame own(int line) {
        return frame("com.acme.Report", "make", line);
    }

    private static Dumps.Builder thread(long id, Frame... frames) {
        return platform(id, "report-pool-" + id).state("WAITING").frames(List.of(frames));
    }

    private static DumpedThread waits(long id, int line) {
        return thread(id, PARK, GET, own(line), RUN, RUN_WORKER).in("pool@1").build();
    }

    /** Such as {@code pool@1: 1 2 STUCK}. */
    private static List<String> judge(List<DumpedThreads> dumps, LockOwners... owners) {
        List<WaitGraph> graphs = Moment.of(dumps).stream()
                .map(moment -> WaitGraph.of(moment, List.of(owners), FrameLocks.NONE))
                .toList();
        return FullPools.of(
                        graphs.getLast(),
                        new Movement(graphs),
                        party -> party.waiting().kind().isRunning())
                .stream()
                .map(HangVerdict.FullPool.class::cast)
                .map(full -> full.pool() + ": "
                        + full.workers().stream().map(party -> party.id() + " ").collect(Collectors.joining())
                        + full.motion())
                .toList();
    }

    private static List<String> with(DumpedThread... more) {
        List<DumpedThread> threads = new ArrayList<>(List.of(waits(1, 5)));
        threads.addAll(Arrays.asList(more));
        return judge(same(2, threads.toArray(DumpedThread[]::new)));
    }

    @Test
    void allThreadsOfAPoolWaitForTasks() {
        assertThat(with()).containsExactly("pool@1: 1 STUCK");
        assertThat(with(waits(2, 6))).containsExactly("pool@1: 1 2 STUCK");
        assertThat(judge(same(1, waits(1, 5)))).containsExactly("pool@1: 1 ONE_DUMP");
        assertThat(judge(List.of(json(0, waits(1, 5), waits(2, 6)), json(2, waits(1, 5), waits(2, 7)))))
                .as("one has moved")
                .isEmpty();
    }

    @Test
    void aTaskThatRunsMayBeTheOneThatIsWaitedFor() {
        assertThat(with(thread(2, own(9), RUN).state("RUNNABLE").build()))
                .as("in another pool")
                .isEmpty();
        assertThat(with(
                        thread(2, own(9), RUN).state("RUNNABLE").build(),
                        thread(3, own(9)).state("RUNNABLE").build()))
                .as("before one that runs none")
                .isEmpty();
        assertThat(with(thread(2, own(9)).state("RUNNABLE").build()))
                .as("a thread that runs no task")
                .containsExactly("pool@1: 1 STUCK");
        assertThat(with(thread(2, frame("com.acme.Report", "run", 1))
                        .state("RUNNABLE")
                        .build()))
                .containsExactly("pool@1: 1 STUCK");
        assertThat(with(thread(2, frame("java.util.concurrent.FutureTask", "cancel", 1))
                        .state("RUNNABLE")
                        .build()))
                .containsExactly("pool@1: 1 STUCK");
    }

    @Test
    void aThreadOfThePoolThatIsIdleTakesTheTask() {
        DumpedThread idle = thread(
                        2,
                        PARK,
                        frame("java.util.concurrent.LinkedBlockingQueue", "take", 435),
                        frame("java.util.concurrent.ThreadPoolExecutor", "getTask", 1053),
                        RUN_WORKER)
                .in("pool@1")
                .build();

        assertThat(with(idle)).isEmpty();
    }

    /** Each thread waits for a task in the queue of the pool of those threads that follow its number. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"1>1, 1", "1>12 2>12, 1 2", "1>12 2>-, ''", "1>3 3>1, 3|1", "1>3 3>-, ''", "1>3 3>3, 3", "1>4, ''"})
    void poolsThatWaitForTheirOwnQueuesAreFullWhateverElseRuns(String waits, String full) {
        List<DumpedThread> threads = new ArrayList<>();
        List<LockOwners.Owned> owned = new ArrayList<>();
        for (String wait : waits.split(" ", -1)) {
            long id = Character.digit(wait.charAt(0), 10);
            List<Long> pool = wait.substring(2)
                    .chars()
                    .filter(Character::isDigit)
                    .mapToObj(digit -> (long) digit - '0')
                    .toList();
            threads.add(thread(id, PARK, JOIN, own(5), RUN, RUN_WORKER).build());
            owned.add(new LockOwners.Owned(Dumps.lock(Juc.SIGNALLER, (int) id), null, 0, List.of(id), List.of(), pool));
        }
        threads.add(thread(9, own(9), RUN, RUN_WORKER).state("RUNNABLE").build());
        List<String> found =
                judge(same(2, threads.toArray(DumpedThread[]::new)), new LockOwners(LockOwners.From.AGENT, owned));

        assertThat(found.stream()
                        .map(pool -> pool.replaceAll(".*: | STUCK", ""))
                        .collect(Collectors.joining("|")))
                .isEqualTo(full);
        assertThat(found).allMatch(pool -> pool.endsWith(" STUCK"));
    }

    @Test
    void aWaitWithATimeOrForWhatNoPoolRunsIsNone() {
        assertThat(judge(same(
                        2,
                        thread(1, PARK, GET, own(5), RUN, RUN_WORKER)
                                .state("TIMED_WAITING")
                                .build())))
                .isEmpty();
        assertThat(judge(same(2, thread(1, PARK, JOIN, own(5), RUN, RUN_WORKER).build())))
                .as("a stage, which any thread may complete")
                .isEmpty();
        assertThat(judge(same(2, thread(1, PARK, GET, own(5), RUN_WORKER).build())))
                .as("runs no task")
                .isEmpty();
        assertThat(judge(same(2, thread(1, PARK, GET, RUN, RUN_WORKER).build())))
                .as("waits for a task by code of the JDK alone")
                .isEmpty();
        assertThat(judge(same(2, thread(1, PARK, GET, own(5), RUN).build())))
                .as("is of no pool")
                .isEmpty();
    }

    private static DumpedThread waitsForStage(long id) {
        return platform(id, "orders-" + id)
                .state("WAITING")
                .frames(List.of(PARK, JOIN, own(5), RUN, RUN_WORKER))
                .in("executor@" + id)
                .build();
    }

    /** Each worker of Reactor's schedulers is an executor of its own. */
    @Test
    void allThreadsOfAPoolWaitForResultsThatAnyThreadMayGive() {
        DumpedThread runs = thread(3, own(9)).state("RUNNABLE").build();
        DumpedThread idle = thread(4, PARK, frame("java.util.concurrent.ThreadPoolExecutor", "getTask", 1), RUN_WORKER)
                .build();
        DumpedThread busy = platform(5, "orders-5")
                .state("RUNNABLE")
                .frames(List.of(own(9), RUN, RUN_WORKER))
                .build();

        assertThat(judge(same(2, waitsForStage(1), waitsForStage(2), idle)))
                .containsExactly("of orders-N: 1 2 UNDECIDED");
        assertThat(judge(same(1, waitsForStage(1), waitsForStage(2))))
                .as("one dump")
                .isEmpty();
        assertThat(judge(same(2, waitsForStage(1)))).as("one thread").isEmpty();
        assertThat(judge(same(2, waitsForStage(1), waitsForStage(2), runs)))
                .as("a thread runs that may give them")
                .isEmpty();
        assertThat(judge(same(2, waitsForStage(1), waitsForStage(2), busy)))
                .as("a thread of the pool runs")
                .isEmpty();
    }

    /** Dumps before JDK 25 do not name the pool of a platform thread. */
    @Test
    void aPoolIsKnownByTheNamesOfItsThreads() {
        DumpedThread one = thread(1, PARK, GET, own(5), RUN, RUN_WORKER).build();
        DumpedThread two = thread(22, PARK, GET, own(5), RUN, RUN_WORKER).build();

        assertThat(judge(same(2, one, two, waits(3, 5))))
                .containsExactly("of report-pool-N: 1 22 STUCK", "pool@1: 3 STUCK");
    }
}
