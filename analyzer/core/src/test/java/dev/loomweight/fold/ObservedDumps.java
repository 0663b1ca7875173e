package dev.loomweight.fold;

import dev.loomweight.amount.Quantity;
import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.Dumps.ContainerOwners;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.DumpedThread.Locks;
import dev.loomweight.sample.Dumps.DumpedThread.Running;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Dumps.WeighedThreads;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.times.CarrierInterval;
import dev.loomweight.times.CarrierInterval.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Samples of who waits for whom, made up at random: few threads, locks and moments, so that they meet often. */
public final class ObservedDumps {

    private static final List<Frame> PARKED = List.of(
            frame("java.lang.VirtualThread", "park", -1),
            frame("java.util.concurrent.locks.LockSupport", "park", 221),
            frame("java.util.concurrent.locks.AbstractQueuedSynchronizer", "acquire", 790),
            frame("java.util.concurrent.locks.ReentrantLock$Sync", "lock", 154),
            frame("java.util.concurrent.locks.ReentrantLock", "lock", 323));

    private static final List<Frame> SLEEPING = List.of(
            frame("java.lang.VirtualThread", "parkNanos", -1),
            frame("java.lang.VirtualThread", "sleepNanos", -1),
            frame("java.lang.Thread", "sleep", 509));

    private ObservedDumps() {}

    /** A dump of a few threads. */
    public static Sample threads(Random r) {
        List<DumpedThread> threads = new ArrayList<>();
        for (int id = 1 + r.nextInt(2); id < 8; id += 1 + r.nextInt(2)) {
            threads.add(thread(id, r));
        }
        DumpedThreads.Kind[] kinds = DumpedThreads.Kind.values();
        return new DumpedThreads(
                kinds[r.nextInt(kinds.length)],
                r.nextInt(5) == 0 ? null : time(r),
                r.nextInt(3) == 0 ? DumpedThreads.NOT_MEASURED : Quantity.of(7_000_000L),
                DumpedThreads.NOT_MEASURED,
                r.nextBoolean() ? "25.0.3+9-LTS" : "21.0.8+9-LTS",
                threads);
    }

    private static DumpedThread thread(int id, Random r) {
        int does = r.nextInt(6);
        List<Frame> frames = new ArrayList<>(does == 1 || does == 2 ? PARKED : does == 3 ? SLEEPING : List.of());
        frames.add(frame(r.nextBoolean() ? "com.acme.Cart" : "com.acme.Shop", "add", 12 + r.nextInt(2)));
        return new DumpedThread(
                id,
                id % 3 == 0 ? "" : "worker-" + id,
                r.nextInt(9) == 0 ? null : id % 2 == 0,
                r.nextInt(4) == 0 ? null : does == 0 ? "BLOCKED" : does < 4 ? "WAITING" : "RUNNABLE",
                Running.NONE,
                frames,
                new Locks(
                        does == 0 ? monitor(r) : null,
                        does == 5 ? monitor(r) : null,
                        does == 1 || does == 2 ? lock(r) : null,
                        does == 2 ? 1 + r.nextInt(8) : 0,
                        r.nextBoolean() ? List.of() : List.of(new DumpedThread.Held(frames.size() - 1, monitor(r))),
                        r.nextInt(5) == 0 ? List.of(lock(r)) : List.of(),
                        r.nextInt(30) == 0 ? "com.acme.Registry" : null));
    }

    /** What owns a few locks. */
    public static Sample owners(Random r) {
        List<LockOwners.Owned> owned = new ArrayList<>();
        for (int i = r.nextInt(3); i >= 0; i--) {
            LockOwners.@Nullable Owner owner =
                    r.nextInt(3) == 0 ? null : new LockOwners.Owner(1 + r.nextInt(8), "worker", r.nextInt(4) == 0);
            owned.add(new LockOwners.Owned(lock(r), owner, r.nextInt(3), List.of(1L + r.nextInt(8))));
        }
        LockOwners.From[] from = LockOwners.From.values();
        List<Long> woken = r.nextBoolean() ? List.of() : List.of(1L + r.nextInt(8));
        List<Long> moved = r.nextBoolean() ? List.of() : List.of(1L + r.nextInt(8));
        return new LockOwners(from[r.nextInt(from.length)], r.nextBoolean() ? null : time(r), owned, woken, moved);
    }

