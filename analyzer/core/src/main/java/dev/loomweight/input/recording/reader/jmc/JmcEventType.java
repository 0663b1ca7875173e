package dev.loomweight.input.recording.reader.jmc;

import dev.loomweight.input.recording.reader.jmc.JmcValues.Typed;
import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventType.EventField;
import dev.loomweight.sample.EventType.EventField.Meaning;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmc.flightrecorder.parser.ValueField;

/**
 * An event type of one chunk: which value of an event is which field. Mission Control flattens a structure that is part
 * of the event: its {@code heapSpace:start} is here the field {@code start} of {@code heapSpace}.
 */
final class JmcEventType {

    private static final String OBJECT = "java.lang.Object";

    private final String name;
    private final String label;
    private final List<ValueField> fields;
    // By the name of a field and of a part of it; a field that is not flattened is its only part, without a name.
    private final Map<String, Map<String, Integer>> indexes = new LinkedHashMap<>();

    JmcEventType(String name, String label, List<ValueField> fields) {
        this.name = name;
        this.label = label;
        this.fields = fields;
        for (int i = 0; i < fields.size(); i++) {
            String[] id = fields.get(i).getIdentifier().split(":", 2);
            indexes.computeIfAbsent(id[0], key -> new LinkedHashMap<>()).put(id.length == 2 ? id[1] : "", i);
        }
    }

    String name() {
        return name;
    }

    boolean has(String field) {
        return indexes.containsKey(field);
    }

    /**
     * The value of a field of an event; of one that was flattened, a map of its parts.
     *
     * @throws IllegalArgumentException if there is no such field
     */
    Typed value(@Nullable Object[] event, String field) {
        Map<String, Integer> parts = indexes.get(field);
        if (parts == null) {
            throw new IllegalArgumentException("no field " + field + " in " + name);
        }
        Map<String, Typed> values = new LinkedHashMap<>();
        parts.forEach(
                (part, i) -> values.put(part, new Typed(event[i], fields.get(i).getContentType())));
        return Objects.requireNonNullElseGet(values.get(""), () -> new Typed(values, null));
    }

    /** The type, of which Mission Control keeps little but the names of the fields. */
    EventType describe() {
        List<EventField> fields = new ArrayList<>();
        indexes.forEach(
                (field, parts) -> fields.add(new EventField(field, field, OBJECT, false, Meaning.PLAIN, List.of())));
        return new EventType(name, label, fields);
    }
}
