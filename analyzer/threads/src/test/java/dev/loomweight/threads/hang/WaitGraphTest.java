package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.json;
import static dev.loomweight.threads.hang.Dumps.lock;
import static dev.loomweight.threads.hang.Dumps.locking;
import static dev.loomweight.threads.hang.Dumps.monitor;
import static dev.loomweight.threads.hang.Dumps.nativeFrame;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.standing;
import static dev.loomweight.threads.hang.Dumps.sync;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static dev.loomweight.threads.hang.Dumps.waitingIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.hang.Resource.Holder;
import dev.loomweight.threads.hang.Resource.Source;
import dev.loomweight.threads.judge.FrameLocks;
import dev.loomweight.threads.judge.FrameLocks.Initialization;
import dev.loomweight.threads.judge.FrameLocks.Known;
import dev.loomweight.threads.judge.FrameLocks.MayHold;
import dev.loomweight.threads.judge.FrameLocks.Named;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What threads wait for, whether two of them wait for the same, and who holds it. */
class WaitGraphTest {

    private static WaitGraph graph(FrameLocks classFiles, DumpedThread... threads) {
        return WaitGraph.of(Moment.of(List.of(json(0, threads))).getFirst(), List.of(), classFiles);
    }

    private static WaitGraph graph(DumpedThread... threads) {
        return graph(FrameLocks.NONE, threads);
    }

    private static Resource waited(WaitGraph graph, long id) {
        Party party = Objects.requireNonNull(graph.ofId(id));
        return Objects.requireNonNull(graph.waitsFor(party.index()), "thread " + id + " waits for nothing");
    }

    private static boolean waits(WaitGraph graph, long id) {
        return graph.waitsFor(Objects.requireNonNull(graph.ofId(id)).index()) != null;
    }

    private static Dumps.Builder in(long id, String type, String method, int line) {
        return virtual(id, "t" + id).frames(waitingIn(type, method, line)).state("WAITING");
    }

    private static Dumps.Builder inWait(long id, int line) {
        return virtual(id, "t" + id)
                .frames(List.of(
                        frame("java.lang.Object", "wait0", -1),
                        frame("java.lang.Object", "wait", 366),
                        frame("com.acme.Shop", "order", line)));
    }

    private static Dumps.Builder borrows(long id, int line) {
        List<Frame> frames = new ArrayList<>(waitingIn("java.util.concurrent.SynchronousQueue", "poll", line));
        frames.add(3, frame("com.zaxxer.hikari.util.ConcurrentBag", "borrow", 151));
        return virtual(id, "t" + id).frames(frames).state("WAITING");
    }

    private static Lock transferer(String identity) {
        return new Lock("java.util.concurrent.SynchronousQueue$Transferer", identity);
    }

