package dev.loomweight.input.text;

import dev.loomweight.amount.Quantity;
import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Held;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace.RecordedFrames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A thread of a dump while its lines are read: what they have said of it up to here. */
final class OpenThread {

    final List<Frame> frames = new ArrayList<>();
    final List<Held> monitors = new ArrayList<>();
    final List<Lock> synchronizers = new ArrayList<>();
    long id;
    String name = "";
    /** What the dump says of it; null where it says nothing. */
    @Nullable
    Boolean virtual;

    @Nullable
    String state;

    /** What it is mounted on; 0 for nothing, not known where a text shows no carriers. */
    Quantity carrier = Quantity.of(0);

    long carries;

    @Nullable
    Lock blockedOn;

    @Nullable
    Lock waitingOn;

    @Nullable
    Lock parkBlocker;

    long parkBlockerOwner;

    @Nullable
    String initializing;

    /** Whether its head says that it waits to enter a monitor; null where it says nothing of monitors. */
    @Nullable
    Boolean entering;

    String container = "";
    Quantity cpuNanos = DumpedThread.NOT_SHOWN;

    boolean isMounted() {
        return carrier.orElse(0) > 0;
    }

    /** Adds a monitor that the frame that was read last holds. */
    void addMonitor(Lock monitor) {
        monitors.add(new Held(Math.max(0, frames.size() - 1), monitor));
    }

    /**
     * Whether it waits to enter the monitor that is named next, and not for a notification. The state knows: a thread that has
     * been notified waits to enter, and its head goes on to say {@code in Object.wait()} until whoever notified it leaves the
     * monitor.
     */
    boolean isEntering() {
        if (state != null) {
            return state.equals("BLOCKED");
        }
        return entering != null ? entering : !isInWait();
    }

    /**
     * Puts down the monitor of a thread in {@code Object.wait}.
     *
     * @param again whether it waits to enter that again, and not for a notification
     */
    void inWait(Lock monitor, boolean again) {
        if (again) {
            blockedOn = monitor;
        } else {
            waitingOn = monitor;
        }
    }

    /** Whether it is in {@code Object.wait}. */
    boolean isInWait() {
        return !frames.isEmpty()
                && frames.getFirst().className().equals("java.lang.Object")
                && frames.getFirst().methodName().startsWith("wait");
    }

    /** Whether its frames are those of a virtual thread: the outermost, or what only they run. */
    boolean runsVirtual() {
        return VirtualThreads.runs(new RecordedFrames(frames));
    }

    /**
     * Whether threads begin in the outermost frame of a stack, so that it is complete.
     *
     * @param stack not empty
     */
    static boolean beginsThread(List<Frame> stack, boolean virtual) {
        Frame outermost = stack.getLast();
        if (virtual) {
            return VirtualThreads.begins(new RecordedFrames(stack));
        }
        // The JVM itself calls the last of these, to make the dump.
        return outermost.methodName().equals("run")
                || outermost.methodName().equals("main")
                || outermost.className().equals("jdk.internal.vm.ThreadDumper");
    }
}
