package dev.loomweight.input.recording.reader.jdk;

import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventType.EventField;
import dev.loomweight.sample.EventType.EventField.Meaning;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import jdk.jfr.AnnotationElement;
import jdk.jfr.ValueDescriptor;

/** Event types and fields as the JDK describes them, in our words. */
final class JdkTypes {

    private JdkTypes() {}

    /** An event type. */
    static EventType describe(jdk.jfr.EventType type) {
        return new EventType(
                type.getName(),
                Objects.requireNonNullElse(type.getLabel(), type.getName()),
                fields(type.getFields(), new HashSet<>(Set.of(type.getName()))));
    }

    private static List<EventField> fields(List<ValueDescriptor> fields, Set<String> within) {
        return fields.stream().map(field -> field(field, within)).toList();
    }

    private static EventField field(ValueDescriptor field, Set<String> within) {
        List<EventField> inside = List.of();
        if (within.add(field.getTypeName())) {
            inside = fields(field.getFields(), within);
            within.remove(field.getTypeName());
        }
        return new EventField(
                field.getName(),
                Objects.requireNonNullElse(field.getLabel(), field.getName()),
                field.getTypeName(),
                field.isArray(),
                meaning(field),
                inside);
    }

    /** What the number in a field means. */
    static Meaning meaning(ValueDescriptor field) {
        Meaning meaning = Meaning.PLAIN;
        for (AnnotationElement annotation : field.getAnnotationElements()) {
            Object value = annotation.hasValue("value") ? annotation.getValue("value") : "";
            meaning = meaning.and(Meaning.of(annotation.getTypeName(), String.valueOf(value)));
        }
        return meaning;
    }
}