    static Stream<Arguments> whatTwoThreadsWaitFor() {
        return Stream.of(
                Arguments.of(
                        "one monitor",
                        virtual(1, "a").frames(standing(1)).blockedOn(monitor(7)),
                        virtual(2, "b").frames(standing(2)).blockedOn(monitor(7)),
                        "MONITOR java.lang.Object@7 identified, same"),
                Arguments.of(
                        "two monitors",
                        virtual(1, "a").frames(standing(1)).blockedOn(monitor(7)),
                        virtual(2, "b").frames(standing(1)).blockedOn(monitor(8)),
                        "MONITOR java.lang.Object@7 identified, other"),
                Arguments.of(
                        "a notification, and the monitor",
                        inWait(1, 4).waitingOn(monitor(7)),
                        virtual(2, "b").frames(standing(1)).blockedOn(monitor(7)),
                        "NOTIFY java.lang.Object@7 identified, other"),
                Arguments.of(
                        "one notification",
                        inWait(1, 4).waitingOn(monitor(7)),
                        inWait(2, 5).waitingOn(monitor(7)),
                        "NOTIFY java.lang.Object@7 identified, same"),
                Arguments.of(
                        "one lock",
                        in(1, Juc.LOCK, "lock", 4).parkedFor(sync(9)),
                        in(2, Juc.LOCK, "lock", 5).parkedFor(sync(9)),
                        "LOCK " + Dumps.LOCK_TYPE + "@9 identified, same"),
                Arguments.of(
                        "locks that no dump shows, at one place",
                        in(1, Juc.LOCK, "lock", 4),
                        in(2, Juc.LOCK, "lock", 4),
                        "LOCK ReentrantLock, same"),
                Arguments.of(
                        "locks that no dump shows, at two places",
                        in(1, Juc.LOCK, "lock", 4),
                        in(2, Juc.LOCK, "lock", 5),
                        "LOCK ReentrantLock, other"),
                Arguments.of(
                        "a notification that no dump shows", inWait(1, 4), inWait(2, 4), "NOTIFY Object.wait, same"),
                Arguments.of(
                        "a thread's end that no dump shows",
                        in(1, "java.lang.Thread", "join", 4),
                        in(2, Juc.LOCK, "lock", 4),
                        "JOIN , other"),
                Arguments.of(
                        "a thread's end, by its monitor",
                        inJoin(1).waitingOn(lock("java.lang.Thread", 5)),
                        inJoin(2).waitingOn(lock("java.lang.Thread", 5)),
                        "JOIN java.lang.Thread@5 identified, same"),
                Arguments.of(
                        "a thread's end, by what it is parked for",
                        in(1, "java.lang.Thread", "join", 4).parkedFor(lock("java.lang.Thread", 5)),
                        in(2, "java.lang.Thread", "join", 5).parkedFor(lock("java.lang.Thread", 5)),
                        "JOIN java.lang.Thread@5 identified, same"),
                Arguments.of(
                        "a monitor that no dump shows",
                        virtual(1, "a").frames(standing(4)).state("BLOCKED"),
                        virtual(2, "b").frames(standing(4)).state("BLOCKED"),
                        "MONITOR a monitor, same"),
                Arguments.of(
                        "a class",
                        virtual(1, "a").frames(standing(1)).initializing("com.acme.A"),
                        virtual(2, "b").frames(standing(2)).initializing("com.acme.A"),
                        "INITIALIZER com.acme.A identified, same"),
                Arguments.of(
                        "two classes",
                        virtual(1, "a").frames(standing(1)).initializing("com.acme.A"),
                        virtual(2, "b").frames(standing(1)).initializing("com.acme.B"),
                        "INITIALIZER com.acme.A identified, other"),
                Arguments.of(
                        "a loader",
                        loads(1, 4).state("BLOCKED"),
                        loads(2, 4).state("BLOCKED"),
                        "LOADER a class loader, same"),
                Arguments.of(
                        "one pool, from two places",
                        borrows(1, 4).parkedFor(transferer("5f")),
                        borrows(2, 5).parkedFor(transferer("5f")),
                        "POOL com.zaxxer.hikari.util.ConcurrentBag identified, same"),
                Arguments.of(
                        "two pools, from one place",
                        borrows(1, 4).parkedFor(transferer("5f")),
                        borrows(2, 4).parkedFor(transferer("60")),
                        "POOL com.zaxxer.hikari.util.ConcurrentBag identified, other"),
                Arguments.of(
                        "a pool of which each dump has another address",
                        borrows(1, 4).parkedFor(transferer("0x5f")),
                        borrows(2, 5).parkedFor(transferer("0x60")),
                        "POOL com.zaxxer.hikari.util.ConcurrentBag, same"),
                Arguments.of(
                        "a pool that no dump shows, from two lines of a method",
                        borrows(1, 4),
                        borrows(2, 5),
                        "POOL com.zaxxer.hikari.util.ConcurrentBag, same"),
                Arguments.of(
                        "locks of code of the JDK alone",
                        virtual(1, "a").frames(locking(4).subList(0, 3)).state("WAITING"),
                        virtual(2, "b").frames(locking(4)).state("WAITING"),
                        "LOCK ReentrantLock, other"));
    }

    private interface Juc {
        String LOCK = "java.util.concurrent.locks.ReentrantLock";
    }

    private static Dumps.Builder inJoin(long id) {
        return virtual(id, "t" + id)
                .frames(List.of(
                        frame("java.lang.Object", "wait0", -1),
                        frame("java.lang.Object", "wait", 366),
                        frame("java.lang.Thread", "join", 2079),
                        frame("com.acme.Shop", "close", 3)));
    }

    private static Dumps.Builder loads(long id, int line) {
        return virtual(id, "t" + id)
                .frames(List.of(
                        frame("java.lang.ClassLoader", "loadClass", 490), frame("com.acme.Shop", "open", line)));
    }

