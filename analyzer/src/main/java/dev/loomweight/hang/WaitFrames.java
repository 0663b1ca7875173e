package dev.loomweight.hang;

import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Frames;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What kind of wait a stack shows. Only the JDK's own frames above the first frame of anybody else are looked at: of a
 * call such as {@code FutureTask.get} that parks by {@code LockSupport.park}, the outermost that is known gives the kind.
 */
final class WaitFrames {

    private static final String POOL = "java.util.concurrent.";
    private static final String LOCKS = "java.util.concurrent.locks.";

    /** By class and by the beginning of the method's name; the first that fits. */
    private static final Map<String, List<Call>> CALLS = Map.ofEntries(
            Map.entry(
                    LOCKS + "ReentrantLock", List.of(new Call("lock", WaitKind.LOCK), new Call("try", WaitKind.LOCK))),
            Map.entry(LOCKS + "ReentrantReadWriteLock$WriteLock", List.of(new Call("", WaitKind.LOCK))),
            Map.entry(LOCKS + "ReentrantReadWriteLock$ReadLock", List.of(new Call("", WaitKind.LOCK))),
            Map.entry(LOCKS + "StampedLock", List.of(new Call("", WaitKind.LOCK))),
            Map.entry(
                    LOCKS + "AbstractQueuedSynchronizer$ConditionObject",
                    List.of(new Call("await", WaitKind.CONDITION))),
            Map.entry(
                    LOCKS + "AbstractQueuedLongSynchronizer$ConditionObject",
                    List.of(new Call("await", WaitKind.CONDITION))),
            Map.entry(LOCKS + "LockSupport", List.of(new Call("park", WaitKind.PARK))),
            Map.entry(POOL + "CountDownLatch", List.of(new Call("await", WaitKind.LATCH))),
            Map.entry(
                    POOL + "Semaphore",
                    List.of(new Call("acquire", WaitKind.SEMAPHORE), new Call("tryAcquire", WaitKind.SEMAPHORE))),
            Map.entry(
                    POOL + "CyclicBarrier",
                    List.of(new Call("await", WaitKind.BARRIER), new Call("dowait", WaitKind.BARRIER))),
            Map.entry(
                    POOL + "Phaser",
                    List.of(
                            new Call("await", WaitKind.BARRIER),
                            new Call("arriveAndAwait", WaitKind.BARRIER),
                            new Call("internalAwait", WaitKind.BARRIER))),
            Map.entry(POOL + "Exchanger", List.of(new Call("exchange", WaitKind.BARRIER))),
            Map.entry(
                    POOL + "FutureTask", List.of(new Call("get", WaitKind.TASK), new Call("awaitDone", WaitKind.TASK))),
            Map.entry(
                    POOL + "CompletableFuture",
                    List.of(
                            new Call("get", WaitKind.TASK),
                            new Call("join", WaitKind.TASK),
                            new Call("waitingGet", WaitKind.TASK),
                            new Call("timedGet", WaitKind.TASK))),
            Map.entry(
                    POOL + "ForkJoinTask",
                    List.of(
                            new Call("get", WaitKind.TASK),
                            new Call("join", WaitKind.TASK),
                            new Call("invoke", WaitKind.TASK),
                            new Call("awaitDone", WaitKind.TASK))),
            Map.entry(POOL + "AbstractExecutorService", List.of(new Call("invoke", WaitKind.TASK))),
            Map.entry(POOL + "ExecutorCompletionService", List.of(new Call("take", WaitKind.TASK))),
            Map.entry(POOL + "ThreadPoolExecutor", List.of(new Call("getTask", WaitKind.WORK))),
            Map.entry(
                    POOL + "ForkJoinPool",
                    List.of(new Call("awaitWork", WaitKind.WORK), new Call("awaitQuiescen", WaitKind.TASK))),
            Map.entry("java.lang.Thread", List.of(new Call("join", WaitKind.JOIN), new Call("sleep", WaitKind.SLEEP))),
            Map.entry(
                    "java.lang.VirtualThread",
                    List.of(
                            new Call("joinNanos", WaitKind.JOIN),
                            new Call("sleepNanos", WaitKind.SLEEP),
                            new Call("unblockVirtualThreads", WaitKind.WORK),
                            new Call("park", WaitKind.PARK))),
            Map.entry("java.lang.Object", List.of(new Call("wait", WaitKind.NOTIFY))),
            Map.entry("java.lang.ref.ReferenceQueue", List.of(new Call("remove", WaitKind.WORK))),
            Map.entry("java.lang.ref.Reference", List.of(new Call("", WaitKind.WORK))),
            Map.entry("java.lang.ref.Finalizer$FinalizerThread", List.of(new Call("run", WaitKind.WORK))),
            Map.entry("java.lang.ProcessImpl", List.of(new Call("waitFor", WaitKind.INPUT))),
            Map.entry("java.util.TimerThread", List.of(new Call("mainLoop", WaitKind.WORK))),
            Map.entry(
                    "sun.nio.ch.Poller",
                    List.of(new Call("pollLoop", WaitKind.WORK), new Call("poll", WaitKind.INPUT))),
            Map.entry("jdk.internal.ref.CleanerImpl", List.of(new Call("run", WaitKind.WORK))),
            Map.entry("jdk.internal.vm.ThreadDumper", List.of(new Call("", WaitKind.WORK))));

