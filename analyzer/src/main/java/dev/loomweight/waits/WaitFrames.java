package dev.loomweight.waits;

import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Frames;
import java.util.List;
import java.util.Set;

/**
 * The innermost frames of a parked thread: which of them are the machinery of waiting, and what is said by the first that
 * is not. The one source on JDK 21, whose dumps have frames alone.
 */
final class WaitFrames {

    private static final String SYNCHRONIZER = "java.util.concurrent.locks.AbstractQueuedSynchronizer";
    private static final String LONG_SYNCHRONIZER = "java.util.concurrent.locks.AbstractQueuedLongSynchronizer";

    private static final Set<String> MACHINERY = Set.of(
            "java.lang.VirtualThread",
            "java.lang.ThreadBuilders$BoundVirtualThread",
            "java.lang.System$1",
            "java.lang.System$2",
            "jdk.internal.vm.Continuation",
            "jdk.internal.misc.Unsafe",
            "jdk.internal.misc.VirtualThreads",
            "java.util.concurrent.locks.LockSupport",
            SYNCHRONIZER,
            LONG_SYNCHRONIZER);

    private final List<Frame> frames;
    private final int frame;
    private boolean parked;
    private boolean condition;
    private boolean shared;
    private boolean synchronizer;

    private WaitFrames(List<Frame> frames) {
        this.frames = frames;
        int at = 0;
        while (at < frames.size() && isMachinery(frames.get(at))) {
            look(frames.get(at));
            at++;
        }
        this.frame = Math.min(at, Math.max(0, frames.size() - 1));
    }

    static WaitFrames of(List<Frame> frames) {
        return new WaitFrames(frames);
    }

    private static boolean isMachinery(Frame frame) {
        String name = frame.className();
        return MACHINERY.contains(name)
                || name.startsWith(SYNCHRONIZER + "$")
                || name.startsWith(LONG_SYNCHRONIZER + "$")
                || (name.equals("java.util.concurrent.ForkJoinPool")
                        && frame.methodName().endsWith("anagedBlock"));
    }

    private void look(Frame at) {
        String method = at.methodName();
        parked |= method.startsWith("park") || method.startsWith("yieldContinuation") || method.equals("yield1");
        condition |= method.startsWith("await") && at.className().endsWith("$ConditionObject");
        if (method.startsWith("acquire") || method.startsWith("tryAcquire")) {
            synchronizer = true;
            shared |= method.contains("Shared");
        }
    }

    /** Whether the thread is parked. */
    boolean isParked() {
        return parked;
    }

    /** The innermost frame that is not machinery; the outermost where all are. */
    int frame() {
        return frame;
    }

    /** What the thread waits for. */
    WaitKind kind() {
        if (isSleep(frames)) {
            return WaitKind.SLEEP;
        }
        if (frames.isEmpty() || frame >= frames.size()) {
            return WaitKind.PARKED;
        }
        Frame by = frames.get(frame);
        String name = by.className();
        if (name.equals("java.util.concurrent.CyclicBarrier")) {
            return WaitKind.RESULT;
        }
        if (condition) {
            return WaitKind.QUEUE;
        }
        if (by.methodName().startsWith("join") && name.startsWith("java.lang.")) {
            return WaitKind.RESULT;
        }
        WaitKind kind = JucClass.kindOf(name);
        // A synchronizer of a library or the application.
        return kind == WaitKind.PARKED && synchronizer ? shared ? WaitKind.PERMIT : WaitKind.LOCK : kind;
    }

    /** The class of the lock, by the frame that called the machinery. */
    String lock() {
        return frames.isEmpty() ? "" : JucClass.outer(frames.get(frame).stableClassName());
    }

    /** How many of the innermost frames are {@code Object.wait}. */
    static int afterObjectWait(List<Frame> frames) {
        int at = 0;
        while (at < frames.size()
                && frames.get(at).className().equals("java.lang.Object")
                && frames.get(at).methodName().startsWith("wait")) {
            at++;
        }
        return at;
    }

    /** Whether the thread sleeps. */
    static boolean isSleep(List<Frame> frames) {
        return frames.stream()
                .limit(6)
                .anyMatch(frame -> frame.methodName().startsWith("sleep")
                        && (frame.className().equals("java.lang.Thread")
                                || frame.className().equals("java.lang.VirtualThread")));
    }

    /** Whether the innermost frame is a native method of the JDK's input and output. */
    static boolean isNativeIo(List<Frame> frames) {
        if (frames.isEmpty() || !Frames.isJdk(frames.getFirst())) {
            return false;
        }
        Frame innermost = frames.getFirst();
        return (innermost.modifiers() & 0x100) != 0 && JucClass.isIo(innermost.className());
    }
}