    @ParameterizedTest(name = "{0}: {3}")
    @MethodSource
    void whatTwoThreadsWaitFor(String what, Dumps.Builder one, Dumps.Builder two, String expected) {
        WaitGraph graph = graph(one.build(), two.build());
        Resource first = waited(graph, 1);
        Resource second = waited(graph, 2);

        assertThat(first.kind() + " " + first.name() + (first.isIdentified() ? " identified" : "")
                        + (first == second ? ", same" : ", other"))
                .as(what)
                .isEqualTo(expected);
        assertThat(graph.isWaitKnown(0)).isTrue();
        assertThat(first.waiters()).hasSize(first == second ? 2 : 1);
    }

    @ParameterizedTest
    @CsvSource({
        "java.util.concurrent.LinkedBlockingQueue, take",
        "java.lang.Thread, sleep",
        "sun.nio.ch.NioSocketImpl, park"
    })
    void whoWaitsForWorkOrForWhatIsOutsideWaitsForNoThread(String type, String method) {
        assertThat(waits(graph(in(1, type, method, 4).build()), 1)).isFalse();
    }

    @Test
    void whoHoldsAMonitorOrALock() {
        WaitGraph graph = graph(
                virtual(1, "enters").frames(standing(1)).blockedOn(monitor(7)).build(),
                in(2, Juc.LOCK, "lock", 4).parkedFor(sync(9)).build(),
                virtual(3, "holds")
                        .state("RUNNABLE")
                        .frames(standing(2))
                        .holds(1, monitor(7))
                        .holds(1, monitor(8))
                        .owns(sync(9))
                        .build());

        assertThat(waited(graph, 1).holders()).containsExactly(new Holder(2, 1, Source.DUMP));
        assertThat(waited(graph, 2).holders()).containsExactly(new Holder(2, -1, Source.DUMP));
    }

    /** In Object.wait it has released the monitor that frames further out have entered. */
    @Test
    void whoIsInObjectWaitDoesNotHoldIt() {
        WaitGraph graph = graph(
                inWait(1, 4).waitingOn(monitor(7)).holds(2, monitor(7)).build(),
                virtual(2, "enters").frames(standing(1)).blockedOn(monitor(7)).build());

        assertThat(waited(graph, 2).holders()).isEmpty();
    }

    @Test
    void whoWaitsForALockDoesNotHoldIt() {
        WaitGraph graph = graph(virtual(1, "enters")
                .frames(standing(1))
                .blockedOn(monitor(7))
                .holds(0, monitor(7))
                .build());

        assertThat(waited(graph, 1).holders()).isEmpty();
    }

    /** JDK 25 names the owner of what a thread is parked for. */
    @ParameterizedTest(name = "owner {0}: held by {1}")
    @CsvSource({"2, 1", "77, -1", "0, -1"})
    void theOwnerThatADumpNames(long owner, int holder) {
        WaitGraph graph = graph(
                in(1, Juc.LOCK, "lock", 4).parkedFor(sync(9)).owner(owner).build(),
                virtual(2, "owns").state("RUNNABLE").frames(standing(2)).build(),
                virtual(3, "sleeps")
                        .state("RUNNABLE")
                        .frames(standing(2))
                        .owner(owner)
                        .build());

        assertThat(waited(graph, 1).holders())
                .isEqualTo(holder < 0 ? List.of() : List.of(new Holder(holder, -1, Source.DUMP)));
    }

    @ParameterizedTest
    @EnumSource(LockOwners.From.class)
    void theOwnerThatAHeapOrTheAgentNames(LockOwners.From from) {
        for (boolean ended : new boolean[] {false, true}) {
            LockOwners owners = new LockOwners(
                    from,
                    List.of(new LockOwners.Owned(sync(9), new LockOwners.Owner(2, "owns", ended), 1, List.of(1L))));
            WaitGraph graph = WaitGraph.of(
                    Moment.of(List.of(json(
                                    0,
                                    in(1, Juc.LOCK, "lock", 4).build(),
                                    virtual(2, "owns")
                                            .state("RUNNABLE")
                                            .frames(standing(2))
                                            .build())))
                            .getFirst(),
                    List.of(owners),
                    FrameLocks.NONE);
            Source source = from == LockOwners.From.HEAP ? Source.HEAP : Source.AGENT;

            assertThat(waited(graph, 1).isIdentified()).isTrue();
            assertThat(waited(graph, 1).owned()).isNotNull();
            assertThat(waited(graph, 1).from()).isEqualTo(from);
            assertThat(waited(graph, 1).holders()).isEqualTo(ended ? List.of() : List.of(new Holder(1, -1, source)));
        }
    }

