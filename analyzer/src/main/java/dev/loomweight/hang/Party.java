package dev.loomweight.hang;

import dev.loomweight.sample.DumpedThread;
import dev.loomweight.sample.Frame;
import java.util.List;

/**
 * A thread of a moment and how it waits.
 *
 * @param index its place in the graph
 * @param thread as the dumps have it
 * @param waiting how it waits
 * @param mounted whether it is a virtual thread that has a carrier
 */
record Party(int index, DumpedThread thread, Waiting waiting, boolean mounted) {

    private static final String CONTINUATION = "jdk.internal.vm.Continuation";

    /** Of a moment's thread; whether it waits for a carrier is known where its state or its frames are. */
    static Party of(int index, DumpedThread thread, Waiting by) {
        boolean virtual = isVirtual(thread);
        boolean mounted = virtual && (thread.carrier() != 0 || standsOnCarrier(thread));
        WaitKind kind = by.kind();
        if (virtual && !mounted && isReady(thread)) {
            kind = WaitKind.CARRIER;
        } else if (isCarrying(thread) || isOfJvm(thread)) {
            kind = WaitKind.WORK;
        } else if (thread.initializing() != null) {
            kind = WaitKind.INITIALIZER;
        } else if (thread.blockedOn() != null || ("BLOCKED".equals(thread.state()) && kind != WaitKind.LOADER)) {
            kind = isLoaderLock(thread, by.site()) ? WaitKind.LOADER : WaitKind.MONITOR;
        } else if (thread.waitingOn() != null && kind == WaitKind.NONE) {
            kind = WaitKind.NOTIFY;
        }
        return new Party(index, thread, by.as(kind), mounted);
    }

    /** Whether it is virtual; where the dump does not say so, by its outermost frame. */
    static boolean isVirtual(DumpedThread thread) {
        Boolean virtual = thread.virtual();
        return virtual != null
                ? virtual
                : !thread.frames().isEmpty()
                        && thread.frames().getLast().className().equals("java.lang.VirtualThread");
    }

    /** Without a carrier in the dump: a virtual thread that is not mounted has been left where it yielded. */
    private static boolean standsOnCarrier(DumpedThread thread) {
        if (thread.state() != null || thread.frames().isEmpty()) {
            return false;
        }
        Frame top = thread.frames().getFirst();
        return !top.className().equals("java.lang.VirtualThread")
                || top.methodName().equals("parkOnCarrierThread");
    }

    /** Whether a virtual thread without a carrier could run: it has not begun, has yielded, or its state says so. */
    private static boolean isReady(DumpedThread thread) {
        String state = thread.state();
        if (state != null) {
            return state.equals("RUNNABLE");
        }
        List<Frame> frames = thread.frames();
        return frames.isEmpty() || frames.getFirst().methodName().equals("tryYield");
    }

    /** Whether it is a carrier with a virtual thread. */
    boolean isCarrying() {
        return isCarrying(thread);
    }

    private static boolean isCarrying(DumpedThread thread) {
        List<Frame> frames = thread.frames();
        return !frames.isEmpty()
                && !isVirtual(thread)
                && frames.getFirst().className().equals(CONTINUATION)
                && frames.stream().limit(4).anyMatch(frame -> frame.methodName().equals("runContinuation"));
    }

    /** Whether it is one of the JVM's own, which have no frames, or take the dump. */
    private static boolean isOfJvm(DumpedThread thread) {
        return !isVirtual(thread) && (thread.frames().isEmpty() || thread.name().equals("Attach Listener"));
    }

    /** Whether a monitor that a thread waits to enter is the lock by which a loader loads. */
    private static boolean isLoaderLock(DumpedThread thread, int site) {
        List<Frame> frames = thread.frames();
        int end = site < 0 ? frames.size() : Math.min(site + 1, frames.size());
        return frames.subList(0, Math.min(end, 3)).stream().anyMatch(WaitFrames::isLoadClass)
                || (!frames.isEmpty() && frames.getFirst().methodName().equals("forName0"));
    }

    /** Whether it is virtual. */
    boolean virtual() {
        return isVirtual(thread);
    }

    /** Its tid. */
    long id() {
        return thread.id();
    }
}
