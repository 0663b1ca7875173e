package dev.loomweight.agent;

import dev.loomweight.jvm.ClassLocks;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.jvm.JvmStack;
import dev.loomweight.jvm.PinFacts;
import dev.loomweight.jvm.PinRule;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingStream;
import org.jspecify.annotations.Nullable;

/**
 * Listens to the JVM's own events as they are flushed, once a second, on a thread of its own. JFR gives the same stack
 * as the same object, so a site is found once for many pins.
 */
final class LiveEvents implements AutoCloseable {

    private static final int MAX_STACKS = 1000;
    private static final int MAX_WAITS = 1000;
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(1);
    private static final ClassLocks LOCKS = new ClassLocks();
    private static final String PINNED = PinFacts.Event.PINNED.eventType();
    private static final String WAIT = PinFacts.Event.WAIT.eventType();
    private static final String ENTER = PinFacts.Event.ENTER.eventType();
    private static final String REASON = "pinnedReason";
    private static final String OPERATION = "blockingOperation";

    private final RecordingStream stream = new RecordingStream();
    private final PinTotals pins;
    private final EventFigures events;
    private final PinWarnings warnings;
    private final IdentityHashMap<RecordedStackTrace, Seen> stacks = new IdentityHashMap<>();
    private final MonitorWaits waits = new MonitorWaits(MAX_WAITS);
    private final List<Waiting> waiting = new ArrayList<>();
    // Where the JVM gives reasons, monitors do not pin: a monitor event would be the same pin again, or none.
    private final boolean reasons = jdk.jfr.FlightRecorder.getFlightRecorder().getEventTypes().stream()
            .anyMatch(type -> type.getName().equals(PINNED) && type.getField(REASON) != null);
    private final CarrierCount carriers = new CarrierCount();
    private boolean counted;

    /** @param warnings takes each pin, on the thread that listens */
    LiveEvents(PinTotals pins, EventFigures events, PinWarnings warnings) {
        this.pins = pins;
        this.events = events;
        this.warnings = warnings;
    }

    private record Seen(PinFacts facts, PinSite site) {}

    /** A pin whose monitor is not known yet: the event of the wait may still come, until all are flushed. */
    private record Waiting(
            PinFacts facts, @Nullable RecordedStackTrace stack, long thread, long startNanos, long durationNanos) {}

    /** Begins. What the stream itself has to say of a damaged event, it swallows: an agent prints nothing. */
    void start() {
        stream.setReuse(true);
        stream.setOrdered(false);
        stream.enable(PINNED).withStackTrace().withThreshold(Duration.ZERO);
        stream.onEvent(PINNED, this::pinned);
        if (reasons) {
            // Names the monitor; its stack is that of the pin.
            stream.enable(ENTER).withoutStackTrace().withThreshold(SHORTEST_WAIT);
            stream.onEvent(ENTER, event -> addWait(event, waits));
        } else {
            for (String event : List.of(ENTER, WAIT)) {
                stream.enable(event).withStackTrace().withThreshold(SHORTEST_WAIT);
                stream.onEvent(event, this::monitor);
            }
        }
        stream.enable("jdk.VirtualThreadSubmitFailed").withStackTrace();
        stream.onEvent("jdk.VirtualThreadSubmitFailed", event -> events.failedSubmits.increment());
        stream.enable("jdk.DataLoss");
        stream.onEvent("jdk.DataLoss", event -> events.lostBytes.add(event.getLong("amount")));
        stream.enable("jdk.ResidentSetSize").withPeriod(Duration.ofSeconds(1));
        stream.onEvent("jdk.ResidentSetSize", event -> events.residentBytes.set(event.getLong("size")));
        stream.onFlush(this::flushed);
        stream.onError(error -> {});
        Thread.ofPlatform().daemon().name("loomweight-events").start(stream::start);
    }

    private void pinned(RecordedEvent event) {
        PinFacts facts = facts(event);
        RecordedThread thread = event.getThread();
        if (thread != null && isContended(facts) && event.getDuration().compareTo(SHORTEST_WAIT) >= 0) {
            Waiting pin = new Waiting(
                    facts,
                    event.getStackTrace(),
                    thread.getJavaThreadId(),
                    startNanos(event),
                    event.getDuration().toNanos());
            if (waiting.size() < MAX_WAITS && monitorOf(pin) == null) {
                waiting.add(pin);
            } else {
                add(pin);
            }
        } else {
            add(event, facts);
        }
    }