    /** Packages and classes whose innermost call waits for what is outside the process. */
    private static final List<String> OUTSIDE = List.of(
            "sun.nio.ch.",
            "sun.nio.fs.",
            "java.io.FileInputStream",
            "java.io.RandomAccessFile",
            "java.net.PlainSocketImpl",
            "java.net.Inet",
            "java.lang.ProcessHandleImpl");

    /** At most so many frames of the JDK are looked at. */
    private static final int MOST = 60;

    private record Call(String prefix, WaitKind kind) {}

    private WaitFrames() {}

    /**
     * How a thread with these frames waits.
     *
     * @param frames the innermost first
     * @param state its state, or null where that is not known
     */
    static Waiting of(List<Frame> frames, @Nullable String state) {
        if (frames.isEmpty()) {
            return new Waiting(WaitKind.NONE, false, -1);
        }
        int site = site(frames);
        int top = Math.min(site < 0 ? frames.size() : site, MOST);
        WaitKind kind = WaitKind.NONE;
        boolean timed = false;
        for (int i = 0; i < top; i++) {
            Frame frame = frames.get(i);
            timed |= isTimed(frame);
            WaitKind known = known(frame, i);
            if (known != null) {
                kind = known;
            }
        }
        kind = isBlocked(frames.getFirst(), state) ? consumer(frames, top, kind) : WaitKind.NONE;
        if (kind == WaitKind.NONE && isLoading(frames, top, state)) {
            kind = WaitKind.LOADER;
        }
        timed |= kind == WaitKind.SLEEP || isTimedWait(frames, kind) || "TIMED_WAITING".equals(state);
        return new Waiting(kind, timed && !kind.isIdle(), site);
    }

    /**
     * Whether the innermost frame is one in which threads wait: others run, whatever called them. A thread that the state
     * calls runnable waits only in native code.
     */
    private static boolean isBlocked(Frame top, @Nullable String state) {
        String type = top.className();
        String method = top.methodName();
        if (type.equals("java.lang.Object")) {
            return method.startsWith("wait");
        }
        if (type.equals("jdk.internal.misc.Unsafe") || type.equals(LOCKS + "LockSupport")) {
            return method.startsWith("park") && !"RUNNABLE".equals(state);
        }
        if (type.equals("java.lang.VirtualThread")) {
            return (!method.equals("run") && !method.equals("tryYield") && !"RUNNABLE".equals(state))
                    || method.startsWith("take");
        }
        return type.equals("java.lang.Thread") ? method.startsWith("sleep") : isNative(top) && Frames.isJdk(type);
    }