    @Test
    void aClassIsHeldByTheFrameThatRunsItsInitializer() {
        List<Frame> initializes = List.of(
                frame("com.acme.A", "load", 9), frame("com.acme.A", "<clinit>", 3), frame("com.acme.B", "<clinit>", 4));
        WaitGraph graph = graph(
                virtual(1, "waits")
                        .frames(standing(1))
                        .initializing("com.acme.A")
                        .build(),
                virtual(2, "waits")
                        .frames(standing(1))
                        .initializing("com.acme.B")
                        .build(),
                virtual(3, "initializes").state("RUNNABLE").frames(initializes).build());

        assertThat(waited(graph, 1).holders()).containsExactly(new Holder(2, 1, Source.DUMP));
        assertThat(waited(graph, 2).holders()).containsExactly(new Holder(2, 2, Source.DUMP));
    }

    /** A frame of a loader loads, wherever it is above the innermost; who waits for a loader's lock itself has none. */
    @Test
    void aLoaderWithoutANameIsHeldByWhoeverLoads() {
        Frame loadClass = frame("java.lang.ClassLoader", "loadClass", 490);
        WaitGraph graph = graph(
                loads(1, 4).state("BLOCKED").build(),
                platform(2, "loads")
                        .state("RUNNABLE")
                        .frames(List.of(frame("com.acme.Loader", "read", 3), loadClass, loadClass))
                        .build(),
                platform(3, "begins")
                        .state("RUNNABLE")
                        .frames(List.of(loadClass))
                        .build(),
                platform(4, "runs").state("RUNNABLE").frames(standing(3)).build(),
                loads(5, 4).state("BLOCKED").build());

        assertThat(waited(graph, 1).holders()).containsExactly(new Holder(1, 1, Source.FRAMES));
        assertThat(waited(
                                graph(
                                        loads(1, 4)
                                                .blockedOn(lock("com.acme.Loader", 7))
                                                .build(),
                                        platform(2, "loads")
                                                .state("RUNNABLE")
                                                .frames(List.of(frame("com.acme.Loader", "read", 3), loadClass))
                                                .build()),
                                1)
                        .holders())
                .as("a lock that has a name is held by whoever the dump says")
                .isEmpty();
    }

    private static final Named A = new Named("com.acme.Shop.A", true);
    private static final Named B = new Named("com.acme.Shop.B", true);
    private static final Named MANY = new Named("this of com.acme.Shop", false);

    /** Class files by the line of the innermost frame. */
    private record ClassFiles(Map<Integer, Known> lines, List<Initialization> found) implements FrameLocks {
        @Override
        public Known of(List<Frame> frames) {
            return frames.isEmpty()
                    ? Known.NOTHING
                    : lines.getOrDefault(frames.getFirst().line(), Known.NOTHING);
        }

        @Override
        public List<Initialization> initializations(List<DumpedThread> threads) {
            return found;
        }
    }

    private static final FrameLocks LINES = new ClassFiles(
            Map.of(
                    1, new Known(List.of(), List.of(A)),
                    2, new Known(List.of(), List.of(A, B)),
                    3, new Known(List.of(new MayHold(0, A, true)), List.of()),
                    4, new Known(List.of(), List.of(MANY)),
                    5, new Known(List.of(new MayHold(0, A, false)), List.of()),
                    6, new Known(List.of(new MayHold(1, A, true)), List.of()),
                    7, new Known(List.of(new MayHold(0, MANY, true)), List.of())),
            List.of());

    private static Dumps.Builder stands(long id, int line) {
        return virtual(id, "t" + id).on(90 + id).frames(standing(line));
    }