    private void flushed() {
        waiting.forEach(this::add);
        waiting.clear();
        stacks.clear();
        counted = false;
        warnings.allUntil(ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now()));
    }

    private void add(Waiting pin) {
        add(pin.facts.waitingFor(monitorOf(pin), pin.durationNanos), pin.stack, pin.startNanos, pin.durationNanos);
    }

    private @Nullable String monitorOf(Waiting pin) {
        return waits.during(pin.thread, pin.startNanos, pin.startNanos + pin.durationNanos);
    }

    /** Takes an event of a wait to enter a monitor, if it is of a virtual thread. */
    static void addWait(RecordedEvent event, MonitorWaits waits) {
        RecordedThread thread = event.getThread();
        String monitor = monitorOf(event);
        if (thread != null && thread.isVirtual() && monitor != null) {
            long start = startNanos(event);
            waits.add(
                    thread.getJavaThreadId(), start, start + event.getDuration().toNanos(), monitor);
        }
    }

    private static long startNanos(RecordedEvent event) {
        return ChronoUnit.NANOS.between(Instant.EPOCH, event.getStartTime());
    }

    private void monitor(RecordedEvent event) {
        RecordedThread thread = event.getThread();
        if (thread != null && thread.isVirtual()) {
            add(event, facts(event));
        }
    }

    private static PinFacts facts(RecordedEvent event) {
        RecordedThread thread = event.getThread();
        String threadName = thread == null ? null : thread.getJavaName();
        return switch (PinFacts.Event.of(event.getEventType().getName())) {
            case PINNED -> PinFacts.pinned(threadName, text(event, OPERATION), text(event, REASON));
            case ENTER ->
                PinFacts.enter(threadName, monitorOf(event), event.getDuration().toNanos());
            case WAIT -> PinFacts.wait(threadName, monitorOf(event));
        };
    }

    private static @Nullable String text(RecordedEvent event, String field) {
        return event.hasField(field) ? event.getString(field) : null;
    }

    private static @Nullable String monitorOf(RecordedEvent event) {
        RecordedClass monitor = event.getValue("monitorClass");
        return monitor == null ? null : JvmNames.stableName(monitor.getName());
    }

    /** Whether it waits to enter a monitor, of which another event has the class. */
    private static boolean isContended(PinFacts facts) {
        return facts.waitsIn() == PinFacts.Event.ENTER && !facts.jvmOwn();
    }

    /**
     * The site of an event: of a pin, or before JDK 24 of a virtual thread that waits for a monitor.
     *
     * @param waits names the monitors that pins from JDK 24 on waited for
     */
    static PinSite siteOf(RecordedEvent event, MonitorWaits waits) {
        PinFacts facts = facts(event);
        RecordedThread thread = event.getThread();
        if (thread != null && isContended(facts)) {
            long start = startNanos(event);
            long nanos = event.getDuration().toNanos();
            facts = facts.waitingFor(waits.during(thread.getJavaThreadId(), start, start + nanos), nanos);
        }
        return siteOf(event.getStackTrace(), facts, event.hasField(REASON));
    }

    private static PinSite siteOf(@Nullable RecordedStackTrace stack, PinFacts facts, boolean reasons) {
        EventFrames frames = new EventFrames(stack);
        return PinSite.of(
                new PinRule(facts, frames, LOCKS)
                        .causes(reasons, frames::isSynchronized)
                        .getFirst(),
                frames);
    }

    private void add(RecordedEvent event, PinFacts facts) {
        add(facts, event.getStackTrace(), startNanos(event), event.getDuration().toNanos());
    }

    private void add(PinFacts facts, @Nullable RecordedStackTrace stack, long startNanos, long durationNanos) {
        Seen seen = stack == null ? null : stacks.get(stack);
        if (seen == null || !seen.facts.equals(facts)) {
            seen = new Seen(facts, siteOf(stack, facts, reasons));
            if (stack != null) {
                if (stacks.size() >= MAX_STACKS) {
                    stacks.clear();
                }
                stacks.put(stack, seen);
            }
        }
        if (!counted) {
            // Once a flush, after all that is flushed has ended.
            pins.carriers(carriers.now());
            counted = true;
        }
        pins.add(seen.site, startNanos, durationNanos);
        if (facts.event() == PinFacts.Event.PINNED) {
            pins.addEvent(durationNanos);
        }
        warnings.add(seen.site, startNanos, durationNanos);
    }

    @Override
    public void close() {
        stream.close();
    }

    /** The frames of an event, as JFR gives them. */
    private static final class EventFrames extends JvmStack {

        private final List<RecordedFrame> frames;
        private final boolean truncated;

        /** @param stack null where none was recorded */
        EventFrames(@Nullable RecordedStackTrace stack) {
            this.frames = stack == null ? List.of() : stack.getFrames();
            this.truncated = stack != null && stack.isTruncated();
        }

        @Override
        public int size() {
            return frames.size();
        }

        @Override
        public boolean isTruncated() {
            return truncated;
        }

        @Override
        protected String recordedClass(int i) {
            RecordedMethod method = frames.get(i).getMethod();
            return method == null ? "" : method.getType().getName();
        }

        @Override
        protected String methodName(int i) {
            RecordedMethod method = frames.get(i).getMethod();
            return method == null ? "" : method.getName();
        }

        @Override
        protected String descriptor(int i) {
            RecordedMethod method = frames.get(i).getMethod();
            return method == null ? "" : method.getDescriptor();
        }

        @Override
        protected int modifiers(int i) {
            RecordedMethod method = frames.get(i).getMethod();
            return method == null ? 0 : method.getModifiers();
        }

        @Override
        protected int bytecodeIndex(int i) {
            return frames.get(i).getBytecodeIndex();
        }

        @Override
        protected int line(int i) {
            return frames.get(i).getLineNumber();
        }
    }
}
