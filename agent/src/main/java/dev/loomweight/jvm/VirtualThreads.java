package dev.loomweight.jvm;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What shows that a thread is virtual: its class, the frames that only virtual threads have, and its group in JFR. */
public final class VirtualThreads {

    /** The class of virtual threads. */
    public static final String CLASS = "java.lang.VirtualThread";

    /** The method of {@link #CLASS} in which a thread leaves its carrier, from which it comes back when it runs again. */
    public static final String UNMOUNTS = "yieldContinuation";

    /** The event of the JDK that a trace of methods is written as, JDK 25 and later. */
    public static final String TRACE = "jdk.MethodTrace";

    /** The filter of a trace of {@link #UNMOUNTS}, and of the method in which the JVM lets threads wait by itself. */
    public static final String TRACED = CLASS + "::" + UNMOUNTS + ";java.lang.Object::wait";

    /** The class of the continuations of virtual threads. */
    public static final String CONTINUATION = CLASS + "$VThreadContinuation";

    /** What the names of the classes of continuations themselves begin with; the class that virtual threads extend. */
    public static final String JDK_CONTINUATION = "jdk.internal.vm.Continuation";

    /** The class of stack chunks: the frames of unmounted virtual threads. */
    public static final String STACK_CHUNK = "jdk.internal.vm.StackChunk";

    /** The field of virtual threads that is their state. */
    public static final String STATE = "state";

    /**
     * The constants of {@link #CLASS} for states in which a thread was woken, and has had no carrier since: JDKs do not agree
     * on their values. A permit without such a state is a wake-up that the JDK has lost.
     */
    public static final Set<String> WOKEN = Set.of("UNPARKED", "UNBLOCKED", "RUNNABLE");

    /**
     * The constants of {@link #CLASS} for states in which a thread has a carrier and runs: what it was parked for may still be
     * in its fields, and it waits no longer.
     */
    public static final Set<String> RUNNING = Set.of("RUNNING");

    // What a virtual thread runs itself while it waits; no other thread does.
    private static final Set<String> WAITING =
            Set.of("park", "parkNanos", "parkOnCarrierThread", "sleepNanos", "tryYield", UNMOUNTS);
    // At most so many of the JDK's frames are above these.
    private static final int TOP = 4;
    private static final int TOP_OF_PARKED = 3;

    private VirtualThreads() {}

    /** Whether a frame is a method of virtual threads themselves. */
    public static boolean isOwn(JvmStack stack, int i) {
        return stack.recordedClass(i).equals(CLASS);
    }

    /** Whether the outermost frame is that in which all virtual threads begin. */
    public static boolean begins(JvmStack stack) {
        int last = stack.size() - 1;
        return last >= 0 && isOwn(stack, last) && stack.methodName(last).equals("run");
    }

    /** Whether a stack is that of a virtual thread: by its outermost frame, or what only they run. */
    public static boolean runs(JvmStack stack) {
        if (begins(stack)) {
            return true;
        }
        for (int i = 0; i < Math.min(TOP, stack.size()); i++) {
            if (isOwn(stack, i) && WAITING.contains(stack.methodName(i))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a virtual thread has parked without leaving its carrier. */
    public static boolean isParkedOnCarrier(JvmStack stack) {
        return isAtTop(stack, Set.of("parkOnCarrierThread"));
    }

    /** Whether a virtual thread stands where it has left its carrier, or has not begun. */
    static boolean hasLeftCarrier(JvmStack stack) {
        return stack.size() == 0
                || (isOwn(stack, 0) && WAITING.contains(stack.methodName(0)) && !isParkedOnCarrier(stack))
                || stack.isWait(0);
    }

    /** Whether a virtual thread stands in a wait that ends by itself. */
    public static boolean isInTimedWait(JvmStack stack) {
        return isAtTop(stack, Set.of("parkNanos", "sleepNanos"));
    }

    private static boolean isAtTop(JvmStack stack, Set<String> methods) {
        for (int i = 0; i < Math.min(stack.size(), TOP_OF_PARKED); i++) {
            if (isOwn(stack, i) && methods.contains(stack.methodName(i))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether JFR's group of a thread is that of virtual threads: the JVM puts every one into a group without a parent
     * (HotSpot's {@code jfrThreadGroupManager.cpp}, from JDK 21 on). A group that a program makes always has a parent.
     */
    public static boolean isGroup(@Nullable String name, boolean hasParent) {
        return !hasParent && "VirtualThreads".equals(name);
    }
}
