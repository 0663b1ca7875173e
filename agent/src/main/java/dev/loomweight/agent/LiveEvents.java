package dev.loomweight.agent;

import dev.loomweight.jvm.JvmNames;
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
    private static final String OPERATION = "blockingOperation";
    private static final String WAIT = "jdk.JavaMonitorWait";
    private static final String ENTER = "jdk.JavaMonitorEnter";

    private final RecordingStream stream = new RecordingStream();
    private final PinFigures pins;
    private final EventFigures events;
    private final Consumer<PinSite> newSites;
    private final IdentityHashMap<RecordedStackTrace, Seen> stacks = new IdentityHashMap<>();
    /** @param newSites receives each new site, on the thread that listens */
    LiveEvents(PinFigures pins, EventFigures events, Consumer<PinSite> newSites) {
        this.pins = pins;
        this.events = events;
        this.newSites = newSites;
    }

    private record Seen(Words words, PinSite site) {}

    /** Begins. What the stream itself has to say of a damaged event, it swallows: an agent prints nothing. */
    void start() {
        // Where the JVM gives reasons, monitors do not pin: a monitor event would be the same pin again, or none.
        boolean reasons = jdk.jfr.FlightRecorder.getFlightRecorder().getEventTypes().stream()
                .anyMatch(type -> type.getName().equals(PINNED) && type.getField(REASON) != null);
        stream.setReuse(true);
        stream.setOrdered(false);
        stream.enable(PINNED).withStackTrace().withThreshold(Duration.ZERO);
        stream.onEvent(PINNED, this::pinned);
        if (!reasons) {
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
        add(event, Words.of(event));
    }

    private void monitor(RecordedEvent event) {
        RecordedThread thread = event.getThread();
        if (thread != null && thread.isVirtual()) {
            add(event, Words.of(event));
        }
    }

    /** What of an event decides its site, in addition to its stack. */
    private record Words(String event, boolean reasons, String reason, String operation, boolean jvmOwn) {

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
                        JvmNames.isJvmOwnPin(threadName, reason));
            }
            RecordedClass monitor = name.equals(ENTER) ? event.getValue("monitorClass") : null;
            boolean jvmOwn = JvmNames.isJvmOwnEnter(threadName, monitor == null ? null : monitor.getName());
            return new Words(name, false, "", "", jvmOwn);
        }

        private static String text(RecordedEvent event, String field) {
            String text = event.hasField(field) ? event.getString(field) : null;
            return text == null ? "" : text;
        }

        private PinSite site(PinFinder stack) {
            if (jvmOwn) {
                return stack.undecided(Cause.JVM_OWN);
            }
            return switch (event) {
                case ENTER -> stack.monitorEnter();
                case WAIT -> stack.monitorWait();
                default -> reasons ? stack.pinned(reason, operation) : stack.pinned();
            };
        }
    }

    /** The site of an event: of a pin, or before JDK 24 of a virtual thread that waits for a monitor. */
    static PinSite siteOf(RecordedEvent event) {
        return siteOf(event, Words.of(event));
    }

    private static PinSite siteOf(RecordedEvent event, Words words) {
        RecordedStackTrace stack = event.getStackTrace();
        return words.site(
                stack == null
                        ? new PinFinder(List.of(), false)
                        : new PinFinder(stack.getFrames(), stack.isTruncated()));
    }

    private void add(RecordedEvent event, Words words) {
        RecordedStackTrace stack = event.getStackTrace();
        Seen seen = stack == null ? null : stacks.get(stack);
        if (seen == null || !seen.words.equals(words)) {
            seen = new Seen(words, siteOf(event, words));
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

    @Override
    public void close() {
        stream.close();
    }
}
