package dev.loomweight.jvm;

import org.jspecify.annotations.Nullable;

/**
 * What a dump shows of one thread.
 *
 * @param name its name; empty where it has none
 * @param virtual whether it is virtual, or null where the dump does not say
 * @param state its {@link Thread.State}, or null where the dump has none
 * @param onCarrier whether the dump says that it is mounted, or null where it says so of no thread: text from JDK 25 on has
 *     states and no carriers
 * @param initializing whether the dump says that it waits for the initialization of a class
 * @param entering whether the dump says that it waits to enter a monitor
 * @param inWait whether the dump says on which monitor it is in {@code Object.wait}
 * @param parkedFor the class of what it is parked for, or null where the dump does not say
 */
public record ThreadFacts(
        String name,
        @Nullable Boolean virtual,
        @Nullable String state,
        @Nullable Boolean onCarrier,
        boolean initializing,
        boolean entering,
        boolean inWait,
        @Nullable String parkedFor) {

    /** What the names of the agent's threads begin with. */
    private static final String OF_AGENT = "loomweight-";

    /** Facts of a thread of which a dump shows no more than these. */
    public static ThreadFacts of(@Nullable Boolean virtual, @Nullable String state, @Nullable Boolean onCarrier) {
        return new ThreadFacts("", virtual, state, onCarrier, false, false, false, null);
    }

    /**
     * Whether it is virtual; where the dump does not say so, by its outermost frame. JSON of JDK 21 says of no thread that
     * it is virtual: one without frames is a thread of the JVM's own, by its name, or a virtual thread that has not begun.
     */
    public boolean isVirtual(JvmStack stack) {
        if (virtual != null) {
            return virtual;
        }
        int size = stack.size();
        return size == 0 ? !JvmNames.isWithoutFrames(name) : VirtualThreads.isOwn(stack, size - 1);
    }

    /**
     * Whether it is virtual and has a carrier: the dump says so, or it has parked without leaving it. Without states in the
     * dump, one that has left its carrier stands where it yielded.
     */
    public boolean isMounted(JvmStack stack) {
        return isVirtual(stack)
                && (Boolean.TRUE.equals(onCarrier)
                        || VirtualThreads.isParkedOnCarrier(stack)
                        || (state == null && stack.size() > 0 && !VirtualThreads.isOwn(stack, 0)));
    }

    /**
     * Whether it is virtual, has no carrier, and could run: it has not begun, has yielded, or its state says so. Where the
     * dump shows no carriers, a state alone does not: one that runs has the same.
     */
    public boolean isReady(JvmStack stack) {
        if (!isVirtual(stack) || isMounted(stack)) {
            return false;
        }
        if (state != null) {
            return state.equals("NEW")
                    || (state.equals("RUNNABLE") && (onCarrier != null || VirtualThreads.hasLeftCarrier(stack)));
        }
        return stack.size() == 0
                || (VirtualThreads.isOwn(stack, 0) && stack.methodName(0).equals("tryYield"));
    }

    /** Whether it is a carrier with a virtual thread. */
    public boolean isCarrying(JvmStack stack) {
        if (stack.size() == 0 || !stack.recordedClass(0).equals(VirtualThreads.JDK_CONTINUATION) || isVirtual(stack)) {
            return false;
        }
        for (int i = 0; i < Math.min(stack.size(), 4); i++) {
            if (stack.methodName(i).equals("runContinuation")) {
                return true;
            }
        }
        return false;
    }

    /** The same without a name where that decides nothing: facts of threads that differ by their names alone are equal. */
    public ThreadFacts withoutName() {
        return !Boolean.TRUE.equals(virtual) || name.isEmpty() || name.startsWith(OF_AGENT)
                ? this
                : new ThreadFacts("", virtual, state, onCarrier, initializing, entering, inWait, parkedFor);
    }

    /** Whether it is a thread that Loomweight's agent has made: it waits for nothing of the application's. */
    public boolean isOfAgent(JvmStack stack) {
        if (!name.startsWith(OF_AGENT)) {
            return false;
        }
        for (int i = 0; i < stack.size(); i++) {
            if (stack.recordedClass(i).startsWith("dev.loomweight.")) {
                return true;
            }
        }
        return false;
    }

    /** Whether it is one of the JVM's own, which have no frames, or takes the dump. */
    boolean isOfJvm(JvmStack stack) {
        return !isVirtual(stack) && (stack.size() == 0 || name.equals("Attach Listener"));
    }
}
