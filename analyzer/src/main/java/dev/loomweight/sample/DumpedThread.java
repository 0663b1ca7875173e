package dev.loomweight.sample;

import dev.loomweight.jvm.ThreadFacts;
import dev.loomweight.jvm.ThreadWait;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thread of a dump, with what it waits for and what it holds, as far as the dump says so.
 *
 * @param id its {@code tid}, by which all dumps of a JVM and a heap dump agree; 0 for a thread of the JVM's own
 * @param name its name; empty where it has none
 * @param virtual whether it is a virtual thread, or null where the dump does not show it
 * @param state its {@link Thread.State}, or null where the dump does not have it: JSON before JDK 25
 * @param carrier the id of the carrier that it is mounted on; 0 where it is not mounted, or that is not known
 * @param carries the id of the virtual thread that is mounted on it; 0 for none, or where that is not known
 * @param frames the innermost first; without descriptors and bytecode indexes, of the modifiers only {@code native}
 * @param blockedOn the monitor that it waits to enter, or null
 * @param waitingOn the monitor on which it is in {@code Object.wait}, and which it has released, or null
 * @param parkBlocker what it is parked for ({@link java.util.concurrent.locks.LockSupport#getBlocker}), or null
 * @param parkBlockerOwner the id of the thread that owns that, or 0 where the dump does not say
 * @param monitors the monitors that it holds, by frame; without {@code waitingOn}
 * @param synchronizers the {@code java.util.concurrent} locks that it owns: ownable synchronizers of {@code Thread.print -l},
 *     and without {@code -l} those in the JVM's own list of deadlocks; empty where the dump does not have them
 * @param initializing the class whose initialization by another thread it waits for, or null
 * @param container the thread container that JSON lists it in, such as
 *     {@code java.util.concurrent.ThreadPoolExecutor@71812481}: one a pool; empty for the root, or where the dump has none
 * @param cpuNanos the processor time that it has used ({@code cpu=} of {@code Thread.print}, to 10 us), in nanoseconds: a
 *     thread that has the same in two dumps has not run between them; {@link #UNKNOWN} where the dump does not have it
 */
public record DumpedThread(
        long id,
        String name,
        @Nullable Boolean virtual,
        @Nullable String state,
        long carrier,
        long carries,
        List<Frame> frames,
        @Nullable Lock blockedOn,
        @Nullable Lock waitingOn,
        @Nullable Lock parkBlocker,
        long parkBlockerOwner,
        List<Held> monitors,
        List<Lock> synchronizers,
        @Nullable String initializing,
        String container,
        long cpuNanos) {

    /** Stands for a figure that is not known. */
    public static final long UNKNOWN = -1;

    /** A thread of which neither container nor processor time is known. */
    public DumpedThread(
            long id,
            String name,
            @Nullable Boolean virtual,
            @Nullable String state,
            long carrier,
            long carries,
            List<Frame> frames,
            @Nullable Lock blockedOn,
            @Nullable Lock waitingOn,
            @Nullable Lock parkBlocker,
            long parkBlockerOwner,
            List<Held> monitors,
            List<Lock> synchronizers,
            @Nullable String initializing) {
        this(
                id,
                name,
                virtual,
                state,
                carrier,
                carries,
                frames,
                blockedOn,
                waitingOn,
                parkBlocker,
                parkBlockerOwner,
                monitors,
                synchronizers,
                initializing,
                "",
                UNKNOWN);
    }

    public DumpedThread {
        frames = List.copyOf(frames);
        monitors = List.copyOf(monitors);
        synchronizers = List.copyOf(synchronizers);
    }

    /** What the dump shows of it, for those who decide what it waits for. */
    public ThreadFacts facts() {
        return new ThreadFacts(
                name,
                virtual,
                state,
                carrier != 0,
                initializing != null,
                blockedOn != null,
                waitingOn != null,
                parkBlocker == null ? null : parkBlocker.className());
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
