package dev.loomweight.pins.pinning;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.StateForm;
import dev.loomweight.kernel.diagnosis.PinStack;
import dev.loomweight.kernel.monitors.MonitorJoin;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.sample.state.PinParts;
import org.jspecify.annotations.Nullable;

/**
 * Gathers pins.
 *
 * @param filter which; what is asked of their diagnosis is for who reads them
 */
public record PinFold(PinOptions.Filter filter) implements Fold<Pins> {

    private static final StateForm<Pins, PinParts> FORM = new StateForm<>(PinParts.class, Pins::of);

    /** All pins. */
    public static final PinFold ALL = new PinFold(PinOptions.Filter.ALL);

    @Override
    public Interest interest() {
        Interest all = Interest.in(Pin.class, MonitorEnter.class)
                .and(Interest.onRequest(MonitorWait.class))
                .and(Pins.OF_POOL);
        return filter.thread() == null ? all : all.thoroughly(Pin.class, MonitorEnter.class, MonitorWait.class);
    }

    /** The pins of fold files are all pins: who filters them one by one reads recordings. */
    @Override
    public StateForm<Pins, PinParts> form() {
        return FORM;
    }

    @Override
    public Pins empty() {
        return new Pins();
    }

    @Override
    public void add(Pins into, Origin origin, Sample sample) {
        PinStack stack = stackOf(sample);
        switch (sample) {
            case Pin pin -> add(into, origin, stack, pin.startNanos(), pin.nanos(), pin.thread(), pin.carrier(), null);
            case MonitorEnter enter -> {
                MonitorJoin.Monitor monitor = MonitorJoin.Monitor.of(enter);
                waited(into, origin, enter.startNanos(), enter.nanos(), enter.thread(), monitor);
                add(into, origin, stack, enter.startNanos(), enter.nanos(), enter.thread(), null, monitor.owner());
            }
            case MonitorWait wait -> {
                if (stack != null || into.keepsWait(origin.subject(), wait.nanos())) {
                    MonitorJoin.Monitor monitor = MonitorJoin.Monitor.of(wait);
                    waited(into, origin, wait.startNanos(), wait.nanos(), wait.thread(), monitor);
                    add(into, origin, stack, wait.startNanos(), wait.nanos(), wait.thread(), null, monitor.owner());
                }
            }
            default -> into.pool(origin, sample);
        }
    }

    private static void add(
            Pins into,
            Origin origin,
            @Nullable PinStack stack,
            long start,
            long nanos,
            @Nullable ThreadRef thread,
            @Nullable ThreadRef carrier,
            @Nullable String owner) {
        if (stack != null) {
            into.add(origin.subject(), stack, start, nanos, thread, carrier, owner);
        }
    }

    // Whatever the filters leave of the pins: a wait can be a little shorter than its pin.
    private static void waited(
            Pins into, Origin origin, long start, long nanos, @Nullable ThreadRef thread, MonitorJoin.Monitor monitor) {
        if (thread != null && thread.virtual() && (monitor.className() != null || monitor.owner() != null)) {
            into.waited(origin.subject(), start, nanos, thread, monitor);
        }
    }

    /** The stack of an event with all that decides its diagnosis; null where it does not record a pin, or is filtered out. */
    public @Nullable PinStack stackOf(Sample sample) {
        return switch (sample) {
            case Pin pin -> filter.passes(pin.startNanos(), pin.nanos(), pin.thread()) ? PinStack.of(pin) : null;
            case MonitorEnter enter ->
                isWanted(enter.thread(), enter.startNanos(), enter.nanos()) ? PinStack.of(enter) : null;
            case MonitorWait wait ->
                wait.pins() && isWanted(wait.thread(), wait.startNanos(), wait.nanos()) ? PinStack.of(wait) : null;
            default -> null;
        };
    }

    private boolean isWanted(@Nullable ThreadRef thread, long start, long nanos) {
        return thread != null && thread.virtual() && filter.passes(start, nanos, thread);
    }

    @Override
    public Pins merge(Pins left, Pins right) {
        left.addAll(right);
        return left;
    }
}
