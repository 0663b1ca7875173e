package dev.loomweight.kernel.monitors;

import dev.loomweight.jvm.PinFacts;
import dev.loomweight.kernel.diagnosis.PinStack;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What pinned threads waited for lately, for those who see events as they are written: the JVM writes the event of a wait,
 * which names the monitor, before that of the pin. Bounded: the oldest are forgotten. Not thread-safe.
 */
public final class LatestWaits {

    private static final int MAX_WAITS = 1000;

    private final Map<Long, MonitorJoin.Stretch<MonitorJoin.Monitor>> byThread = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, MonitorJoin.Stretch<MonitorJoin.Monitor>> eldest) {
            return size() > MAX_WAITS;
        }
    };

    /** Nothing yet. */
    public LatestWaits() {}

    /** Takes the event of a wait. */
    public void add(MonitorEnter enter) {
        if (enter.thread() != null && enter.thread().virtual()) {
            long thread = enter.thread().javaThreadId();
            byThread.remove(thread);
            byThread.put(
                    thread,
                    new MonitorJoin.Stretch<>(
                            thread, enter.startNanos(), enter.nanos(), MonitorJoin.Monitor.of(enter)));
        }
    }

    /** A pin's stack with the monitor that it waited for, where its event was seen. */
    public PinStack join(Pin pin, PinStack stack) {
        if (stack.facts().waitsIn() != PinFacts.Event.ENTER || pin.thread() == null) {
            return stack;
        }
        long thread = pin.thread().javaThreadId();
        MonitorJoin.Stretch<MonitorJoin.Monitor> wait = byThread.get(thread);
        return wait != null
                        && wait.together(new MonitorJoin.Stretch<>(thread, pin.startNanos(), pin.nanos(), stack)) >= 0
                ? stack.waitingFor(wait.of().className(), pin.nanos())
                : stack;
    }
}
