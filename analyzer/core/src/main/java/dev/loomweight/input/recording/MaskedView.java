package dev.loomweight.input.recording;

import dev.loomweight.capture.SecretEvents;
import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An event some of whose fields are masked; for one thread, and reused as the events of readers are. */
final class MaskedView implements EventView {

    private @Nullable EventView event;
    private Set<String> masked = Set.of();

    EventView over(EventView other, Set<String> fields) {
        event = other;
        masked = fields;
        return this;
    }

    private EventView event() {
        EventView of = event;
        if (of == null) {
            throw new IllegalStateException("there is no event yet");
        }
        return of;
    }

    @Override
    public @Nullable String text(String field) {
        String text = event().text(field);
        return text != null && masked.contains(field) ? SecretEvents.MASK : text;
    }

    @Override
    public @Nullable Object value(String path) {
        Object value = event().value(path);
        return value != null && masked.contains(first(path)) ? SecretEvents.MASK : value;
    }

    private static String first(String path) {
        int dot = path.indexOf('.');
        return dot < 0 ? path : path.substring(0, dot);
    }

    @Override
    public String typeName() {
        return event().typeName();
    }

    @Override
    public boolean has(String field) {
        return event().has(field);
    }

    @Override
    public boolean isRecorded(String eventType, String field) {
        return event().isRecorded(eventType, field);
    }

    @Override
    public long startNanos() {
        return event().startNanos();
    }

    @Override
    public boolean isTrue(String field) {
        return event().isTrue(field);
    }

    @Override
    public long durationNanos() {
        return event().durationNanos();
    }

    @Override
    public long longValue(String field) {
        return event().longValue(field);
    }

    @Override
    public @Nullable ThreadRef thread(String field) {
        return event().thread(field);
    }

    @Override
    public @Nullable String eventType(String field) {
        return event().eventType(field);
    }

    @Override
    public EventType type() {
        return event().type();
    }

    @Override
    public StackTrace stack() {
        return event().stack();
    }
}
