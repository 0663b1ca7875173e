package dev.loomweight.waits;

import dev.loomweight.sample.DumpedThread;
import dev.loomweight.sample.DumpedThread.Lock;
import dev.loomweight.sample.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one thread of a dump does, by its state where the dump has states, by what it is parked for, and by the frames
 * of the JDK in which it waits.
 *
 * @param kind what it does
 * @param lock the class of what it waits for, as people name it: of a {@code ReentrantLock$NonfairSync} the lock; empty
 *     where it is not known, or it waits for nothing
 * @param identity what identifies that object; null where the dump does not show it
 * @param frame the innermost frame outside of the machinery of waiting
 */
public record Wait(WaitKind kind, String lock, @Nullable String identity, int frame) {

    private static final String CONDITION = "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject";

    /** What a thread does. */
    public static Wait of(DumpedThread thread) {
        List<Frame> frames = thread.frames();
        String state = thread.state();
        if (thread.initializing() != null) {
            return new Wait(WaitKind.INITIALIZATION, thread.initializing(), null, 0);
        }
        Lock monitor = thread.blockedOn();
        if (monitor != null || "BLOCKED".equals(state)) {
            return new Wait(
                    WaitKind.MONITOR,
                    monitor == null ? "" : named(monitor.className()),
                    monitor == null ? null : monitor.identity(),
                    WaitFrames.afterObjectWait(frames));
        }
        if ("RUNNABLE".equals(state)) {
            return running(thread, frames);
        }
        if (thread.waitingOn() != null || WaitFrames.afterObjectWait(frames) > 0) {
            return pooled(thread, new Wait(WaitKind.NOTIFICATION, "", null, WaitFrames.afterObjectWait(frames)));
        }
        WaitFrames parked = WaitFrames.of(frames);
        if (!parked.isParked()) {
            return state == null ? unstated(frames) : new Wait(other(frames), "", null, 0);
        }
        return pooled(thread, parked(thread, parked));
    }

    // A virtual thread that is not mounted and could run has the stack of its last wait.
    private static Wait running(DumpedThread thread, List<Frame> frames) {
        boolean unmounted = Boolean.TRUE.equals(thread.virtual())
                && thread.carrier() == 0
                && (frames.isEmpty() || WaitFrames.of(frames).isParked());
        if (unmounted) {
            return new Wait(WaitKind.READY, "", null, 0);
        }
        return new Wait(WaitFrames.isNativeIo(frames) ? WaitKind.IO : WaitKind.RUNNING, "", null, 0);
    }

    private static Wait unstated(List<Frame> frames) {
        return new Wait(WaitFrames.isNativeIo(frames) ? WaitKind.IO : WaitKind.ACTIVE, "", null, 0);
    }

    private static WaitKind other(List<Frame> frames) {
        return WaitFrames.isSleep(frames) ? WaitKind.SLEEP : WaitKind.PARKED;
    }

    private static Wait parked(DumpedThread thread, WaitFrames parked) {
        Lock blocker = thread.parkBlocker();
        String className = blocker == null ? "" : named(blocker.className());
        String identity = blocker == null ? null : blocker.identity();
        WaitKind kind = parked.kind();
        if (kind == WaitKind.PARKED && blocker != null && !blocker.className().equals(CONDITION)) {
            kind = JucClass.kindOf(className);
        }
        return new Wait(
                kind,
                kind.isContention() && className.isEmpty() ? parked.lock() : className,
                kind.isContention() ? identity : null,
                parked.frame());
    }

    /** The same as a wait for a pool, where the frames say that it is one. */
    private static Wait pooled(DumpedThread thread, Wait wait) {
        if (wait.kind == WaitKind.SLEEP || wait.kind == WaitKind.IO || wait.kind == WaitKind.LOCK) {
            return wait;
        }
        int pool = KnownPools.frame(thread.frames(), wait.frame);
        if (pool < 0) {
            return wait;
        }
        Lock by = thread.parkBlocker() == null ? thread.waitingOn() : thread.parkBlocker();
        return new Wait(
                WaitKind.POOL, thread.frames().get(pool).stableClassName(), by == null ? null : by.identity(), pool);
    }

    /** The class that people know: of {@code java.util.concurrent.locks.ReentrantLock$NonfairSync} the first part. */
    private static String named(String className) {
        return JucClass.outer(className);
    }
}
