package dev.loomweight.agent;

import dev.loomweight.jvm.JvmNames;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingStream;
import org.jspecify.annotations.Nullable;

/**
 * Listens to the JVM's own events as they are flushed, once a second, on a thread of its own. JFR gives the same stack
 * as the same object, so a site is found once for many pins.
 */
final class LiveEvents implements AutoCloseable {

    private static final int MOST_STACKS = 1000;
    private static final int MOST_WAITS = 1000;
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(1);
    private static final String PINNED = "jdk.VirtualThreadPinned";
    private static final String REASON = "pinnedReason";
    private static final String OPERATION = "blockingOperation";
    private static final String CONTENDED = "Contended monitor enter";
    private static final String WAIT = "jdk.JavaMonitorWait";
    private static final String ENTER = "jdk.JavaMonitorEnter";

    private final RecordingStream stream = new RecordingStream();
    private final PinFigures pins;
    private final EventFigures events;
    private final PinWarnings warnings;
    private final IdentityHashMap<RecordedStackTrace, Seen> stacks = new IdentityHashMap<>();
    private final MonitorWaits waits = new MonitorWaits(MOST_WAITS);
    private final List<Waiting> waiting = new ArrayList<>();
    private final CarrierCount carriers = new CarrierCount();
    private boolean counted;

    /** @param warnings takes each pin, on the thread that listens */
    LiveEvents(PinFigures pins, EventFigures events, PinWarnings warnings) {
        this.pins = pins;
        this.events = events;
        this.warnings = warnings;
    }

    private record Seen(Words words, PinSite site) {}

    /** A pin whose monitor is not known yet: the event of the wait may still come, until all are flushed. */
    private record Waiting(
            Words words, @Nullable RecordedStackTrace stack, long thread, long startNanos, long durationNanos) {}