    /** JSON before JDK 25 has no states: a thread that stands may run, or wait to enter what its line enters. */
    @ParameterizedTest(name = "line {0}, state {1}: {2}")
    @CsvSource({
        "1, '', com.acme.Shop.A",
        "2, '', ''",
        "3, '', ''",
        "4, '', this of com.acme.Shop",
        "9, '', ''",
        "1, RUNNABLE, ''"
    })
    void whatALineEntersAThreadMayWaitFor(int line, String state, String name) {
        WaitGraph graph = graph(
                LINES, stands(1, line).state(state.isEmpty() ? null : state).build());

        assertThat(waits(graph, 1)).isEqualTo(!name.isEmpty());
        assertThat(graph.isWaitKnown(0)).isEqualTo(name.isEmpty());
        assertThat(graph.party(0).waiting().kind()).isEqualTo(name.isEmpty() ? WaitKind.NONE : WaitKind.MONITOR);
        if (!name.isEmpty()) {
            assertThat(waited(graph, 1).name()).isEqualTo(name);
            assertThat(waited(graph, 1).kind()).isEqualTo(WaitKind.MONITOR);
            assertThat(waited(graph, 1).isIdentified()).isEqualTo(line == 1);
        }
    }

    @Test
    void whatALineHoldsAThreadMayHold() {
        WaitGraph graph = graph(
                LINES, stands(1, 1).build(), stands(2, 3).build(), stands(3, 9).build());

        assertThat(waited(graph, 1).holders()).containsExactly(new Holder(1, 0, Source.CLASS_FILES));
        WaitGraph stated = graph(
                LINES, stands(1, 1).build(), stands(2, 3).state("RUNNABLE").build());
        assertThat(waited(stated, 1).holders())
                .as("a dump with states has the monitors, too")
                .isEmpty();
    }

    static Stream<Arguments> namesOfAMonitor() {
        Dumps.Builder waits = platform(2, "enters").frames(standing(1));
        Dumps.Builder waitsForMany = platform(2, "enters").frames(standing(4));
        return Stream.of(
                Arguments.of("whose class files name what it enters", waits.blockedOn(monitor(7)), 1, true),
                Arguments.of("of which there may be many", waitsForMany.blockedOn(monitor(7)), 4, false),
                Arguments.of(
                        "whose frame holds it",
                        platform(2, "h").frames(standing(3)).holds(0, monitor(7)),
                        1,
                        true),
                Arguments.of(
                        "whose frame may hold it",
                        platform(2, "h").frames(standing(5)).holds(0, monitor(7)),
                        1,
                        false),
                Arguments.of(
                        "another frame of which holds it",
                        platform(2, "h").frames(standing(6)).holds(0, monitor(7)),
                        1,
                        false),
                Arguments.of(
                        "whose frame holds one of many",
                        platform(2, "h").frames(standing(7)).holds(0, monitor(7)),
                        4,
                        false),
                Arguments.of(
                        "of which nothing is known",
                        platform(2, "h").frames(standing(9)).holds(0, monitor(7)),
                        1,
                        false));
    }

    /** A virtual thread of JSON of JDK 21, and a platform thread of Thread.print that has the monitor's address. */
    @ParameterizedTest(name = "a thread {0}: {3}")
    @MethodSource
    void namesOfAMonitor(String what, Dumps.Builder other, int line, boolean same) {
        WaitGraph graph = graph(
                LINES,
                stands(1, line).build(),
                other.state("BLOCKED").build(),
                platform(3, "enters").frames(standing(9)).blockedOn(monitor(7)).build());

        assertThat(waited(graph, 1) == waited(graph, 3)).as(what).isEqualTo(same);
    }

    /** The monitor that two threads enter has the name of class files alone. */
    @Test
    void aStateOfWhichNoDumpHasTheMonitorIsKnownByClassFiles() {
        WaitGraph graph = graph(
                LINES, stands(1, 1).on(0).state("BLOCKED").build(), stands(2, 1).build());

        assertThat(waited(graph, 1)).isSameAs(waited(graph, 2));
        assertThat(graph.isWaitKnown(0)).isTrue();
        assertThat(graph.isWaitKnown(1)).isFalse();
        assertThat(waited(graph, 1).isIdentified()).isTrue();
    }

    /** Thread 2 initializes com.acme.A, as class files show, and thread 1 stands where it needs it. */
    @ParameterizedTest(name = "certain {0}, owner {1}")
    @CsvSource({"true, 2", "false, 2", "true, 77"})
    void aClassThatALineNeeds(boolean certain, long owner) {
        FrameLocks needs = new ClassFiles(Map.of(), List.of(new Initialization(1, "com.acme.A", owner, 1, certain)));
        WaitGraph graph = graph(needs, stands(1, 9).build(), stands(2, 9).build());

        assertThat(waited(graph, 1).kind()).isEqualTo(WaitKind.INITIALIZER);
        assertThat(waited(graph, 1).name()).isEqualTo("com.acme.A");
        assertThat(waited(graph, 1).isIdentified()).isTrue();
        assertThat(graph.isWaitKnown(0)).isFalse();
        assertThat(waits(graph, 2)).isFalse();
        assertThat(waited(graph, 1).holders())
                .isEqualTo(
                        owner == 77
                                ? List.of()
                                : List.of(new Holder(1, 1, certain ? Source.DUMP : Source.CLASS_FILES)));
    }

