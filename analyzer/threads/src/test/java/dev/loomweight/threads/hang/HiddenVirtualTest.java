package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.lock;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.same;
import static dev.loomweight.threads.hang.Dumps.sync;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.DumpedThreads.Kind;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.FrameLocks;
import dev.loomweight.threads.judge.Motion;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Who may release a lock where {@code Thread.print} alone was taken, which shows at most virtual threads with a carrier. */
class HiddenVirtualTest {

    private static final Frame PARK = frame("java.util.concurrent.locks.LockSupport", "park", 221);
    private static final Frame OWN = frame("com.acme.Shop", "order", 4);
    private static final Frame RUN_WORKER = frame("java.util.concurrent.ThreadPoolExecutor", "runWorker", 1090);

    private static DumpedThread waits(Frame... frames) {
        return platform(1, "buyer-1").parkedFor(sync(9)).frames(List.of(frames)).build();
    }

    private static DumpedThread locks() {
        return waits(PARK, frame("java.util.concurrent.locks.ReentrantLock", "lock", 1), OWN);
    }

    private static DumpedThread idle(String name) {
        return platform(7, name)
                .state("WAITING")
                .frames(List.of(
                        PARK,
                        frame("java.util.concurrent.ForkJoinPool", "awaitWork", 2),
                        frame("java.util.concurrent.ForkJoinWorkerThread", "run", 3)))
                .build();
    }

    private static HangVerdict verdict(Kind kind, String runtime, DumpedThread... threads) {
        List<WaitGraph> graphs = Moment.of(same(2, threads).stream()
                        .map(dump -> new DumpedThreads(kind, dump.time(), runtime, dump.threads()))
                        .toList())
                .stream()
                .map(moment -> WaitGraph.of(moment, List.of(), FrameLocks.NONE))
                .toList();
        return new Judge(graphs, 0, false).judge().getFirst();
    }

    @ParameterizedTest(name = "{0} of {1} with \"{2}\": hidden {3}")
    @CsvSource({
        "PRINT, 21.0.8+9-LTS,  ForkJoinPool-1-worker-1, true",
        "PRINT, 25.0.3+9-LTS,  VirtualThread-unblocker, true",
        "PRINT, 21.0.8+9-LTS,  VirtualThread-unparker,  true",
        "PRINT, 21.0.8+9-LTS,  Read-Poller,             true",
        "PRINT, '',            ForkJoinPool-1-worker-1, true",
        "PRINT, 26-ea+1,       ForkJoinPool-1-worker-1, true",
        "PRINT, 25.0.3+9-LTS,  pool-1-thread-1,         false",
        "PRINT, 21.0.8+9-LTS,  ForkJoinPool.commonPool-worker-1, false",
        "PRINT, 17.0.15+6-LTS, ForkJoinPool-1-worker-1, false",
        "PRINT, 11.0.13+8-LTS, ForkJoinPool-1-worker-1, false",
        "PRINT, 1.8.0_402-b06, ForkJoinPool-1-worker-1, false",
        "PRINT, 9+181,         ForkJoinPool-1-worker-1, false",
        "JSON,  25.0.3+9-LTS,  ForkJoinPool-1-worker-1, false",
        "TEXT,  25.0.3+9-LTS,  ForkJoinPool-1-worker-1, false",
    })
    void theOwnerOfALockMayBeAVirtualThread(Kind kind, String runtime, String name, boolean hidden) {
        HangVerdict.OwnerUnknown verdict = (HangVerdict.OwnerUnknown) verdict(kind, runtime, locks(), idle(name));

        assertThat(verdict.mayOwn()).isZero();
        assertThat(verdict.isHang()).isEqualTo(!hidden);
        assertThat(verdict.isOpen()).isEqualTo(hidden);
        assertThat(verdict.candidates()).isEqualTo(hidden);
    }

    @Test
    void aVirtualThreadOnACarrierShowsThatThereMayBeOthers() {
        DumpedThread mounted = Dumps.virtual(3, "")
                .on(7)
                .frames(List.of(PARK, frame("java.util.concurrent.CountDownLatch", "await", 1), OWN))
                .state("WAITING")
                .build();

        assertThat(verdict(Kind.PRINT, "25.0.3+9-LTS", locks(), mounted).isHang())
                .isFalse();
    }

    /** The owner that is named may be virtual as well: that it is not there does not show that it has ended. */
    @Test
    void anOwnerThatIsNotThereHasEndedOnlyIfAllThreadsAre() {
        DumpedThread waits = platform(1, "buyer-1")
                .parkedFor(sync(9))
                .owner(99)
                .frames(List.of(PARK, frame("java.util.concurrent.locks.ReentrantLock", "lock", 1), OWN))
                .build();

        assertThat(verdict(Kind.PRINT, "21.0.8", waits, idle("ForkJoinPool-1-worker-1")))
                .isInstanceOf(HangVerdict.OwnerUnknown.class);
        assertThat(verdict(Kind.JSON, "27", waits, idle("ForkJoinPool-1-worker-1")))
                .isInstanceOf(HangVerdict.LostOwner.class);
    }

    static Stream<DumpedThread> pools() {
        return Stream.of(
                waits(
                        PARK,
                        frame("java.util.concurrent.FutureTask", "get", 191),
                        OWN,
                        frame("java.util.concurrent.FutureTask", "run", 328),
                        RUN_WORKER),
                platform(1, "borrows")
                        .parkedFor(lock("java.util.concurrent.SynchronousQueue$Transferer", 7))
                        .frames(List.of(
                                PARK,
                                frame("java.util.concurrent.SynchronousQueue", "poll", 953),
                                frame("com.zaxxer.hikari.util.ConcurrentBag", "borrow", 151),
                                OWN))
                        .build());
    }

    /** A task may run on a virtual thread, and an object of a pool may be lent to one. */
    @ParameterizedTest
    @MethodSource
    void pools(DumpedThread waits) {
        HangVerdict hidden = verdict(Kind.PRINT, "21.0.8", waits, idle("ForkJoinPool-1-worker-1"));
        HangVerdict plain = verdict(Kind.PRINT, "21.0.8", waits, idle("pool-1-thread-1"));

        assertThat(plain.isHang()).isTrue();
        assertThat(hidden.id()).isEqualTo(plain.id());
        assertThat(hidden.motion()).isEqualTo(Motion.UNDECIDED);
        assertThat(hidden.isOpen()).isTrue();
    }
}