    private static @Nullable WaitKind known(Frame frame, int depth) {
        String type = frame.className();
        for (Call call : CALLS.getOrDefault(type, List.of())) {
            if (frame.methodName().startsWith(call.prefix())) {
                return call.kind();
            }
        }
        if (type.startsWith("java.util.concurrent.StructuredTaskScope")
                && frame.methodName().startsWith("join")) {
            return WaitKind.TASK;
        }
        boolean outside = (isNative(frame) && depth == 0) || frame.methodName().equals("accept");
        return (outside && isOf(type, OUTSIDE))
                        || type.equals("sun.nio.ch.NioSocketImpl")
                        || type.endsWith("SelectorImpl")
                ? WaitKind.INPUT
                : null;
    }

    /** Who takes from a queue waits for work; who puts into a full one, for whoever takes. */
    private static WaitKind consumer(List<Frame> frames, int top, WaitKind kind) {
        for (int i = top - 1; i >= 0; i--) {
            Frame frame = frames.get(i);
            String type = frame.className();
            boolean queue = type.startsWith("java.util.concurrent.")
                    && (type.contains("Queue") || type.contains("Deque"))
                    && !type.contains("AbstractQueued");
            if (queue) {
                String method = frame.methodName();
                if (method.startsWith("take") || method.startsWith("poll") || method.startsWith("xfer")) {
                    return kind == WaitKind.TASK ? kind : WaitKind.WORK;
                }
                if (method.startsWith("put") || method.startsWith("offer") || method.startsWith("transfer")) {
                    return WaitKind.ROOM;
                }
            }
        }
        return kind;
    }

    /** Whether the JVM itself waits for a loader's lock: below a native call of the JDK that loads a class. */
    private static boolean isLoading(List<Frame> frames, int top, @Nullable String state) {
        Frame first = frames.getFirst();
        return top > 0
                && !"RUNNABLE".equals(state)
                && ((isNative(first)
                                && first.className().equals("java.lang.Class")
                                && first.methodName().equals("forName0"))
                        || isLoadClass(first));
    }

    /** Whether a stack that waits for input waits for somebody to begin: a connection, a key, a line typed. */
    static boolean isListening(List<Frame> frames) {
        return frames.stream()
                .limit(12)
                .anyMatch(frame -> frame.methodName().startsWith("accept")
                        || frame.methodName().startsWith("select")
                        || frame.className().equals("java.io.FileInputStream"));
    }

    /** Whether a frame loads a class by a loader. */
    static boolean isLoadClass(Frame frame) {
        return frame.methodName().startsWith("loadClass") && frame.className().endsWith("ClassLoader");
    }

    private static boolean isTimed(Frame frame) {
        String method = frame.methodName();
        return method.equals("parkNanos")
                || method.equals("parkUntil")
                || method.equals("awaitNanos")
                || method.equals("timedGet");
    }

    /** {@code Object.wait()} calls {@code wait(0)}: one that gives a time has a frame less. */
    private static boolean isTimedWait(List<Frame> frames, WaitKind kind) {
        if (kind != WaitKind.NOTIFY) {
            return false;
        }
        long calls = frames.stream()
                .limit(4)
                .filter(frame -> frame.className().equals("java.lang.Object")
                        && frame.methodName().equals("wait"))
                .count();
        return calls == 1;
    }

    private static boolean isNative(Frame frame) {
        return (frame.modifiers() & java.lang.reflect.Modifier.NATIVE) != 0;
    }

    private static boolean isOf(String type, List<String> beginnings) {
        return beginnings.stream().anyMatch(type::startsWith);
    }

    private static int site(List<Frame> frames) {
        for (int i = 0; i < frames.size(); i++) {
            if (!Frames.isJdk(frames.get(i).className())) {
                return i;
            }
        }
        return -1;
    }
}
