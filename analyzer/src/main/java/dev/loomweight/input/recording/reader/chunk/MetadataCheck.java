package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.input.recording.reader.chunk.ClassDef.Primitive;
import dev.loomweight.sample.EventKind;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Checks what holds for the metadata of every JVM; metadata that fails is damaged. Without these checks, a wrong number
 * or letter would hide the events of a type, or exchange their fields.
 */
final class MetadataCheck {

    private MetadataCheck() {}

    /** @throws IndexOutOfBoundsException if the classes are inconsistent */
    static void check(Collection<ClassDef> classes) {
        Set<String> events = new HashSet<>();
        for (ClassDef type : classes) {
            if (!isName(type.name())) {
                throw MetadataParser.damaged("an invalid class name", null);
            }
            for (FieldDef field : type.fields()) {
                field(type, field);
            }
            if (type.isEvent()) {
                event(type);
                // Applications can load an event class of theirs twice.
                if (!events.add(type.name()) && EventKind.isOfJdk(type.name())) {
                    throw MetadataParser.damaged("two event types " + type.name(), null);
                }
            }
        }
        if (events.isEmpty()) {
            throw MetadataParser.damaged("no event type", null);
        }
    }

    /**
     * Whether it can be the name of a class: names with dots between, of any characters but those that the JVM's
     * specification (4.2.2) keeps for itself, and control characters. Compilers of other languages use most of them.
     */
    private static boolean isName(String name) {
        boolean begins = true;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '.' ? begins : c == ';' || c == '[' || c == '/' || Character.isISOControl(c)) {
                return false;
            }
            begins = c == '.';
        }
        return !begins;
    }

    private static void field(ClassDef type, FieldDef field) {
        if (field.name().isEmpty()) {
            throw MetadataParser.damaged("a field without a name in " + type.name(), null);
        }
        // Also, every element of an array takes a byte at least.
        if (field.type().primitive() == null && field.type().fields().isEmpty()) {
            throw MetadataParser.damaged("a field " + field.name() + " of a class without fields", null);
        }
    }

    private static void event(ClassDef type) {
        if (type.id() == Metadata.EVENT || type.id() == Pools.CHECKPOINT) {
            throw MetadataParser.damaged("an event type with the reserved number " + type.id(), null);
        }
        boolean started = false;
        for (FieldDef field : type.fields()) {
            boolean fits = switch (field.name()) {
                case "startTime", "duration" -> field.type().primitive() == Primitive.LONG && !field.pooled();
                case "stackTrace" -> field.pooled();
                default -> true;
            };
            boolean array = field.array()
                    && (field.name().equals("startTime") || field.name().equals("duration"));
            if (!fits || array) {
                throw MetadataParser.damaged("an invalid field " + field.name(), null);
            }
            started |= field.name().equals("startTime");
        }
        if (!started) {
            throw MetadataParser.damaged("an event type " + type.name() + " without startTime", null);
        }
    }
}