    @Test
    void aLineThatNeedsAClassMayWaitForItsInitialization() {
        List<Initialization> all = new ArrayList<>();
        for (long id = 1; id <= 4; id++) {
            all.add(new Initialization(id, "com.acme.A", 9, 0, true));
        }
        FrameLocks needs = new ClassFiles(Map.of(1, new Known(List.of(), List.of(A))), all);
        WaitGraph graph = graph(
                needs,
                stands(1, 9).state("RUNNABLE").build(),
                stands(2, 1).build(),
                in(3, Juc.LOCK, "lock", 4).parkedFor(sync(9)).build(),
                virtual(4, "none").on(3).build());

        assertThat(waited(graph, 1).kind()).isEqualTo(WaitKind.INITIALIZER);
        assertThat(waited(graph, 2).kind()).isEqualTo(WaitKind.MONITOR);
        assertThat(waited(graph, 3).kind()).isEqualTo(WaitKind.LOCK);
        assertThat(waits(graph, 4)).as("without frames").isFalse();
    }

    /** {@code Class.forName} waits for the class itself, unless the dump names the loader's lock. */
    @Test
    void aThreadInForNameWaitsForTheClass() {
        FrameLocks needs = new ClassFiles(Map.of(), List.of(new Initialization(1, "com.acme.A", 2, 0, true)));
        Dumps.Builder loads = virtual(1, "loads")
                .on(11)
                .frames(List.of(nativeFrame("java.lang.Class", "forName0"), frame("com.acme.Shop", "open", 4)));

        assertThat(waited(graph(needs, loads.build()), 1).kind()).isEqualTo(WaitKind.INITIALIZER);
        assertThat(waited(graph(FrameLocks.NONE, loads.build()), 1).kind()).isEqualTo(WaitKind.LOADER);
        assertThat(waited(
                                graph(
                                        needs,
                                        loads.blockedOn(lock("com.acme.Loader", 7))
                                                .build()),
                                1)
                        .kind())
                .isEqualTo(WaitKind.LOADER);
    }

    @Test
    void theApplicationsOwnCodeIsWhatIsNotTheJdks() {
        WaitGraph graph = graph(
                stands(1, 4).build(),
                platform(2, "jdk")
                        .frames(List.of(frame("java.lang.Thread", "run", 1)))
                        .build());

        assertThat(graph.hasOwn(graph.party(0))).isTrue();
        assertThat(graph.hasOwn(graph.party(1))).isFalse();
        assertThat(graph.ofId(7)).isNull();
    }

    private static DumpedThread borrows(long id, int line, String blocker) {
        return virtual(id, "t" + id)
                .frames(List.of(
                        frame("java.lang.VirtualThread", "park", 742),
                        frame("java.util.concurrent.locks.LockSupport", "park", 221),
                        frame("java.util.concurrent.FutureTask", "get", 1),
                        frame("io.agroal.pool.ConnectionPool", "handlerFromSharedCache", 300),
                        frame("io.agroal.pool.ConnectionPool", "getConnection", 257),
                        frame("com.acme.Shop", "order" + line, line)))
                .parkedFor(lock(blocker, (int) id))
                .build();
    }

    /** A pool that has each of its waiters wait for an object of its own is one pool, wherever threads borrow. */
    @Test
    void aPoolIsNotWhatOneWaiterIsParkedFor() {
        String own = "java.util.concurrent.FutureTask";
        WaitGraph alone = graph(borrows(1, 10, own), borrows(2, 20, own));
        String shared = "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject";
        WaitGraph pools = graph(borrows(1, 10, shared), borrows(2, 10, shared));

        assertThat(waited(alone, 1)).isSameAs(waited(alone, 2));
        assertThat(waited(alone, 1).kind()).isEqualTo(WaitKind.POOL);
        assertThat(waited(pools, 1)).as("two pools").isNotSameAs(waited(pools, 2));
    }
}
