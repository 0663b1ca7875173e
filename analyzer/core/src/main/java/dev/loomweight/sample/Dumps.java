package dev.loomweight.sample;

import dev.loomweight.amount.Quantity;
import dev.loomweight.jvm.Juc;
import dev.loomweight.jvm.ThreadFacts;
import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.StackTrace.RecordedFrames;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Thread dumps of all kinds, and who owns the locks that their threads wait for. */
public sealed interface Dumps extends Sample {

    /**
     * {@code Thread.dump_to_file}, as text or JSON, JDK 21 and later: the threads of one moment, virtual ones included.
     *
     * @param stacks the stacks, equal ones together, in the order of the dump
     */
    record ThreadDump(List<Stack> stacks) implements Dumps {

        public ThreadDump {
            stacks = List.copyOf(stacks);
        }

        /**
         * The threads that have one stack.
         *
         * @param frames the innermost first; without descriptors and bytecode indexes, which a dump does not have, and of the
         *     modifiers only {@code native}
         * @param virtual whether they are virtual threads
         * @param state their {@link Thread.State}, or null before JDK 25
         * @param onCarrier whether the dump says that they are on a carrier; JSON of JDK 25 and later
         * @param count how many threads
         * @param names some of their names, of those that have one
         * @param extent whether all frames are there
         */
        public record Stack(
                List<Frame> frames,
                boolean virtual,
                @Nullable String state,
                boolean onCarrier,
                long count,
                List<String> names,
                Extent extent) {

            public Stack {
                frames = List.copyOf(frames);
                names = List.copyOf(names);
            }

            /** A complete stack. */
            public Stack(
                    List<Frame> frames,
                    boolean virtual,
                    @Nullable String state,
                    boolean onCarrier,
                    long count,
                    List<String> names) {
                this(frames, virtual, state, onCarrier, count, names, Extent.COMPLETE);
            }

            /** Whether outer frames are missing. */
            public boolean isTruncated() {
                return extent != Extent.COMPLETE;
            }
        }

        /** Whether a dump has all frames of a stack: the JVM stops at {@code -XX:MaxJavaStackTraceDepth}, 1,024 by default. */
        public enum Extent {
            /** The outermost frame is there. */
            COMPLETE,
            /** Outer frames are missing. */
            TRUNCATED,
            /** Outer frames are missing, and nothing else shows whether the threads are virtual: JSON before JDK 25. */
            TRUNCATED_OF_UNKNOWN_KIND
        }
    }

    /**
     * A dump with its threads one by one: what {@link ThreadDump} has together, for those who ask who waits for whom.
     * Equal stacks share one list of frames.
     *
     * @param kind which command printed it
     * @param time when it was taken, or null where neither the dump nor the capture says so
     * @param tookNanos how long the JVM took for it, in nanoseconds
     * @param pausedNanos for how long all threads were stopped meanwhile, garbage collections included, in nanoseconds
     * @param runtime the version of the JDK, such as {@code 25.0.3+9-LTS}; empty where the dump does not say
     * @param threads in the order of the dump
     */
    record DumpedThreads(
            Kind kind,
            @Nullable Instant time,
            Quantity tookNanos,
            Quantity pausedNanos,
            String runtime,
            List<DumpedThread> threads)
            implements Dumps {

        /** The note on a dump of a capture that the JVM has written without any thread, and that gives no sample. */
        public static final String EMPTY = "there is no thread in this thread dump";

        /** What a dump costs where nothing measured it. */
        public static final Quantity NOT_MEASURED = Quantity.unknown("");

        /** A dump whose cost was not measured. */
        public DumpedThreads(Kind kind, @Nullable Instant time, String runtime, List<DumpedThread> threads) {
            this(kind, time, NOT_MEASURED, NOT_MEASURED, runtime, threads);
        }

        public DumpedThreads {
            threads = List.copyOf(threads);
            // The first fold files have 0.
            tookNanos = tookNanos.orElse(0) > 0 ? tookNanos : NOT_MEASURED;
        }

        /** The command that printed a dump: each knows other things. */
        public enum Kind {
            /** {@code Thread.dump_to_file -format=json}: all threads; with states, monitors and blockers from JDK 25. */
            JSON,
            /** {@code Thread.dump_to_file}, as text: all threads. */
            TEXT,
            /** {@code Thread.print}, {@code jstack}, SIGQUIT: platform threads, with monitors and, by {@code -l}, owned locks. */
            PRINT
        }
    }