    /** Begins. What the stream itself has to say of a damaged event, it swallows: an agent prints nothing. */
    void start() {
        // Where the JVM gives reasons, monitors do not pin: a monitor event would be the same pin again, or none.
        boolean reasons = jdk.jfr.FlightRecorder.getFlightRecorder().getEventTypes().stream()
                .anyMatch(type -> type.getName().equals(PINNED) && type.getField(REASON) != null);
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
        Words words = Words.of(event);
        RecordedThread thread = event.getThread();
        if (thread != null && words.isContended() && event.getDuration().compareTo(SHORTEST_WAIT) >= 0) {
            Waiting pin = new Waiting(
                    words,
                    event.getStackTrace(),
                    thread.getJavaThreadId(),
                    startNanos(event),
                    event.getDuration().toNanos());
            if (waiting.size() < MOST_WAITS && monitorOf(pin) == null) {
                waiting.add(pin);
            } else {
                add(pin);
            }
        } else {
            add(event, words);
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
        add(pin.words.waitingFor(monitorOf(pin), pin.durationNanos), pin.stack, pin.startNanos, pin.durationNanos);
    }

    private @Nullable String monitorOf(Waiting pin) {
        return waits.during(pin.thread, pin.startNanos, pin.startNanos + pin.durationNanos);
    }

    /** Takes an event of a wait to enter a monitor, if it is of a virtual thread. */
    static void addWait(RecordedEvent event, MonitorWaits waits) {
        RecordedThread thread = event.getThread();
        RecordedClass monitor = event.getValue("monitorClass");
        if (thread != null && thread.isVirtual() && monitor != null) {
            long start = startNanos(event);
            waits.add(
                    thread.getJavaThreadId(), start, start + event.getDuration().toNanos(), monitor.getName());
        }
    }

    private static long startNanos(RecordedEvent event) {
        return ChronoUnit.NANOS.between(Instant.EPOCH, event.getStartTime());
    }

    private void monitor(RecordedEvent event) {
        RecordedThread thread = event.getThread();
        if (thread != null && thread.isVirtual()) {
            add(event, Words.of(event));
        }
    }

    /**
     * What of an event decides its site, in addition to its stack.
     *
     * @param jvmOwn whether it is the JVM's own; where it waits for the lock of a class, if the JVM takes that lock
     */
    private record Words(
            String event,
            boolean reasons,
            String reason,
            String operation,
            @Nullable String monitorClass,
            boolean jvmOwn) {

        private static Words of(RecordedEvent event) {
            String name = event.getEventType().getName();
            RecordedThread thread = event.getThread();
            String threadName = thread == null ? null : thread.getJavaName();
            if (name.equals(PINNED)) {
                String reason = text(event, REASON);
                return new Words(
                        name,
                        event.hasField(REASON),
                        reason,
                        text(event, OPERATION),
                        null,
                        JvmNames.isJvmOwnPin(threadName, reason));
            }
            if (JvmNames.isPoller(threadName)) {
                return new Words(name, false, "", "", null, true);
            }
            RecordedClass monitor = name.equals(ENTER) ? event.getValue("monitorClass") : null;
            String monitorClass = monitor == null ? null : monitor.getName();
            boolean jvmOwn =
                    JvmNames.isShortLinking(monitorClass, event.getDuration().toNanos());
            return new Words(name, false, "", "", monitorClass, jvmOwn);
        }

        /** Whether it waits to enter a monitor, of which another event has the class. */
        private boolean isContended() {
            return operation.equals(CONTENDED) && !jvmOwn;
        }

        /** The same with the class of its monitor, or null where that is not known. */
        private Words waitingFor(@Nullable String monitor, long nanos) {
            return new Words(
                    event, reasons, reason, operation, monitor, jvmOwn || JvmNames.isShortLinking(monitor, nanos));
        }

        private static String text(RecordedEvent event, String field) {
            String text = event.hasField(field) ? event.getString(field) : null;
            return text == null ? "" : text;
        }

        private PinSite site(PinFinder stack) {
            if (jvmOwn
                    && (monitorClass == null
                            || !JvmNames.isClassLock(monitorClass)
                            || stack.isClassLockOfJvm(reason, monitorClass))) {
                return stack.undecided(Cause.JVM_OWN);
            }
            return switch (event) {
                case ENTER -> stack.monitorEnter(monitorClass);
                case WAIT -> stack.monitorWait();
                default -> reasons ? stack.pinned(reason, operation, monitorClass) : stack.pinned();
            };
        }
    }

    /**
     * The site of an event: of a pin, or before JDK 24 of a virtual thread that waits for a monitor.
     *
     * @param waits names the monitors that pins from JDK 24 on waited for
     */
    static PinSite siteOf(RecordedEvent event, MonitorWaits waits) {
        Words words = Words.of(event);
        RecordedThread thread = event.getThread();
        if (thread != null && words.isContended()) {
            long start = startNanos(event);
            long nanos = event.getDuration().toNanos();
            words = words.waitingFor(waits.during(thread.getJavaThreadId(), start, start + nanos), nanos);
        }
        return siteOf(event.getStackTrace(), words);
    }

    private static PinSite siteOf(@Nullable RecordedStackTrace stack, Words words) {
        return words.site(
                stack == null
                        ? new PinFinder(List.of(), false)
                        : new PinFinder(stack.getFrames(), stack.isTruncated()));
    }

    private void add(RecordedEvent event, Words words) {
        add(words, event.getStackTrace(), startNanos(event), event.getDuration().toNanos());
    }

    private void add(Words words, @Nullable RecordedStackTrace stack, long startNanos, long durationNanos) {
        Seen seen = stack == null ? null : stacks.get(stack);
        if (seen == null || !seen.words.equals(words)) {
            seen = new Seen(words, siteOf(stack, words));
            if (stack != null) {
                if (stacks.size() >= MOST_STACKS) {
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
        if (words.event.equals(PINNED)) {
            pins.addEvent(durationNanos);
        }
        warnings.add(seen.site, startNanos, durationNanos);
    }

    @Override
    public void close() {
        stream.close();
    }
}
