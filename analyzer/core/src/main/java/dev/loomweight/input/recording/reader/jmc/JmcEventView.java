package dev.loomweight.input.recording.reader.jmc;

import dev.loomweight.input.recording.reader.RecordedNames;
import dev.loomweight.input.recording.reader.jmc.JmcValues.Typed;
import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmc.common.IMCStackTrace;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.LabeledIdentifier;

/**
 * An event as Mission Control reads it.
 *
 * <p>Mission Control loses, and nothing can restore:
 * <ul>
 *   <li>whether a {@code byte} has a sign: it treats signed ones as unsigned and the other way round;
 *   <li>the unit of a time span in microseconds, and the precision of a {@code float};
 *   <li>a point in time, other than the event's start, more than 2^53 ticks from the chunk's start (104 days at one tick
 *       a nanosecond), as the value for "never" is;
 *   <li>which of two constants of a chunk with one number is meant, as of a thread that was renamed;
 *   <li>the names of the fields of structures in arrays and within its own objects: such structures are lists;
 *   <li>fields of its own objects (classes, methods, packages, modules, class loaders, thread groups, old objects) that
 *       it does not know; those that it knows and the recording has not are null.
 * </ul>
 */
final class JmcEventView implements EventView {

    private static final String DURATION = "duration";

    private final JmcEventType eventType;
    private final Map<String, JmcEventType> described;
    private final JmcValues values;
    private final @Nullable Object[] event;

    /**
     * @param described all event types of the chunk, by name
     * @param event the values of its fields
     */
    JmcEventView(
            JmcEventType eventType, Map<String, JmcEventType> described, JmcValues values, @Nullable Object[] event) {
        this.eventType = eventType;
        this.described = described;
        this.values = values;
        this.event = event;
    }

    @Override
    public String typeName() {
        return eventType.name();
    }

    @Override
    public boolean has(String field) {
        return eventType.has(field);
    }

    @Override
    public boolean isRecorded(String type, String field) {
        JmcEventType of = described.get(type);
        return of != null && of.has(field);
    }

    @Override
    public long startNanos() {
        return values.clock().nanos().nanosAt(longValue("startTime"));
    }

    @Override
    public boolean isTrue(String field) {
        return Boolean.TRUE.equals(value(field));
    }

    @Override
    public long durationNanos() {
        if (!has(DURATION)) {
            return 0;
        }
        long start = longValue("startTime");
        return values.clock().nanos().nanosBetween(start, start + longValue(DURATION));
    }

    @Override
    public long longValue(String field) {
        return values.clock().number(raw(field)).longValue();
    }

    @Override
    public @Nullable String text(String field) {
        Object raw = raw(field);
        if (raw instanceof IQuantity || raw instanceof LabeledIdentifier) {
            return values.clock().number(raw).toString();
        }
        return RecordedNames.text(value(field));
    }

    @Override
    public @Nullable ThreadRef thread(String field) {
        return JmcValues.thread(raw(field));
    }

    @Override
    public @Nullable String eventType(String field) {
        return raw(field) instanceof LabeledIdentifier identifier ? identifier.getInterfaceId() : null;
    }

    @Override
    public EventType type() {
        return eventType.describe();
    }

    @Override
    public @Nullable Object value(String path) {
        if (path.equals(DURATION) && has(DURATION)) {
            return Duration.ofNanos(durationNanos());
        }
        int dot = path.indexOf('.');
        Typed field = eventType.value(event, dot < 0 ? path : path.substring(0, dot));
        return values.within(field, dot < 0 ? "" : path.substring(dot + 1));
    }

    @Override
    public StackTrace stack() {
        return has("stackTrace") && raw("stackTrace") instanceof IMCStackTrace stack
                ? values.stack(stack)
                : StackTrace.NONE;
    }

    private @Nullable Object raw(String field) {
        return eventType.value(event, field).raw();
    }
}
