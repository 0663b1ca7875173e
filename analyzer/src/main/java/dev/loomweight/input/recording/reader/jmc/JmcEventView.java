package dev.loomweight.input.recording.reader.jmc;

import dev.loomweight.input.recording.reader.jmc.JmcValues.Typed;
import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmc.common.IMCStackTrace;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.LabeledIdentifier;

/**
 * An event as Mission Control reads it.
 *
 * <p>What Mission Control loses, and no road leads to:
 * <ul>
 *   <li>a field of type {@code byte} has a sign where it should have none, and none where it should;
 *   <li>a length of time in microseconds is a number;
 *   <li>a point in time that is no event's start is off if it is more than 2^53 ticks from the chunk's beginning (104
 *       days, at a tick a nanosecond), which shows with what stands for "never";
 *   <li>of a constant that was written twice into a chunk, such as a thread that was renamed, the JDK and Mission Control
 *       keep different ones;
 *   <li>the structures in an array, and those within an object that Mission Control knows by itself, are lists, because
 *       their fields have no names;
 *   <li>of what it knows by itself (classes, methods, packages, modules, class loaders, thread groups, old objects) only
 *       the fields that it knows are there, with null for those that the recording has not;
 *   <li>a {@code float} is as exact as a {@code double}, which shows in its text.
 * </ul>
 */
final class JmcEventView implements EventView {

    private static final String START = "startTime";
    private static final String DURATION = "duration";

    private final JmcEventType type;
    private final JmcStacks stacks;
    private final JmcClock clock;
    private final JmcValues values;
    private @Nullable Object[] event = new Object[0];

    JmcEventView(JmcEventType type, JmcStacks stacks, JmcClock clock) {
        this.type = type;
        this.stacks = stacks;
        this.clock = clock;
        this.values = new JmcValues(stacks, clock);
    }

    /** Shows another event. */
    void show(@Nullable Object[] values) {
        event = values;
    }

    @Override
    public String typeName() {
        return type.name();
    }

    @Override
    public boolean has(String field) {
        return type.place(field) >= 0 || !type.flattened(field).isEmpty();
    }

    @Override
    public Instant startTime() {
        return clock.nanos().instant(startTicks());
    }

    @Override
    public long durationNanos() {
        if (type.place(DURATION) < 0) {
            return 0;
        }
        long start = startTicks();
        return clock.nanos().nanosBetween(start, start + longValue(DURATION));
    }

    private long startTicks() {
        return clock.ticks((IQuantity) present(START));
    }

    @Override
    public long longValue(String field) {
        return JmcNumbers.number(present(field), clock).longValue();
    }

    @Override
    public @Nullable String text(String field) {
        Object raw = type.place(field) < 0 ? null : raw(field);
        if (raw instanceof IQuantity || raw instanceof LabeledIdentifier) {
            return JmcNumbers.number(raw, clock).toString();
        }
        Object value = value(field);
        if (value instanceof Map<?, ?> structure && structure.containsKey("name")) {
            value = structure.get("name");
        }
        return value == null ? null : value.toString();
    }

    @Override
    public @Nullable ThreadRef thread(String field) {
        return JmcThreads.of(raw(field));
    }

    @Override
    public @Nullable String eventType(String field) {
        return raw(field) instanceof LabeledIdentifier identifier ? identifier.getInterfaceId() : null;
    }

    @Override
    public EventType type() {
        return type.describe();
    }

    @Override
    public @Nullable Object value(String path) {
        if (path.equals(DURATION) && type.place(DURATION) >= 0) {
            return Duration.ofNanos(durationNanos());
        }
        int dot = path.indexOf('.');
        String first = dot < 0 ? path : path.substring(0, dot);
        String rest = dot < 0 ? "" : path.substring(dot + 1);
        if (type.place(first) >= 0) {
            return values.within(typed(type.place(first)), rest);
        }
        List<String> flattened = type.flattened(first);
        if (flattened.isEmpty()) {
            throw new IllegalArgumentException("no field " + first);
        }
        if (rest.isEmpty()) {
            Map<String, @Nullable Object> structure = new LinkedHashMap<>();
            flattened.forEach(name -> structure.put(name, values.value(typed(type.place(first, name)))));
            return structure;
        }
        int next = rest.indexOf('.');
        int place = type.place(first, next < 0 ? rest : rest.substring(0, next));
        if (place < 0) {
            throw new IllegalArgumentException("no field " + rest + " in " + first);
        }
        return values.within(typed(place), next < 0 ? "" : rest.substring(next + 1));
    }

    @Override
    public StackTrace stack() {
        int place = type.place("stackTrace");
        return place >= 0 && event[place] instanceof IMCStackTrace stack ? stacks.of(stack) : StackTrace.NONE;
    }

    private Typed typed(int place) {
        return new Typed(event[place], type.contentType(place));
    }

    private Object present(String field) {
        Object raw = raw(field);
        if (raw == null) {
            throw new IllegalArgumentException("no number in the field " + field);
        }
        return raw;
    }

    private @Nullable Object raw(String field) {
        int place = type.place(field);
        if (place < 0) {
            throw new IllegalArgumentException("no field " + field + " in " + type.name());
        }
        return event[place];
    }
}