    /**
     * One thread of a dump, with what it waits for and what it holds, as far as the dump says so.
     *
     * @param id its {@code tid}, by which all dumps of a JVM and a heap dump agree; 0 for a thread of the JVM's own
     * @param name its name; empty where it has none
     * @param virtual whether it is a virtual thread, or null where the dump does not show it
     * @param state its {@link Thread.State}, or null where the dump does not have it: JSON before JDK 25
     * @param running on what it runs
     * @param frames the innermost first; without descriptors and bytecode indexes, of the modifiers only {@code native}
     * @param locks what it waits for and what it holds
     * @param container the thread container that JSON lists it in, such as
     *     {@code java.util.concurrent.ThreadPoolExecutor@71812481}: one a pool; empty for the root, or where the dump has none
     * @param cpuNanos the processor time that it has used ({@code cpu=} of {@code Thread.print}, to 10 us), in nanoseconds: a
     *     thread that has the same in two dumps has not run between them
     */
    record DumpedThread(
            long id,
            String name,
            @Nullable Boolean virtual,
            @Nullable String state,
            Running running,
            List<Frame> frames,
            Locks locks,
            String container,
            Quantity cpuNanos) {

        /** What a dump does not show. */
        public static final Quantity NOT_SHOWN = Quantity.unknown("");

        /** A thread of which neither container nor processor time is known. */
        public DumpedThread(
                long id,
                String name,
                @Nullable Boolean virtual,
                @Nullable String state,
                Running running,
                List<Frame> frames,
                Locks locks) {
            this(id, name, virtual, state, running, frames, locks, "", NOT_SHOWN);
        }

        public DumpedThread {
            frames = List.copyOf(frames);
        }

        /** What the dump shows of it, for those who decide what it waits for. */
        public ThreadFacts facts() {
            return new ThreadFacts(
                    name,
                    virtual,
                    state,
                    running.carrier.isKnown() ? Boolean.valueOf(running.isMounted()) : null,
                    locks.initializing != null,
                    locks.blockedOn != null,
                    locks.waitingOn != null,
                    locks.parkBlocker == null ? null : locks.parkBlocker.className());
        }

        /** Its frames. */
        public RecordedFrames stack() {
            return new RecordedFrames(frames);
        }

        /** What it waits for. */
        public ThreadWait waits() {
            return ThreadWait.of(stack(), facts());
        }

        /** Whether it is virtual, as far as the dump shows. */
        public boolean isVirtual() {
            return virtual != null ? virtual : facts().isVirtual(stack());
        }

        /**
         * On what a thread runs.
         *
         * @param carrier the id of the carrier that it is mounted on; 0 where it is not mounted, or the dump has no states; not
         *     known of a virtual thread of a text, which shows no carriers
         * @param carries the id of the virtual thread that is mounted on it; 0 for none, or where that is not known
         */
        public record Running(Quantity carrier, long carries) implements InPlace {

            /** A thread that is not mounted and carries none. */
            public static final Running NONE = on(0);

            /** A thread on a carrier; 0 for none. */
            public static Running on(long carrier) {
                return new Running(Quantity.of(carrier), 0);
            }

            /** A carrier with a virtual thread; 0 for none. */
            public static Running carrying(long thread) {
                return new Running(Quantity.of(0), thread);
            }

            /** Whether the dump shows a carrier that it is mounted on. */
            public boolean isMounted() {
                return carrier.orElse(0) > 0;
            }
        }

        /**
         * What a thread waits for and what it holds, as the dump names it.
         *
         * @param blockedOn the monitor that it waits to enter, or null
         * @param waitingOn the monitor on which it is in {@code Object.wait}, and which it has released, or null
         * @param parkBlocker what it is parked for ({@link java.util.concurrent.locks.LockSupport#getBlocker}), or null
         * @param parkBlockerOwner the id of the thread that owns that, or 0 where the dump does not say
         * @param monitors the monitors that it holds, by frame; without {@code waitingOn}
         * @param synchronizers the {@code java.util.concurrent} locks that it owns: ownable synchronizers of
         *     {@code Thread.print -l}, and without {@code -l} those in the JVM's own list of deadlocks; empty where the dump does
         *     not have them
         * @param initializing the class whose initialization by another thread it waits for, or null
         */
        public record Locks(
                @Nullable Lock blockedOn,
                @Nullable Lock waitingOn,
                @Nullable Lock parkBlocker,
                long parkBlockerOwner,
                List<Held> monitors,
                List<Lock> synchronizers,
                @Nullable String initializing)
                implements InPlace {

            /** Nothing. */
            public static final Locks NONE = new Locks(null, null, null, 0, List.of(), List.of(), null);

            public Locks {
                monitors = List.copyOf(monitors);
                synchronizers = List.copyOf(synchronizers);
            }

            /** What a thread waits for that waits for that kind of thing; null where the dump does not show it. */
            public @Nullable Lock awaited(WaitKind kind) {
                return switch (kind) {
                    case NONE, CARRIER, INITIALIZER, INPUT, SLEEP, WORK -> null;
                    case MONITOR, LOADER -> blockedOn;
                    case NOTIFY -> waitingOn;
                    case JOIN -> waitingOn == null ? parkBlocker : waitingOn;
                    case POOL -> {
                        Lock lock = waitingOn == null ? parkBlocker : waitingOn;
                        yield lock == null || Juc.isOfOneWaiter(lock.className()) ? null : lock;
                    }
                    // What a thread is parked for in a condition is the condition, and afterwards its lock.
                    case LOCK, SEMAPHORE ->
                        parkBlocker == null || Juc.isCondition(parkBlocker.className()) ? null : parkBlocker;
                    default -> parkBlocker;
                };
            }

            /** The same with another class, or null. */
            public Locks initializing(@Nullable String type) {
                return new Locks(blockedOn, waitingOn, parkBlocker, parkBlockerOwner, monitors, synchronizers, type);
            }
        }

        /**
         * A monitor or another object that threads wait for.
         *
         * @param className its class
         * @param identity what identifies it within its dump and nowhere else: the identity hash code of
         *     {@code Thread.dump_to_file}, the address of {@code Thread.print}
         */
        public record Lock(String className, String identity) {

            /** As dumps print it: {@code java.lang.Object@27744d5f}. */
            @Override
            public String toString() {
                return className + "@" + identity;
            }
        }

        /**
         * A monitor that a frame holds.
         *
         * @param depth the place of the frame, 0 for the innermost; {@link #UNKNOWN_DEPTH} where the dump names the thread and no
         *     frame, as of a monitor that native code entered
         * @param monitor the monitor
         */
        public record Held(int depth, Lock monitor) {

            /** Stands for a frame that is not known. */
            public static final int UNKNOWN_DEPTH = -1;
        }
    }

