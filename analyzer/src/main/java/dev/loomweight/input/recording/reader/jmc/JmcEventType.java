package dev.loomweight.input.recording.reader.jmc;

import dev.loomweight.sample.EventField;
import dev.loomweight.sample.EventField.Meaning;
import dev.loomweight.sample.EventType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.openjdk.jmc.common.unit.ContentType;
import org.openjdk.jmc.common.unit.KindOfQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.parser.ValueField;

/**
 * An event type of one chunk as Mission Control describes it: which value of an event is which field.
 *
 * <p>A structure that lies in the event itself is flattened: its fields stand beside the others, as
 * {@code heapSpace:start}, and its type has no name. Of primitive types Mission Control tells apart truth values and numbers, not numbers by their
 * size; of lengths of time it does not tell the unit, of unsigned numbers that they are, and an array has no type. It
 * marks the label of what is experimental.
 */
final class JmcEventType {

    private static final char FLATTENED = ':';
    private static final String FLATTENED_LABEL = " : ";

    private static final Map<ContentType<?>, String> NAMES = Map.ofEntries(
            Map.entry(UnitLookup.FLAG, "boolean"),
            Map.entry(UnitLookup.RAW_NUMBER, "long"),
            Map.entry(UnitLookup.LABELED_IDENTIFIER, "long"),
            Map.entry(UnitLookup.PERCENTAGE, "float"),
            Map.entry(UnitLookup.PLAIN_TEXT, "java.lang.String"),
            Map.entry(UnitLookup.CLASS, "java.lang.Class"),
            Map.entry(UnitLookup.THREAD, "java.lang.Thread"),
            Map.entry(UnitLookup.THREAD_GROUP, "jdk.types.ThreadGroup"),
            Map.entry(UnitLookup.STACKTRACE, "jdk.types.StackTrace"),
            Map.entry(UnitLookup.METHOD, "jdk.types.Method"),
            Map.entry(UnitLookup.CLASS_LOADER, "jdk.types.ClassLoader"),
            Map.entry(UnitLookup.MODULE, "jdk.types.Module"),
            Map.entry(UnitLookup.PACKAGE, "jdk.types.Package"),
            Map.entry(UnitLookup.OLD_OBJECT, "jdk.types.OldObject"),
            Map.entry(UnitLookup.OLD_OBJECT_GC_ROOT, "jdk.types.OldObjectGcRoot"),
            Map.entry(UnitLookup.UNKNOWN, "java.lang.Object"));

    private final String name;
    private final String label;
    private final List<ValueField> fields;
    private final Map<String, Integer> places = new LinkedHashMap<>();

    JmcEventType(String name, String label, List<ValueField> fields) {
        this.name = name;
        this.label = label;
        this.fields = List.copyOf(fields);
        for (int i = 0; i < fields.size(); i++) {
            places.put(fields.get(i).getIdentifier(), i);
        }
    }

    String name() {
        return name;
    }

    /** Where an event has a field, or -1. */
    int place(String field) {
        return places.getOrDefault(field, -1);
    }

    /** Where an event has a field within a flattened one, or -1. */
    int place(String field, String within) {
        return place(field + FLATTENED + within);
    }

    /** What Mission Control says of the type of a field. */
    ContentType<?> contentType(int place) {
        return fields.get(place).getContentType();
    }

    /** The names of the fields within a flattened one; empty for any other. */
    List<String> flattened(String field) {
        String start = field + FLATTENED;
        return places.keySet().stream()
                .filter(id -> id.startsWith(start))
                .map(id -> id.substring(start.length()))
                .toList();
    }

    /** The type in our words. */
    EventType describe() {
        Map<String, EventField> described = new LinkedHashMap<>();
        for (ValueField field : fields) {
            String id = field.getIdentifier();
            int at = id.indexOf(FLATTENED);
            if (at < 0) {
                described.put(id, field(field, id, label(field, id)));
            } else {
                described.merge(id.substring(0, at), flattened(field, at), JmcEventType::join);
            }
        }
        return new EventType(name, label, List.copyOf(described.values()));
    }

    private static EventField flattened(ValueField field, int at) {
        String id = field.getIdentifier();
        String[] labels = label(field, id).split(FLATTENED_LABEL, 2);
        EventField part = field(field, id.substring(at + 1), labels[labels.length - 1]);
        return new EventField(id.substring(0, at), labels[0], "java.lang.Object", false, Meaning.PLAIN, List.of(part));
    }

    private static EventField join(EventField one, EventField other) {
        List<EventField> parts = new ArrayList<>(one.fields());
        parts.addAll(other.fields());
        return new EventField(one.name(), one.label(), one.type(), one.array(), one.meaning(), parts);
    }

    private static String label(ValueField field, String otherwise) {
        return Objects.requireNonNullElse(field.getName(), otherwise);
    }

    private static EventField field(ValueField field, String id, String label) {
        ContentType<?> type = field.getContentType();
        return new EventField(id, label, typeName(type), type.equals(UnitLookup.UNKNOWN), meaning(type), List.of());
    }

    private static String typeName(ContentType<?> type) {
        String known = NAMES.get(type);
        if (known != null) {
            return known;
        }
        return type instanceof KindOfQuantity<?> ? "long" : type.getIdentifier();
    }

    private static Meaning meaning(ContentType<?> type) {
        if (type.equals(UnitLookup.TIMESTAMP)) {
            return Meaning.TIMESTAMP_TICKS;
        }
        if (type.equals(UnitLookup.TIMESPAN)) {
            return Meaning.TIMESPAN_TICKS;
        }
        if (type.equals(UnitLookup.MEMORY)) {
            return Meaning.BYTES;
        }
        return type.equals(UnitLookup.PERCENTAGE) ? Meaning.FRACTION : Meaning.PLAIN;
    }
}
