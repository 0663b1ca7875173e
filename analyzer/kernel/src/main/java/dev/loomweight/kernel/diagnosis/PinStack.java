package dev.loomweight.kernel.diagnosis;

import dev.loomweight.jvm.PinFacts;
import dev.loomweight.jvm.PinFacts.Event;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.StackTrace.RecordedFrames;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.sample.state.PinParts;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * All that decides a diagnosis; pins that are equal in it are counted together.
 *
 * @param facts what its event says
 * @param stack the stack {@linkplain StackTrace#withoutInlining without inlining}: whether a frame is of compiled code
 * or of
 *     the interpreter can decide where it stands, and nothing else does
 */
public record PinStack(PinFacts facts, StackTrace stack) {

    public PinStack {
        stack = stack.withoutInlining();
    }

    /** An order in which stacks that share their outer frames follow each other. */
    public static final Comparator<PinStack> ORDER = PinStack::compare;

    private static int compare(PinStack one, PinStack other) {
        int order = StackTrace.FROM_OUTSIDE.compare(one.stack, other.stack);
        return order == 0 ? one.facts.compareTo(other.facts) : order;
    }

    /** A pin. */
    public static PinStack of(Pin pin) {
        return of(pin.stack(), pin.thread(), pin.operation(), pin.reason());
    }

    /** A pin, from the fields of its event. */
    static PinStack of(
            StackTrace stack, @Nullable ThreadRef thread, @Nullable String operation, @Nullable String reason) {
        return new PinStack(PinFacts.pinned(name(thread), operation, reason), stack);
    }

    /** A virtual thread that waits to enter a monitor. */
    public static PinStack of(MonitorEnter enter) {
        return new PinStack(PinFacts.enter(name(enter.thread()), enter.monitorClass(), enter.nanos()), enter.stack());
    }

    /** A virtual thread that waits in {@code Object.wait}, or for a class. */
    public static PinStack of(MonitorWait wait) {
        return new PinStack(PinFacts.wait(name(wait.thread()), wait.monitorClass()), wait.stack());
    }

    /**
     * The pins of a stack that a fold file has.
     *
     * @throws IllegalArgumentException if no such event records pins
     */
    public static PinStack of(PinParts.Alike folded) {
        return new PinStack(
                new PinFacts(
                        Event.of(folded.event()),
                        folded.operation(),
                        folded.reason(),
                        folded.monitorClass(),
                        folded.jvmOwn()),
                folded.stack());
    }

    private static @Nullable String name(@Nullable ThreadRef thread) {
        return thread == null ? null : thread.name();
    }

    /** The event that recorded it. */
    public Event event() {
        return facts.event();
    }

    /** The class of the monitor that it waits for, or null where there is none that is known. */
    public @Nullable String monitorClass() {
        return facts.monitorClass();
    }

    /** As {@link PinFacts#waitingFor}. */
    public PinStack waitingFor(@Nullable String monitorClass, long nanos) {
        return new PinStack(facts.waitingFor(monitorClass, nanos), stack);
    }

    /** Of two pins that differ in the classes of their monitors, the one whose name is first. */
    public static PinStack firstByMonitor(PinStack one, PinStack other) {
        return String.valueOf(one.monitorClass()).compareTo(String.valueOf(other.monitorClass())) <= 0 ? one : other;
    }

    /** The same pin without the monitor that it waits for, where that does not decide its diagnosis. */
    public PinStack decisive() {
        return monitorClass() == null || facts.isContended(isInWait()) || isInWait()
                ? this
                : new PinStack(facts.withoutMonitor(), stack);
    }

    // By all components. A record's own are made of method handles, which takes longer than all pins of a small
    // recording.
    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof PinStack other && facts.equals(other.facts) && stack.equals(other.stack);
    }

    @Override
    public int hashCode() {
        return stack.hashCode() * 31 + facts.hashCode();
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
        return event() == Event.WAIT
                && stack.frames().size() == 1
                && stack.frames().getFirst().methodName().equals("enterSpecial");
    }

    /**
     * Whether the same stretch of time has a {@code jdk.VirtualThreadPinned} too, where the JVM gives reasons: for all but
     * those that enter a monitor again after a wait.
     */
    public boolean duplicatesPinned() {
        return switch (event()) {
            case PINNED -> false;
            case ENTER -> !isInWait();
            case WAIT -> true;
        };
    }
}
