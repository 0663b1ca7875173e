package dev.loomweight.jvm;

import java.util.Set;
import java.util.stream.IntStream;

/**
 * What one thread of a dump waits for: the one place where that is decided. By what the dump says of it, and else by its
 * frames: of the machinery of waiting on top of the stack, and of the calls of the JDK around it, of which the outermost
 * that is known gives the kind. What waits for a lock does so whatever it wants to do with it.
 *
 * @param kind for what
 * @param limit whether the wait ends by itself after a time
 * @param idle whether it is no hang however long it lasts: it waits for work, or is a thread of the JVM's own
 * @param frame the innermost frame outside of the machinery of waiting; of a pool, the one that
 *     lends, and of a library that waits for a result, the one that does; 0 without frames
 * @param site the innermost frame that is not the JDK's, or -1 where there is none
 */
public record ThreadWait(WaitKind kind, Limit limit, boolean idle, int frame, int site) {

    /** Whether a wait ends by itself after a time. */
    public enum Limit {
        /** It does not. */
        NONE,
        /** It does. */
        TIME,
        /** Its form with a time and that without have the same frames, and the dump has no states. */
        UNKNOWN
    }

    /** A wait of which is known whether it ends after a time. */
    public ThreadWait(WaitKind kind, boolean timed, boolean idle, int frame, int site) {
        this(kind, timed ? Limit.TIME : Limit.NONE, idle, frame, site);
    }

    /** At most so many frames of the JDK are looked at. */
    private static final int MAX_FRAMES = 60;

    private static final Set<String> MACHINERY = Set.of(
            VirtualThreads.CLASS,
            "java.lang.ThreadBuilders$BoundVirtualThread",
            "java.lang.System$1",
            "java.lang.System$2",
            VirtualThreads.JDK_CONTINUATION,
            "jdk.internal.misc.Unsafe",
            "jdk.internal.misc.VirtualThreads",
            Juc.LOCK_SUPPORT,
            Juc.SYNCHRONIZER,
            Juc.LONG_SYNCHRONIZER);

    private static final Set<String> BLOCKING = Set.of("managedBlock", "unmanagedBlock", "compensatedBlock");

    /**
     * What a thread waits for.
     *
     * @param stack its frames; may be none
     * @param facts what else the dump shows
     */
    public static ThreadWait of(JvmStack stack, ThreadFacts facts) {
        int site = site(stack);
        if (facts.isOfAgent(stack)) {
            return new ThreadWait(WaitKind.WORK, false, true, 0, -1);
        }
        if (facts.isReady(stack)) {
            return new ThreadWait(WaitKind.CARRIER, false, false, 0, site);
        }
        if (facts.isCarrying(stack) || facts.isOfJvm(stack)) {
            return new ThreadWait(WaitKind.NONE, false, true, 0, site);
        }
        if (facts.initializing()) {
            return new ThreadWait(WaitKind.INITIALIZER, false, false, 0, site);
        }
        if (facts.entering() || "BLOCKED".equals(facts.state())) {
            WaitKind kind = isLoaderLock(stack, site) ? WaitKind.LOADER : WaitKind.MONITOR;
            return new ThreadWait(kind, false, false, afterObjectWait(stack), site);
        }
        return new Frames(stack, facts, site).found();
    }

    /** The same, of another kind. */
    public ThreadWait as(WaitKind other) {
        return new ThreadWait(other, limit, idle, frame, site);
    }

    /** The wait of the same thread for the lock of the condition that it waits for, when it has been signalled. */
    public ThreadWait forLock() {
        return new ThreadWait(WaitKind.LOCK, Limit.NONE, false, frame, site);
    }

    /**
     * The same, at another place.
     *
     * @param place the frame where people look
     */
    public ThreadWait at(int place) {
        return new ThreadWait(kind, limit, idle, frame, place);
    }

    /** The same, of another limit. */
    public ThreadWait until(Limit other) {
        return new ThreadWait(kind, other, idle, frame, site);
    }

    /** Whether it is known that it ends by itself after a time. */
    public boolean timed() {
        return limit == Limit.TIME;
    }

    /** Whether it can be that it ends by itself after a time. */
    public boolean mayTimeOut() {
        return limit != Limit.NONE;
    }

    /**
     * The frame that called {@code Object.wait} or {@code Thread.join}, which alone knows whether it gave a time; 0 where no
     * frame of these is on top.
     */
    public static int callerOfWait(JvmStack stack) {
        int at = afterObjectWait(stack);
        while (at > 0 && at + 1 < stack.size() && isJoin(stack, at)) {
            at++;
        }
        return at;
    }

    private static boolean isJoin(JvmStack stack, int i) {
        return stack.recordedClass(i).equals("java.lang.Thread")
                && stack.methodName(i).equals("join");
    }

    /** The class of what a stack waits for, as people name it, by the frame that called the machinery; empty without frames. */
    public String typeOf(JvmStack stack) {
        return stack.size() == 0 ? "" : Juc.lockOf(stack.className(frame));
    }

