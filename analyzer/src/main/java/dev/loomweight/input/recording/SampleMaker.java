package dev.loomweight.input.recording;

import dev.loomweight.capture.SecretEvents;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.recording.reader.EventSink;
import dev.loomweight.sample.EventKind;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes samples of the events that one thread reads, and counts what it sees for the coverage. Whatever reader the
 * events come from, this is where they become samples.
 */
final class SampleMaker implements EventSink {

    private static final String SETTING = "jdk.ActiveSetting";
    private static final String DATA_LOSS = "jdk.DataLoss";

    /** Stands for the events that describe the recording itself. */
    static final String RECORDER = "the recorder";

    private final Origin origin;
    private final SampleSink sink;
    private final Map<String, Maker> makers = new HashMap<>();
    private final EventTally ofTheRecorder = new EventTally(RECORDER);
    private long lostBytes;

    private final Map<String, Long> secrets = new HashMap<>();

    private record Maker(EventKind<?> kind, EventTally tally, boolean secret) {}

    SampleMaker(Origin origin, List<EventKind<?>> kinds, SampleSink sink) {
        this.origin = origin;
        this.sink = sink;
        for (EventKind<?> kind : kinds) {
            makers.put(
                    kind.eventType(),
                    new Maker(kind, new EventTally(kind.eventType()), Secrets.areIn(kind.eventType())));
        }
    }

    /** The event types that are to be read for some kinds of sample. */
    static Set<String> eventTypes(List<EventKind<?>> kinds) {
        Set<String> types = new LinkedHashSet<>();
        kinds.forEach(kind -> types.add(kind.eventType()));
        types.add(SETTING);
        types.add(DATA_LOSS);
        // Counted, so that the report can mention them; their values are not read.
        types.addAll(SecretEvents.TYPES);
        return types;
    }

    @Override
    public void accept(EventView event) {
        Maker maker = makers.get(event.typeName());
        if (maker != null) {
            if (maker.secret) {
                secrets.merge(maker.kind.eventType(), 1L, Long::sum);
            }
            Sample sample = sample(maker, event);
            if (sample != null) {
                maker.tally.add(event.stack(), event.durationNanos());
                sink.accept(origin, sample);
            }
            return;
        }
        try {
            switch (event.typeName()) {
                case SETTING -> setting(event);
                case DATA_LOSS -> lost(event.longValue("amount"));
                default -> {
                    if (Secrets.areIn(event.typeName())) {
                        secrets.merge(event.typeName(), 1L, Long::sum);
                    }
                }
            }
        } catch (IllegalArgumentException e) {
            ofTheRecorder.addUnlike(String.valueOf(e.getMessage()));
        }
    }

    private static @Nullable Sample sample(Maker maker, EventView event) {
        try {
            return maker.kind.decoder().apply(event);
        } catch (IllegalArgumentException e) {
            // Metadata that is damaged, or of a JDK that names a field otherwise.
            maker.tally.addUnlike(String.valueOf(e.getMessage()));
            return null;
        }
    }

    private void lost(long bytes) {
        if (bytes < 0 || lostBytes + bytes < 0) {
            throw new IllegalArgumentException(DATA_LOSS + " has lost " + bytes + " bytes");
        }
        lostBytes += bytes;
    }

    private void setting(EventView event) {
        String type = event.eventType("id");
        Maker maker = type == null ? null : makers.get(type);
        if (maker == null) {
            return;
        }
        String name = event.text("name");
        String value = event.text("value");
        if (name != null && value != null) {
            maker.tally.settings().add(event.startTime(), name, value);
        }
    }

    /** What has been seen of one event type, or of {@link #RECORDER}. */
    EventTally tally(String eventType) {
        if (eventType.equals(RECORDER)) {
            return ofTheRecorder;
        }
        Maker maker = makers.get(eventType);
        if (maker == null) {
            throw new IllegalArgumentException(eventType);
        }
        return maker.tally;
    }

    /** The event data that the JVM reports as lost, in bytes. */
    long lostBytes() {
        return lostBytes;
    }

    /** How many events there are that can hold a secret, by their type. */
    Map<String, Long> secrets() {
        return secrets;
    }
}
