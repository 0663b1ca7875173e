package dev.loomweight.jvm;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the event of a pin says, in addition to its stack. Its factories are the one place that decides whether a pin can
 * be the JVM's own.
 *
 * @param event which event recorded it
 * @param operation the event's {@code blockingOperation}, or null before JDK 24
 * @param reason the event's {@code pinnedReason}, or null before JDK 24
 * @param monitorClass the class of the monitor that it waits for, without a hidden class's suffix; null where it waits
 *     for none, that is not recorded, or the thread is the JVM's own
 * @param jvmOwn whether it is of a thread of the JVM's own, or waits so shortly for what can be the lock of a class that
 *     it is the JVM's own if the JVM takes that lock
 */
public record PinFacts(
        Event event,
        @Nullable String operation,
        @Nullable String reason,
        @Nullable String monitorClass,
        boolean jvmOwn) implements Comparable<PinFacts> {

    /** The {@link #operation} of a thread that waits to enter a monitor. */
    public static final String ENTER_OPERATION = "Contended monitor enter";

    /** The {@link #operation} of a thread that waits in {@code Object.wait}. */
    public static final String WAIT_OPERATION = "Object.wait";

    /** The events that record pins. */
    public enum Event {
        /** {@code jdk.VirtualThreadPinned}: parked, and from JDK 24 on also waited, while pinned. */
        PINNED("jdk.VirtualThreadPinned"),
        /** {@code jdk.JavaMonitorEnter} on a virtual thread. */
        ENTER("jdk.JavaMonitorEnter"),
        /** {@code jdk.JavaMonitorWait} on a virtual thread. */
        WAIT("jdk.JavaMonitorWait");

        private final String eventType;

        Event(String eventType) {
            this.eventType = eventType;
        }

        /** The full name of the event type. */
        public String eventType() {
            return eventType;
        }

        /**
         * The event of that type.
         *
         * @throws IllegalArgumentException if no such event records pins
         */
        public static Event of(String eventType) {
            for (Event event : values()) {
                if (event.eventType.equals(eventType)) {
                    return event;
                }
            }
            throw new IllegalArgumentException("no pins in " + eventType);
        }
    }

    /**
     * Of a {@code jdk.VirtualThreadPinned}.
     *
     * @param thread the name of the virtual thread, or null where it is not recorded
     */
    public static PinFacts pinned(@Nullable String thread, @Nullable String operation, @Nullable String reason) {
        return new PinFacts(Event.PINNED, operation, reason, null, JvmNames.isJvmOwnPin(thread, reason));
    }

    /**
     * Of a virtual thread that waited to enter a monitor.
     *
     * @param thread its name, or null where it is not recorded
     * @param monitorClass the class of the monitor, or null where it is not recorded
     * @param nanos how long it waited, in nanoseconds
     */
    public static PinFacts enter(@Nullable String thread, @Nullable String monitorClass, long nanos) {
        boolean poller = JvmNames.isPoller(thread);
        String monitor = poller ? null : stable(monitorClass);
        return new PinFacts(Event.ENTER, null, null, monitor, poller || JvmNames.isShortLinking(monitor, nanos));
    }

    /** The same of one that waited in {@code Object.wait}, or for a class. */
    public static PinFacts wait(@Nullable String thread, @Nullable String monitorClass) {
        boolean poller = JvmNames.isPoller(thread);
        return new PinFacts(Event.WAIT, null, null, poller ? null : stable(monitorClass), poller);
    }

    private static @Nullable String stable(@Nullable String className) {
        return className == null ? null : JvmNames.stableName(className);
    }

    /**
     * The same pin, with what the event of its wait says of the monitor.
     *
     * @param monitor the class of the monitor, or null where it is not recorded
     * @param nanos how long the pin was, in nanoseconds
     */
    public PinFacts waitingFor(@Nullable String monitor, long nanos) {
        boolean own = jvmOwn || (waitsIn() == Event.ENTER && JvmNames.isShortLinking(monitor, nanos));
        return new PinFacts(event, operation, reason, monitor, own);
    }

    /** The same pin without its monitor. */
    public PinFacts withoutMonitor() {
        return new PinFacts(event, operation, reason, null, jvmOwn);
    }

    /** The event that a wait for a monitor leaves in addition to a pin of this operation; null if it waits for none. */
    public @Nullable Event waitsIn() {
        if (event != Event.PINNED || operation == null) {
            return null;
        }
        return switch (operation) {
            case ENTER_OPERATION -> Event.ENTER;
            case WAIT_OPERATION -> Event.WAIT;
            default -> null;
        };
    }

    /**
     * Whether it waits to enter a monitor, and not to be notified.
     *
     * @param inWait whether its innermost frame is {@code Object.wait}
     */
    public boolean isContended(boolean inWait) {
        return event == Event.ENTER ? !inWait : waitsIn() == Event.ENTER;
    }

    /** Whether the JVM says why: from JDK 24 on. */
    public boolean hasReason() {
        return operation != null || reason != null;
    }

    /** Whether it is the JVM's own only if the JVM takes the lock that it waits for, which {@link PinRule} decides. */
    public boolean isPerhapsOwn() {
        return jvmOwn && JvmNames.isClassLock(monitorClass);
    }

    /** By all components in their order; what is missing is first. */
    @Override
    public int compareTo(PinFacts other) {
        int order = event.compareTo(other.event);
        order = order == 0 ? compare(operation, other.operation) : order;
        order = order == 0 ? compare(reason, other.reason) : order;
        order = order == 0 ? compare(monitorClass, other.monitorClass) : order;
        return order == 0 ? Boolean.compare(jvmOwn, other.jvmOwn) : order;
    }

    private static int compare(@Nullable String one, @Nullable String other) {
        if (one == null || other == null) {
            return Boolean.compare(one != null, other != null);
        }
        return one.compareTo(other);
    }

    // By all components. A record's own are made of method handles, which takes longer than all pins of a small
    // recording; and a reader makes one object of equal texts, mostly.
    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean equals(@Nullable Object object) {
        return object instanceof PinFacts other
                && event == other.event
                && jvmOwn == other.jvmOwn
                && (operation == other.operation || Objects.equals(operation, other.operation))
                && (reason == other.reason || Objects.equals(reason, other.reason))
                && (monitorClass == other.monitorClass || Objects.equals(monitorClass, other.monitorClass));
    }

    @Override
    public int hashCode() {
        return (event.hashCode() * 31 + Objects.hashCode(reason)) * 31 + Objects.hashCode(monitorClass);
    }
}