    /** Whether it waits in a call in which a virtual thread releases its carrier, unless it is pinned. */
    public boolean parks() {
        boolean inNative = frame == 0 && (kind == WaitKind.INPUT || kind == WaitKind.LOADER);
        return !kind.isRunning() && !inNative;
    }

    /** Whether a frame loads a class by a loader. */
    public static boolean isLoadClass(JvmStack stack, int i) {
        return stack.methodName(i).startsWith("loadClass")
                && stack.recordedClass(i).endsWith("ClassLoader");
    }

    /** Whether a stack that waits for input waits for what may never come: a connection, a key, a line that is typed. */
    public static boolean isListening(JvmStack stack) {
        for (int i = 0; i < Math.min(stack.size(), 12); i++) {
            if (stack.methodName(i).startsWith("accept")
                    || stack.methodName(i).startsWith("select")
                    || stack.recordedClass(i).equals("java.io.FileInputStream")) {
                return true;
            }
        }
        return false;
    }

    /** Whether its thread, of which the stack is, waits until a poller has seen its input, and not in a call of the system. */
    public boolean isByPoller(JvmStack stack) {
        return kind == WaitKind.INPUT
                && IntStream.range(0, stack.size())
                        .anyMatch(i -> WaitCalls.isPoll(stack.recordedClass(i), stack.methodName(i)));
    }

    private static int site(JvmStack stack) {
        for (int i = 0; i < stack.size(); i++) {
            if (!stack.isJdk(i)) {
                return i;
            }
        }
        return -1;
    }

    private static int afterObjectWait(JvmStack stack) {
        int at = 0;
        // Of a stack that has nothing else, the outermost frame.
        while (at + 1 < stack.size() && stack.isWait(at)) {
            at++;
        }
        return at;
    }

    /** Whether a monitor that a thread waits to enter is the lock by which a loader loads. */
    private static boolean isLoaderLock(JvmStack stack, int site) {
        int end = Math.min(site < 0 ? stack.size() : site + 1, Math.min(stack.size(), 3));
        for (int i = 0; i < end; i++) {
            if (isLoadClass(stack, i)) {
                return true;
            }
        }
        return stack.size() > 0 && stack.methodName(0).equals("forName0");
    }

    /** The frames of a thread of which the dump does not say what it waits for. */
    private static final class Frames {
        private final JvmStack stack;
        private final ThreadFacts facts;
        private final int site;
        // The frames of the JDK on top.
        private final int top;
        private int frame;
        private boolean parked;
        private boolean yields;
        private boolean acquires;
        private boolean shared;

        Frames(JvmStack stack, ThreadFacts facts, int site) {
            this.stack = stack;
            this.facts = facts;
            this.site = site;
            this.top = Math.min(site < 0 ? stack.size() : site, MAX_FRAMES);
            int at = afterObjectWait(stack);
            boolean waits = at > 0;
            while (!waits && at < stack.size() && isMachinery(at)) {
                look(at);
                at++;
            }
            this.frame = Math.min(at, Math.max(0, stack.size() - 1));
        }

        private boolean isMachinery(int i) {
            String name = stack.recordedClass(i);
            return MACHINERY.contains(name)
                    || name.startsWith(Juc.SYNCHRONIZER + "$")
                    || name.startsWith(Juc.LONG_SYNCHRONIZER + "$")
                    || (name.equals(Juc.FORK_JOIN_POOL) && BLOCKING.contains(stack.methodName(i)));
        }

        private void look(int i) {
            String method = stack.methodName(i);
            parked |= method.startsWith("park") || method.startsWith("yieldContinuation") || method.equals("yield1");
            yields |= method.equals("tryYield");
            // Before a condition: whoever was signalled waits for the lock again.
            if (method.startsWith("acquire") || method.startsWith("tryAcquire")) {
                acquires = true;
                shared |= method.contains("Shared");
            }
        }

        ThreadWait found() {
            WaitKind kind = kind();
            boolean idle = kind == WaitKind.WORK || isPoller();
            Limit limit = idle || kind == WaitKind.NONE ? Limit.NONE : limit(kind);
            return new ThreadWait(kind, limit, idle, frame, site);
        }

        private WaitKind kind() {
            if (stack.size() == 0) {
                return WaitKind.NONE;
            }
            if ("RUNNABLE".equals(facts.state())) {
                return ofNative();
            }
            boolean inWait = stack.isWait(0) || facts.inWait();
            boolean parks = parked && !yields;
            if (!inWait && !parks && !isSleep()) {
                WaitKind byNative = ofNative();
                return byNative != WaitKind.NONE ? byNative : unseen();
            }
            WaitKind kind = ofCalls();
            if (kind == WaitKind.PARK || kind == WaitKind.NONE) {
                kind = inWait ? WaitKind.NOTIFY : ofBlocker();
            }
            if (kind == WaitKind.LOCK || kind == WaitKind.SLEEP || kind == WaitKind.INPUT) {
                return kind;
            }
            int lending = WaitCalls.lending(stack, frame);
            if (lending >= 0) {
                frame = lending;
                return WaitKind.POOL;
            }
            WaitKind ofLibrary =
                    site < 0 ? null : WaitCalls.ofLibrary(stack.recordedClass(site), stack.methodName(site));
            if (ofLibrary == WaitKind.TASK) {
                frame = site;
            }
            return ofLibrary == null ? kind : ofLibrary;
        }

