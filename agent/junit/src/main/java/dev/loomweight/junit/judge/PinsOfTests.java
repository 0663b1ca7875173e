package dev.loomweight.junit.judge;

import dev.loomweight.fold.Fold;
import dev.loomweight.pins.pinning.PinAnalysis.PinFold;
import dev.loomweight.pins.pinning.Pins;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import dev.loomweight.sample.ThreadRef;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Divides pins by the tests that they are of. */
final class PinsOfTests implements Fold<Map<Share, Pins>> {

    private static final long NO_THREAD = 0;

    private final Spans spans;
    private final FirstUses firstUses;

    PinsOfTests(Spans spans, FirstUses firstUses) {
        this.spans = spans;
        this.firstUses = firstUses;
    }

    /** The events of pins alone: what a whole process did with its carriers is of no test. */
    @Override
    public Interest interest() {
        return Interest.in(Pin.class, MonitorEnter.class).and(Interest.onRequest(MonitorWait.class));
    }

    @Override
    public Map<Share, Pins> empty() {
        return new HashMap<>();
    }

    @Override
    public void add(Map<Share, Pins> into, Origin origin, Sample sample) {
        Share share = share(sample);
        if (share != null) {
            PinFold.ALL.add(into.computeIfAbsent(share, key -> PinFold.ALL.empty()), origin, sample);
        }
    }

    private @Nullable Share share(Sample sample) {
        return switch (sample) {
            case Pin pin -> share(pin.thread(), pin.startNanos(), pin.nanos(), pin.stack());
            case MonitorEnter enter -> {
                Share share = share(enter.thread(), enter.startNanos(), enter.nanos(), enter.stack());
                yield firstUses.has(enter) ? share.ofFirstUse() : share;
            }
            case MonitorWait wait -> share(wait.thread(), wait.startNanos(), wait.nanos(), wait.stack());
            default -> null;
        };
    }

    private Share share(@Nullable ThreadRef thread, long start, long nanos, StackTrace stack) {
        return spans.of(thread == null ? NO_THREAD : thread.javaThreadId(), start, start + Math.max(0, nanos), stack);
    }

    @Override
    public Map<Share, Pins> merge(Map<Share, Pins> left, Map<Share, Pins> right) {
        right.forEach((share, some) -> left.merge(share, some, PinFold.ALL::merge));
        return left;
    }
}
