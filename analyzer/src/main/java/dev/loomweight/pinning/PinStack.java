package dev.loomweight.pinning;

import dev.loomweight.sample.Frame;
import dev.loomweight.sample.MonitorEnter;
import dev.loomweight.sample.MonitorWait;
import dev.loomweight.sample.Pin;
import dev.loomweight.sample.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * All that a diagnosis is made of; pins that are alike in it are counted together.
 *
 * @param event which event told of it
 * @param stack the stack
 * @param operation what blocked, in the JVM's words, or null before JDK 24
 * @param reason why it could not unmount, in the JVM's words, or null before JDK 24
 * @param jvmOwn whether it is of a thread or a lock of the JVM's own
 */
public record PinStack(
        Event event,
        StackTrace stack,
        @Nullable String operation,
        @Nullable String reason,
        boolean jvmOwn) {

    private static final String POLLER_THREAD = "SubPoller-";

    /** The events that tell of pins. */
    public enum Event {
        /** {@code jdk.VirtualThreadPinned}: parked, and from JDK 24 on also waited, while pinned. */
        PINNED(Pin.EVENT),
        /** {@code jdk.JavaMonitorEnter} on a virtual thread. */
        ENTER(MonitorEnter.EVENT),
        /** {@code jdk.JavaMonitorWait} on a virtual thread. */
        WAIT(MonitorWait.EVENT);

        private final String eventType;

        Event(String eventType) {
            this.eventType = eventType;
        }

        /** The full name of the event type. */
        public String eventType() {
            return eventType;
        }
    }

    /** Whether the JVM says why: from JDK 24 on. */
    boolean hasReason() {
        return operation != null || reason != null;
    }

    /**
     * Whether the innermost frame is {@code Object.wait}: it waits, or has waited and enters the monitor again. While it
     * waits, JDK 21 to 23 start another carrier.
     */
    public boolean isInWait() {
        return !stack.frames().isEmpty() && isWait(stack.frames().getFirst());
    }

    /**
     * Whether it is what JDK 24 and later leave of a wait that did unmount, if its threshold is 0: an event whose stack is
     * the bottom of the thread's.
     */
    boolean isUnmountedWait() {
        return event == Event.WAIT
                && stack.frames().size() == 1
                && stack.frames().getFirst().methodName().equals("enterSpecial");
    }

    /**
     * Whether the same stretch of time has a {@code jdk.VirtualThreadPinned} too, where the JVM gives reasons: for all but
     * those that enter a monitor again after a wait.
     */
    public boolean isBesidePinned() {
        return switch (event) {
            case PINNED -> false;
            case ENTER -> !isInWait();
            case WAIT -> true;
        };
    }

    static boolean isWait(Frame frame) {
        return frame.className().equals("java.lang.Object")
                && frame.methodName().startsWith("wait");
    }

    /**
     * Whether the JDK pins its own threads: from 24 on its network pollers wait for the initialization of a class of
     * theirs.
     */
    static boolean isPoller(String threadName, @Nullable String reason) {
        return (threadName.startsWith(POLLER_THREAD)
                        && threadName.length() > POLLER_THREAD.length()
                        && threadName.chars().skip(POLLER_THREAD.length()).allMatch(Character::isDigit))
                || (reason != null && reason.startsWith("Waited for initialization of sun.nio.ch.Poller"));
    }
}
