package dev.loomweight.input.recording.reader.jdk;

import dev.loomweight.input.recording.reader.StackPool;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.util.Map;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/**
 * An event as {@code jdk.jfr.consumer} reads it.
 *
 * <p>Durations are the JDK's: the difference of the end and the start, each converted from ticks to nanoseconds. Readers
 * that convert the difference of the ticks get up to a nanosecond more or less.
 *
 * @param stacks what earlier events had
 * @param typeNames the event types by number
 * @param described what the metadata says of the event types, by name
 * @param event the event
 */
record JdkEventView(
        StackPool<RecordedStackTrace> stacks,
        Map<Long, String> typeNames,
        Map<String, jdk.jfr.EventType> described,
        RecordedEvent event)
        implements EventView {

    @Override
    public String typeName() {
        return event.getEventType().getName();
    }

    @Override
    public boolean has(String field) {
        return event.hasField(field);
    }

    @Override
    public boolean isRecorded(String eventType, String field) {
        jdk.jfr.EventType type = described.get(eventType);
        return type != null && type.getField(field) != null;
    }

    @Override
    public long startNanos() {
        return EpochNanos.of(event.getStartTime());
    }

    @Override
    public boolean isTrue(String field) {
        return event.getBoolean(field);
    }

    @Override
    public long durationNanos() {
        return event.getDuration().toNanos();
    }

    @Override
    public long longValue(String field) {
        return event.getLong(field);
    }

    @Override
    public @Nullable String text(String field) {
        Object value = event.getValue(field);
        return switch (value) {
            case null -> null;
            case RecordedClass type -> type.getName();
            case RecordedObject object when object.hasField("name") -> object.getString("name");
            default -> value.toString();
        };
    }

    @Override
    public @Nullable ThreadRef thread(String field) {
        return JdkValues.thread(event.getThread(field));
    }

    @Override
    public @Nullable String eventType(String field) {
        return typeNames.get(event.getLong(field));
    }

    @Override
    public EventType type() {
        return JdkTypes.describe(event.getEventType());
    }

    @Override
    public @Nullable Object value(String path) {
        return switch (path) {
            // The event keeps its own times apart from its fields.
            case "startTime" -> startTime();
            case "duration" -> event.getDuration();
            default -> new JdkValues(stacks).read(event, path);
        };
    }

    @Override
    public StackTrace stack() {
        return stacks.get(event.getStackTrace());
    }
}