    /**
     * The threads that own containers of a dump: a {@code StructuredTaskScope} is owned by the thread that opened it, which
     * waits in {@code join} for the threads in it. Containers that no thread owns, such as pools, are left out.
     *
     * @param containers in the order of the dump: what a thread opens within another comes after that
     */
    record ContainerOwners(List<OwnedContainer> containers) implements Dumps {

        public ContainerOwners {
            containers = List.copyOf(containers);
        }

        /**
         * One container.
         *
         * @param container as {@link DumpedThread#container} has it
         * @param owner the {@code tid} of the thread that owns it
         */
        public record OwnedContainer(String container, long owner) {}
    }

    /**
     * Who owns the {@code java.util.concurrent} locks that threads are parked for: what no thread dump up to JDK 25 has. From
     * a heap dump, or from the agent, which reads the same fields inside the process ({@code owners.txt} of a capture).
     *
     * @param from where it was read
     * @param time when, or null where that is not known
     * @param locks one entry a lock that a thread waits for or owns
     * @param woken the ids of virtual threads that were woken, could run, and have no carrier
     * @param moved the ids of threads that waited or owned otherwise a moment before: each has run
     */
    record LockOwners(From from, @Nullable Instant time, List<Owned> locks, List<Long> woken, List<Long> moved)
            implements Dumps {

        public LockOwners {
            locks = List.copyOf(locks);
            woken = List.copyOf(woken);
            moved = List.copyOf(moved);
        }

        /** Where no thread was woken or has moved, at a time that is not known. */
        public LockOwners(From from, List<Owned> locks) {
            this(from, locks, List.of());
        }

        /** Where no thread has moved, at a time that is not known. */
        public LockOwners(From from, List<Owned> locks, List<Long> woken) {
            this(from, null, locks, woken, List.of());
        }

        /** Where owners are read. */
        public enum From {
            /** A heap dump. */
            HEAP,
            /** The agent, in the process. */
            AGENT
        }

        /**
         * One lock.
         *
         * @param lock its class, such as {@code java.util.concurrent.locks.ReentrantLock$NonfairSync}, and its identity: the
         *     hash code that thread dumps print where the agent read it, the object's number in a heap dump
         * @param owner the thread that owns it exclusively or is the only one that holds it for reading, or null where it is owned by none, or has no single owner
         * @param permits the synchronizer's {@code state}: permits of a semaphore, the count of a latch, holds of a lock; as
         *     {@link Juc#isGiven} has it
         * @param waiters the ids of the threads that wait for it
         * @param signalled those of them that were unparked, and have not set out to park again: each runs soon, unless its
         *     wake-up was lost
         * @param pool of the result of a task that is in the queue of a pool, the ids of all threads of that pool, in their
         *     order; empty for anything else
         */
        public record Owned(
                DumpedThread.Lock lock,
                @Nullable Owner owner,
                long permits,
                List<Long> waiters,
                List<Long> signalled,
                List<Long> pool) {

            public Owned {
                waiters = List.copyOf(waiters);
                signalled = List.copyOf(signalled);
                pool = List.copyOf(pool);
            }

            /** One that is no result of a task in a queue. */
            public Owned(
                    DumpedThread.Lock lock,
                    @Nullable Owner owner,
                    long permits,
                    List<Long> waiters,
                    List<Long> signalled) {
                this(lock, owner, permits, waiters, signalled, List.of());
            }

            /** One of whose waiters none was unparked. */
            public Owned(DumpedThread.Lock lock, @Nullable Owner owner, long permits, List<Long> waiters) {
                this(lock, owner, permits, waiters, List.of());
            }
        }

        /**
         * An owner.
         *
         * @param id its {@code tid}
         * @param name its name; empty where it has none
         * @param ended whether it has ended, and so will never release it
         */
        public record Owner(long id, String name, boolean ended) {}
    }

