package dev.loomweight.diagnosis;

import dev.loomweight.jvm.JvmNames;
import dev.loomweight.sample.FoldedPins;
import dev.loomweight.sample.MonitorEnter;
import dev.loomweight.sample.MonitorWait;
import dev.loomweight.sample.Pin;
import dev.loomweight.sample.RecordedFrames;
import dev.loomweight.sample.StackOrder;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All that decides a diagnosis; pins that are equal in it are counted together. Its factories are the one place that
 * decides whether a pin can be the JVM's own.
 *
 * @param event which event recorded it
 * @param stack the stack
 * @param operation the event's {@code blockingOperation}, or null before JDK 24
 * @param reason the event's {@code pinnedReason}, or null before JDK 24
 * @param monitorClass the class of the monitor that it waits for, without a hidden class's suffix; null where it waits
 *     for none, that is not recorded, or the thread is the JVM's own
 * @param jvmOwn whether it is of a thread of the JVM's own, or waits so shortly for what can be the lock of a class that
 *     it is the JVM's own if the JVM takes that lock
 */
public record PinStack(
        Event event,
        StackTrace stack,
        @Nullable String operation,
        @Nullable String reason,
        @Nullable String monitorClass,
        boolean jvmOwn) {

    /** An order in which stacks that share their outer frames follow each other. */
    public static final Comparator<PinStack> ORDER = PinStack::compare;

    /** The events that record pins. */
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

    private static int compare(PinStack one, PinStack other) {
        int order = StackOrder.INSTANCE.compare(one.stack, other.stack);
        order = order == 0 ? one.event.compareTo(other.event) : order;
        order = order == 0 ? compare(one.operation, other.operation) : order;
        order = order == 0 ? compare(one.reason, other.reason) : order;
        order = order == 0 ? compare(one.monitorClass, other.monitorClass) : order;
        return order == 0 ? Boolean.compare(one.jvmOwn, other.jvmOwn) : order;
    }

    private static int compare(@Nullable String one, @Nullable String other) {
        if (one == null || other == null) {
            return Boolean.compare(one != null, other != null);
        }
        return one.compareTo(other);
    }

    /** A pin. */
    public static PinStack of(Pin pin) {
        return of(pin.stack(), pin.thread(), pin.operation(), pin.reason());
    }

    /** A pin, from the fields of its event. */
    static PinStack of(
            StackTrace stack, @Nullable ThreadRef thread, @Nullable String operation, @Nullable String reason) {
        return new PinStack(Event.PINNED, stack, operation, reason, null, JvmNames.isJvmOwnPin(name(thread), reason));
    }

    /** A virtual thread that waits to enter a monitor. */
    public static PinStack of(MonitorEnter enter) {
        if (JvmNames.isPoller(name(enter.thread()))) {
            return new PinStack(Event.ENTER, enter.stack(), null, null, null, true);
        }
        String monitorClass = stable(enter.monitorClass());
        boolean jvmOwn = JvmNames.isShortLinking(monitorClass, enter.nanos());
        return new PinStack(Event.ENTER, enter.stack(), null, null, monitorClass, jvmOwn);
    }

    /** A virtual thread that waits in {@code Object.wait}, or for a class. */
    public static PinStack of(MonitorWait wait) {
        boolean jvmOwn = JvmNames.isPoller(name(wait.thread()));
        String monitorClass = jvmOwn ? null : stable(wait.monitorClass());
        return new PinStack(Event.WAIT, wait.stack(), null, null, monitorClass, jvmOwn);
    }

    /**
     * The same pin, with what the event of its wait says of the monitor.
     *
     * @param monitorClass the class of the monitor, or null where it is not recorded
     * @param nanos how long the pin was, in nanoseconds
     */
    public PinStack waitingFor(@Nullable String monitorClass, long nanos) {
        boolean own = jvmOwn || (waitsIn() == Event.ENTER && JvmNames.isShortLinking(monitorClass, nanos));
        return new PinStack(event, stack, operation, reason, monitorClass, own);
    }

    /** Of two pins that differ in the classes of their monitors, the one whose name is first. */
    public static PinStack firstByMonitor(PinStack one, PinStack other) {
        return String.valueOf(one.monitorClass).compareTo(String.valueOf(other.monitorClass)) <= 0 ? one : other;
    }

    /** The event that a wait for a monitor leaves in addition to a pin of this operation; null if it waits for none. */
    public @Nullable Event waitsIn() {
        if (event != Event.PINNED || operation == null) {
            return null;
        }
        return switch (operation) {
            case Pin.ENTER_OPERATION -> Event.ENTER;
            case Pin.WAIT_OPERATION -> Event.WAIT;
            default -> null;
        };
    }

    /** Whether it waits to enter a monitor, and not to be notified. */
    boolean isContended() {
        return event == Event.ENTER ? !isInWait() : waitsIn() == Event.ENTER;
    }

    /** The same pin without the monitor that it waits for, where that does not decide its diagnosis. */
    public PinStack decisive() {
        return monitorClass == null || isContended()
                ? this
                : new PinStack(event, stack, operation, reason, null, jvmOwn);
    }

    /**
     * The pins of a stack that a fold file has.
     *
     * @throws IllegalArgumentException if no such event records pins
     */
    public static PinStack of(FoldedPins.OfStack folded) {
        for (Event event : Event.values()) {
            if (event.eventType.equals(folded.event())) {
                return new PinStack(
                        event,
                        folded.stack(),
                        folded.operation(),
                        folded.reason(),
                        folded.monitorClass(),
                        folded.jvmOwn());
            }
        }
        throw new IllegalArgumentException("no pins in " + folded.event());
    }

    private static @Nullable String stable(@Nullable String className) {
        return className == null ? null : JvmNames.stableName(className);
    }

    /** Whether it is the same as another of the same stack. */
    @SuppressWarnings("ReferenceEquality") // a reader makes one object of equal texts, mostly
    public boolean isLike(PinStack other) {
        return event == other.event
                && jvmOwn == other.jvmOwn
                && (operation == other.operation || Objects.equals(operation, other.operation))
                && (reason == other.reason || Objects.equals(reason, other.reason))
                && (monitorClass == other.monitorClass || Objects.equals(monitorClass, other.monitorClass));
    }

    // By all components. A record's own are made of method handles, which takes longer than all pins of a small
    // recording.
    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof PinStack other && isLike(other) && stack.equals(other.stack);
    }

    @Override
    public int hashCode() {
        int hash = stack.hashCode() * 31 + event.hashCode();
        return (hash * 31 + Objects.hashCode(reason)) * 31 + Objects.hashCode(monitorClass);
    }

    private static @Nullable String name(@Nullable ThreadRef thread) {
        return thread == null ? null : thread.name();
    }

    /** Whether the JVM says why: from JDK 24 on. */
    public boolean hasReason() {
        return operation != null || reason != null;
    }

    /**
     * Whether the innermost frame is {@code Object.wait}: it waits, or has waited and enters the monitor again. While it
     * waits, JDK 21 to 23 may start another carrier.
     */
    public boolean isInWait() {
        return new RecordedFrames(stack).isInWait();
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

    /** Whether it is the JVM's own only if the JVM takes the lock that it waits for, which {@link Diagnoser} decides. */
    public boolean isPerhapsOwn() {
        return jvmOwn && JvmNames.isClassLock(monitorClass);
    }

    /**
     * Whether the same stretch of time has a {@code jdk.VirtualThreadPinned} too, where the JVM gives reasons: for all but
     * those that enter a monitor again after a wait.
     */
    public boolean duplicatesPinned() {
        return switch (event) {
            case PINNED -> false;
            case ENTER -> !isInWait();
            case WAIT -> true;
        };
    }
}
