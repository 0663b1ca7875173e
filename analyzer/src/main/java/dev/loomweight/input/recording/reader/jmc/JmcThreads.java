package dev.loomweight.input.recording.reader.jmc;

import dev.loomweight.input.recording.reader.ThreadRefs;
import dev.loomweight.sample.ThreadRef;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.IMCThreadGroup;

/** Threads as Mission Control has them. */
public final class JmcThreads {

    private static final String VIRTUAL_GROUP = "VirtualThreads";

    private JmcThreads() {}

    /**
     * Whether a thread is virtual. Mission Control drops the recorded answer, and keeps the thread group: the JVM writes
     * every virtual thread into one group of that name, which has no parent (HotSpot's {@code jfrThreadGroupManager.cpp}
     * and {@code jfrTypeManager.cpp}, from JDK 21 on). No other group can be mistaken for it: a group that a program
     * makes always has a parent.
     */
    public static boolean isVirtual(IMCThread thread) {
        IMCThreadGroup group = thread.getThreadGroup();
        return group != null && group.getParent() == null && VIRTUAL_GROUP.equals(group.getName());
    }

    /** A thread, or null for null. */
    static @Nullable ThreadRef of(@Nullable Object thread) {
        if (thread == null) {
            return null;
        }
        return ThreadRefs.of(
                JmcStructs.text(thread, "javaName"),
                JmcStructs.text(thread, "osName"),
                JmcStructs.number(thread, "javaThreadId", 0),
                JmcStructs.number(thread, "osThreadId", 0),
                isVirtual((IMCThread) thread));
    }
}
