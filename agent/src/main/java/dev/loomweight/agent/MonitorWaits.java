package dev.loomweight.agent;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What pinned virtual threads waited for lately. From JDK 24 on, one wait leaves two events of the same thread and time,
 * and only {@code jdk.JavaMonitorEnter} names the monitor. Bounded: the oldest are forgotten. Not thread-safe.
 */
final class MonitorWaits {

    private final int most;
    private final ArrayDeque<Wait> newestFirst = new ArrayDeque<>();

    private record Wait(long thread, long fromNanos, long toNanos, String monitorClass) {}

    /** @param most how many waits are remembered */
    MonitorWaits(int most) {
        this.most = most;
    }

    /**
     * Adds a wait to enter a monitor.
     *
     * @param thread the thread's number
     * @param fromNanos when it began, in nanoseconds since 1970
     * @param toNanos when it ended
     * @param monitorClass the class of the monitor
     */
    void add(long thread, long fromNanos, long toNanos, String monitorClass) {
        if (newestFirst.size() >= most) {
            newestFirst.removeLast();
        }
        newestFirst.addFirst(new Wait(thread, fromNanos, toNanos, monitorClass));
    }

    /**
     * The class of the monitor that a thread waited for most of a time.
     *
     * @return null where no wait of that thread and time is remembered
     */
    @Nullable
    String during(long thread, long fromNanos, long toNanos) {
        Wait found = null;
        long longest = -1;
        for (Wait wait : newestFirst) {
            long together = Math.min(toNanos, wait.toNanos) - Math.max(fromNanos, wait.fromNanos);
            if (wait.thread == thread && together > longest) {
                found = wait;
                longest = together;
            }
        }
        return found == null ? null : found.monitorClass;
    }
}