    /**
     * What the threads of a heap dump weigh, one by one, and what some of them share. All amounts are in bytes.
     *
     * @param time when the dump was begun
     * @param stacks the distinct stacks, the innermost frame first
     * @param locals the ThreadLocals that hold most; what the others hold is in the sums of the threads alone
     * @param threads those that can still run or be woken, and so are held by anything
     * @param shared what several threads hold together and nothing else does
     * @param chunks how many stack chunks the heap has
     * @param chunkBytes what all of them take
     */
    record WeighedThreads(
            Instant time,
            List<StackTrace> stacks,
            List<Local> locals,
            List<WeighedThread> threads,
            List<SharedObjects> shared,
            long chunks,
            long chunkBytes)
            implements Dumps {

        /** Stands for a stack that the dump does not have, as before JDK 22 that of any virtual thread that waits. */
        public static final int UNKNOWN = -1;

        /** Stands for no ThreadLocal, and for those that are not listed. */
        public static final int NO_LOCAL = -1;

        public WeighedThreads {
            stacks = List.copyOf(stacks);
            locals = List.copyOf(locals);
            threads = List.copyOf(threads);
            shared = List.copyOf(shared);
        }

        /**
         * A ThreadLocal, or several that the program has at one place. Classes are in Java's notation.
         *
         * @param type its class; empty where it was collected, so that the threads have its values alone
         * @param path where the program has it: from a static field or a thread on, each step a field as {@code Cart.items} or
         *     the class of a collection; of a static field that alone. Empty where no path was found, or it was collected
         * @param value the class of a value
         * @param content the class of most bytes of what the values hold, their own class included
         */
        public record Local(String type, List<String> path, String value, String content) {

            public Local {
                path = List.copyOf(path);
            }

            /** Whether the ThreadLocal was collected. */
            public boolean isKeyGone() {
                return type.isEmpty();
            }
        }

        /**
         * What a thread holds by a ThreadLocal alone.
         *
         * @param local its number
         * @param bytes the values and the entries of the map
         */
        public record LocalBytes(int local, long bytes) {}

        /**
         * One thread.
         *
         * @param id its {@code tid}, by which it is in thread dumps
         * @param virtual whether it is a virtual thread
         * @param stack the number of its stack, or {@link #UNKNOWN}
         * @param ownBytes its own object, and a virtual thread's continuation with what that runs
         * @param chunkBytes its stack chunks: of a virtual thread what it has in the heap of its stack
         * @param localBytes what hangs on its thread-locals alone, the values included
         * @param heldBytes what hangs on its stack, its task or its scoped values alone; of the stack of a platform thread
         *     that runs code of the JDK alone nothing
         * @param name its name with N for each number in it; empty where it has none
         * @param locals what of {@code localBytes} the listed ThreadLocals hold, the most first
         */
        public record WeighedThread(
                long id,
                boolean virtual,
                int stack,
                long ownBytes,
                long chunkBytes,
                long localBytes,
                long heldBytes,
                String name,
                List<LocalBytes> locals) {

            public WeighedThread {
                locals = List.copyOf(locals);
            }
        }

        /**
         * Objects that threads share.
         *
         * @param bytes what they take
         * @param stacks the numbers of the stacks of these threads, {@link #UNKNOWN} among them; empty for more than 64
         * @param local the number of the ThreadLocal by which the first of them holds it, or {@link #NO_LOCAL}
         */
        public record SharedObjects(long bytes, List<Integer> stacks, int local) {

            public SharedObjects {
                stacks = List.copyOf(stacks);
            }
        }
    }
}