    /** What a few threads weigh. */
    public static Sample weighed(Random r) {
        List<StackTrace> stacks = List.of(
                new StackTrace(List.of(frame("com.acme.Cart", "pay", 7), frame("com.acme.Till", "open", 8)), false),
                new StackTrace(List.of(frame("com.acme.Cart", "add", 9)), false));
        List<WeighedThreads.WeighedThread> threads = new ArrayList<>();
        for (int i = 0; i < 1 + r.nextInt(4); i++) {
            threads.add(new WeighedThreads.WeighedThread(
                    1 + r.nextInt(8),
                    r.nextBoolean(),
                    r.nextInt(3) - 1,
                    216,
                    r.nextInt(9) * 8L,
                    r.nextInt(9),
                    r.nextInt(9),
                    r.nextBoolean() ? "" : "pool-N",
                    r.nextBoolean() ? List.of() : List.of(new WeighedThreads.LocalBytes(0, 1 + r.nextInt(8)))));
        }
        return new WeighedThreads(
                Instant.ofEpochSecond(1_700_000_000 + r.nextInt(100)),
                stacks,
                List.of(new WeighedThreads.Local(
                        r.nextBoolean() ? "" : "java.lang.ThreadLocal",
                        r.nextBoolean() ? List.of() : List.of("com.acme.Cart.ITEMS"),
                        "byte[]",
                        "byte[]")),
                threads,
                List.of(new WeighedThreads.SharedObjects(r.nextInt(9), List.of(-1, 0, 1), r.nextInt(2) - 1)),
                threads.size(),
                r.nextInt(99));
    }

    /** Which threads own a few containers. */
    public static Sample containers(Random r) {
        List<ContainerOwners.OwnedContainer> owned = new ArrayList<>();
        for (int i = r.nextInt(3); i >= 0; i--) {
            owned.add(new ContainerOwners.OwnedContainer("java.util.concurrent.Scope@" + r.nextInt(4), r.nextInt(8)));
        }
        return new ContainerOwners(owned);
    }

    /** Where the time of a few carriers went. */
    public static Sample carriers(Random r) {
        Instant from = time(r);
        long wall = 1_000_000_000L;
        List<Row> carriers = new ArrayList<>();
        for (int i = 1 + r.nextInt(3); i > 0; i--) {
            boolean known = r.nextInt(4) > 0;
            long looks = r.nextInt(9);
            long running = looks / 2;
            carriers.add(new Row(
                    100 + i,
                    "ForkJoinPool-1-worker-" + i,
                    wall,
                    known ? wall / 4 * r.nextInt(4) : CarrierInterval.UNKNOWN,
                    known ? wall / 8 * r.nextInt(2) : CarrierInterval.UNKNOWN,
                    looks,
                    running,
                    (looks - running) / 2,
                    looks - running - (looks - running) / 2,
                    true));
        }
        return new CarrierTimes(
                from,
                from.plusSeconds(1),
                carriers,
                new CarrierInterval.Pool(2, carriers.size(), r.nextInt(3), r.nextInt(3)),
                r.nextInt(3) - 1,
                r.nextInt(3) - 1,
                r.nextInt(3) - 1);
    }

    private static Lock monitor(Random r) {
        return new Lock(r.nextBoolean() ? "java.lang.Object" : "com.acme.Cart", r.nextBoolean() ? "1a" : "2b");
    }

    private static Lock lock(Random r) {
        return new Lock("java.util.concurrent.locks.ReentrantLock$NonfairSync", r.nextBoolean() ? "3c" : "4d");
    }

    private static Frame frame(String className, String method, int line) {
        return new Frame(className, method, "", line, -1, 0, "");
    }

    private static Instant time(Random r) {
        return Instant.ofEpochSecond(1_790_000_000L + r.nextInt(4));
    }
}