        /** A thread that is not parked: it runs, or waits in native code. */
        private WaitKind ofNative() {
            if (!stack.isNative(0) || !stack.isJdk(0)) {
                return isTimerOfJvm() ? WaitKind.WORK : WaitKind.NONE;
            }
            String type = stack.recordedClass(0);
            if (type.equals("java.lang.ref.Reference") || isTimerOfJvm()) {
                return WaitKind.WORK;
            }
            if (WaitCalls.isOutside(type)) {
                return WaitKind.INPUT;
            }
            return !"RUNNABLE".equals(facts.state())
                            && type.equals("java.lang.Class")
                            && stack.methodName(0).equals("forName0")
                    ? WaitKind.LOADER
                    : WaitKind.NONE;
        }

        private boolean isTimerOfJvm() {
            return VirtualThreads.isOwn(stack, 0) && stack.methodName(0).startsWith("take");
        }

        /** Of a thread that the dump calls waiting, and whose frames are none that are known. */
        private WaitKind unseen() {
            if (top > 0 && isLoadClass(stack, 0)) {
                return WaitKind.LOADER;
            }
            return facts.state() == null ? WaitKind.NONE : ofBlocker();
        }

        private WaitKind ofBlocker() {
            String blocker = facts.parkedFor();
            return blocker == null ? WaitKind.PARK : WaitCalls.ofLock(blocker);
        }

        private boolean isSleep() {
            return stack.recordedClass(0).equals("java.lang.Thread")
                    && stack.methodName(0).startsWith("sleep");
        }

        /** By the calls of the JDK, the innermost first. */
        private WaitKind ofCalls() {
            if (acquires && !isSynchronizerKnown()) {
                return shared ? WaitKind.SEMAPHORE : WaitKind.LOCK;
            }
            WaitKind kind = WaitKind.NONE;
            for (int i = 0; i < top; i++) {
                WaitKind known = i < frame && acquires && isCondition(i)
                        ? WaitKind.LOCK
                        : WaitCalls.of(stack.recordedClass(i), stack.methodName(i));
                kind = known == null ? kind : known;
                if (kind == WaitKind.LOCK) {
                    return kind;
                }
            }
            return ofQueues(kind);
        }

        /** Whether the class whose synchronizer a thread acquires is one of the JDK's that are known. */
        private boolean isSynchronizerKnown() {
            return WaitCalls.of(stack.recordedClass(frame), stack.methodName(frame)) != null;
        }

        private boolean isCondition(int i) {
            String type = stack.recordedClass(i);
            return (type.equals(Juc.CONDITION) || type.equals(Juc.LONG_CONDITION))
                    && stack.methodName(i).startsWith("await");
        }

        /** Who takes from a queue waits for work; who puts into a full one, for whoever takes. */
        private WaitKind ofQueues(WaitKind kind) {
            for (int i = top - 1; i >= 0; i--) {
                WaitKind queue = WaitCalls.ofQueue(stack.recordedClass(i), stack.methodName(i));
                if (queue != null) {
                    return queue == WaitKind.WORK && kind == WaitKind.TASK ? kind : queue;
                }
            }
            return kind;
        }

        private boolean isPoller() {
            for (int i = 0; i < top; i++) {
                if (WaitCalls.isPollerLoop(stack.recordedClass(i), stack.methodName(i))) {
                    return true;
                }
            }
            return false;
        }

        private Limit limit(WaitKind kind) {
            if (kind == WaitKind.SLEEP || "TIMED_WAITING".equals(facts.state())) {
                return Limit.TIME;
            }
            for (int i = 0; i < top; i++) {
                if (isTimedCall(stack.methodName(i))) {
                    return Limit.TIME;
                }
            }
            return facts.state() == null && stack.isWait(0) && (isJoin(stack, frame) || !isUntimedWait())
                    ? Limit.UNKNOWN
                    : Limit.NONE;
        }

        private static boolean isTimedCall(String method) {
            return method.equals("parkNanos")
                    || method.equals("parkUntil")
                    || method.equals("awaitNanos")
                    || method.equals("timedGet")
                    || method.equals("timedWait")
                    || method.equals("timedJoin");
        }

        /**
         * {@code Object.wait()} calls {@code wait(0)}: what gives a time, or a 0 itself, has a frame less. So does {@code
         * wait(long, int)}, which stands below {@code wait(long)} in the source, as {@code wait()} does not.
         */
        private boolean isUntimedWait() {
            int last = afterObjectWait(stack) - 1;
            return last > 0
                    && stack.methodName(last - 1).equals("wait")
                    && (stack.line(last) <= 0 || stack.line(last) < stack.line(last - 1) || stack.line(last - 1) <= 0);
        }
    }
}
