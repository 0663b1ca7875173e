package dev.loomweight.threads.hang;

import dev.loomweight.amount.Quantity;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Held;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.DumpedThread.Locks;
import dev.loomweight.sample.Dumps.DumpedThread.Running;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Frame;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Dumps for tests, thread by thread. */
final class Dumps {

    static final String LOCK_TYPE = "java.util.concurrent.locks.ReentrantLock$NonfairSync";

    private Dumps() {}

    /** A dump of JDK 25, some seconds after the first. */
    static DumpedThreads json(int seconds, DumpedThread... threads) {
        Instant time = Instant.parse("2026-11-23T10:00:00Z").plusSeconds(seconds);
        return new DumpedThreads(DumpedThreads.Kind.JSON, time, "25.0.3+9-LTS", List.of(threads));
    }

    /** As many dumps of the same threads, two seconds apart. */
    static List<DumpedThreads> same(int dumps, DumpedThread... threads) {
        List<DumpedThreads> all = new ArrayList<>();
        for (int i = 0; i < dumps; i++) {
            all.add(json(2 * i, threads));
        }
        return all;
    }

    /** Two of {@code Thread.print}, of the same threads. */
    static List<DumpedThreads> twoPrints(DumpedThread... threads) {
        return Stream.of(0, 5)
                .map(seconds -> new DumpedThreads(
                        DumpedThreads.Kind.PRINT, Instant.EPOCH.plusSeconds(seconds), "25.0.3+9-LTS", List.of(threads)))
                .toList();
    }

    /** A carrier that waits for work, as a thread of its pool. */
    static Builder idleCarrier(long id) {
        return platform(id, "ForkJoinPool-1-worker-" + id)
                .state("WAITING")
                .frames(List.of(
                        frame("jdk.internal.misc.Unsafe", "park", -1),
                        frame("java.util.concurrent.ForkJoinPool", "awaitWork", 1)));
    }

    static Lock lock(String type, int identity) {
        return new Lock(type, Integer.toHexString(identity));
    }

    static Lock monitor(int identity) {
        return lock("java.lang.Object", identity);
    }

    static Lock sync(int identity) {
        return lock(LOCK_TYPE, identity);
    }

    static Frame frame(String type, String method, int line) {
        return new Frame(type, method, "", line, -1, 0, "");
    }

    static Frame nativeFrame(String type, String method) {
        return new Frame(type, method, "", -1, -1, 0x100, "");
    }

    /** What waits in a call of the JDK at a line of an application. */
    static List<Frame> waitingIn(String type, String method, int line) {
        List<Frame> frames = new ArrayList<>(List.of(
                frame("java.lang.VirtualThread", "park", 742),
                frame("java.util.concurrent.locks.LockSupport", "park", 221)));
        frames.add(frame(type, method, 1));
        frames.add(frame("com.acme.Shop", "order", line));
        frames.add(frame("java.lang.VirtualThread", "run", 460));
        return frames;
    }

    static List<Frame> locking(int line) {
        return waitingIn("java.util.concurrent.locks.ReentrantLock", "lock", line);
    }

    static List<Frame> standing(int line) {
        return List.of(frame("com.acme.Shop", "order", line), frame("java.lang.VirtualThread", "run", 460));
    }

    /** A virtual thread that is to have more. */
    static Builder virtual(long id, String name) {
        return new Builder(id, name, true);
    }

    static Builder platform(long id, String name) {
        return new Builder(id, name, false);
    }

    /** A carrier that has a virtual thread. */
    static DumpedThread carrying(long id, long cpuNanos) {
        return new Builder(id, "ForkJoinPool-1-worker-" + id, false)
                .state("RUNNABLE")
                .cpu(cpuNanos)
                .frames(List.of(
                        frame("jdk.internal.vm.Continuation", "run", 251),
                        frame("java.lang.VirtualThread", "runContinuation", 297),
                        frame("java.util.concurrent.ForkJoinWorkerThread", "run", 187)))
                .build();
    }

    static final class Builder {
        private final long id;
        private final String name;
        private final boolean virtual;
        private @Nullable String state;
        private long carrier;
        private List<Frame> frames = List.of();
        private @Nullable Lock blockedOn;
        private @Nullable Lock waitingOn;
        private @Nullable Lock parkBlocker;
        private long owner;
        private final List<Held> monitors = new ArrayList<>();
        private final List<Lock> synchronizers = new ArrayList<>();
        private @Nullable String initializing;
        private String container = "";
        private Quantity cpu = DumpedThread.NOT_SHOWN;

        private Builder(long id, String name, boolean virtual) {
            this.id = id;
            this.name = name;
            this.virtual = virtual;
        }

        Builder state(@Nullable String value) {
            state = value;
            return this;
        }

        Builder on(long value) {
            carrier = value;
            return this;
        }

        Builder frames(List<Frame> value) {
            frames = value;
            return this;
        }

        Builder blockedOn(Lock value) {
            blockedOn = value;
            return state("BLOCKED");
        }

        Builder waitingOn(Lock value) {
            waitingOn = value;
            return state("WAITING");
        }

        Builder parkedFor(Lock value) {
            parkBlocker = value;
            return state("WAITING");
        }

        Builder owner(long value) {
            owner = value;
            return this;
        }

        Builder holds(int depth, Lock value) {
            monitors.add(new Held(depth, value));
            return this;
        }

        Builder owns(Lock value) {
            synchronizers.add(value);
            return this;
        }

        Builder initializing(String value) {
            initializing = value;
            return this;
        }

        Builder in(String value) {
            container = value;
            return this;
        }

        Builder cpu(long value) {
            cpu = Quantity.notNegative(value, "not in the dump");
            return this;
        }

        DumpedThread build() {
            return new DumpedThread(
                    id,
                    name,
                    virtual,
                    state,
                    new Running(Quantity.notNegative(carrier, ""), 0),
                    frames,
                    new Locks(blockedOn, waitingOn, parkBlocker, owner, monitors, synchronizers, initializing),
                    container,
                    cpu);
        }
    }
}
