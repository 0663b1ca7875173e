package dev.loomweight.agent;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingStream;

/**
 * Listens to the JVM's own events as they are flushed, once a second, on a thread of its own. JFR gives the same stack
 * as the same object, so a site is found once for many pins.
 */
final class LiveEvents implements AutoCloseable {

    private static final int MOST_STACKS = 1000;
    private static final String PINNED = "jdk.VirtualThreadPinned";
    private static final String REASON = "pinnedReason";
    private static final String WAIT = "jdk.JavaMonitorWait";
    private static final String ENTER = "jdk.JavaMonitorEnter";

    private final RecordingStream stream = new RecordingStream();
    private final PinFigures pins;
    private final EventFigures events;
    private final Consumer<PinSite> newSites;
    private final IdentityHashMap<RecordedStackTrace, Seen> stacks = new IdentityHashMap<>();
    // A JVM that gives reasons reports every pin, so a monitor event would be the same pin again.
    private boolean reasonsRecorded;

    /** @param newSites receives each new site, on the thread that listens */
    LiveEvents(PinFigures pins, EventFigures events, Consumer<PinSite> newSites) {
        this.pins = pins;
        this.events = events;
        this.newSites = newSites;
    }

    private record Seen(String event, String reason, PinSite site) {}

    /** Begins. What the stream itself has to say of a damaged event, it swallows: an agent prints nothing. */
    void start() {
        reasonsRecorded = jdk.jfr.FlightRecorder.getFlightRecorder().getEventTypes().stream()
                .anyMatch(type -> type.getName().equals(PINNED) && type.getField(REASON) != null);
        stream.setReuse(true);
        stream.setOrdered(false);
        stream.enable(PINNED).withStackTrace().withThreshold(Duration.ZERO);
        stream.onEvent(PINNED, this::pinned);
        if (!reasonsRecorded) {
            for (String event : List.of(ENTER, WAIT)) {
                stream.enable(event).withStackTrace().withThreshold(Duration.ofMillis(1));
                stream.onEvent(event, this::monitor);
            }
        }
        stream.enable("jdk.VirtualThreadSubmitFailed").withStackTrace();
        stream.onEvent("jdk.VirtualThreadSubmitFailed", event -> events.failedSubmits.increment());
        stream.enable("jdk.DataLoss");
        stream.onEvent("jdk.DataLoss", event -> events.lostBytes.add(event.getLong("amount")));
        stream.enable("jdk.ResidentSetSize").withPeriod(Duration.ofSeconds(1));
        stream.onEvent("jdk.ResidentSetSize", event -> events.residentBytes.set(event.getLong("size")));
        stream.onFlush(stacks::clear);
        stream.onError(error -> {});
        Thread.ofPlatform().daemon().name("loomweight-events").start(stream::start);
    }

    private void pinned(RecordedEvent event) {
        String reason = reasonsRecorded ? event.getString(REASON) : null;
        add(event, PINNED, reason == null ? "" : reason);
    }

    private void monitor(RecordedEvent event) {
        RecordedThread thread = event.getThread();
        if (thread != null && thread.isVirtual()) {
            String name = event.getEventType().getName();
            RecordedClass monitor = event.getValue("monitorClass");
            // The JVM waits for another thread's class initialization on an int array.
            boolean isInitialization =
                    name.equals(WAIT) && monitor != null && monitor.getName().equals("[I");
            add(event, name, isInitialization ? "[I" : "");
        }
    }

    private void add(RecordedEvent event, String name, String reason) {
        RecordedStackTrace stack = event.getStackTrace();
        Seen seen = stack == null ? null : stacks.get(stack);
        if (seen == null || !seen.event.equals(name) || !seen.reason.equals(reason)) {
            seen = new Seen(name, reason, site(stack == null ? List.of() : stack.getFrames(), name, reason));
            if (stack != null) {
                if (stacks.size() >= MOST_STACKS) {
                    stacks.clear();
                }
                stacks.put(stack, seen);
            }
        }
        long start = ChronoUnit.NANOS.between(Instant.EPOCH, event.getStartTime());
        if (pins.add(seen.site, start, event.getDuration().toNanos())) {
            newSites.accept(seen.site);
        }
    }

    private static PinSite site(List<jdk.jfr.consumer.RecordedFrame> frames, String name, String reason) {
        PinFinder finder = new PinFinder(frames);
        return switch (name) {
            case ENTER -> finder.undecided(Cause.MONITOR_ENTER);
            case WAIT -> finder.undecided(reason.isEmpty() ? Cause.OBJECT_WAIT : Cause.OTHER_CLASS_INITIALIZATION);
            default -> finder.pinned(reason.isEmpty() ? null : reason);
        };
    }

    @Override
    public void close() {
        stream.close();
    }
}
