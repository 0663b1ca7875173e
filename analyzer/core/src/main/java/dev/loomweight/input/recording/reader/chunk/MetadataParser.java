package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.input.recording.reader.chunk.ClassDef.Primitive;
import dev.loomweight.sample.EventKind;
import dev.loomweight.sample.EventType.EventField.Meaning;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads the metadata event: a table of strings, and a tree of elements that have attributes, like XML ({@code
 * jdk.jfr.internal.MetadataReader}). Of the tree, classes, their fields and the annotations of both are kept.
 */
final class MetadataParser {

    // root > metadata > class > field > annotation is what a JVM writes.
    private static final int DEEPEST = 12;

    private static final String EVENT = "jdk.jfr.Event";
    private static final Set<String> SUPER_TYPES =
            Set.of(EVENT, "java.lang.annotation.Annotation", "jdk.jfr.SettingControl");
    private static final Set<String> OTHER_ELEMENTS = Set.of("root", "metadata", "region", "setting");

    private final ChunkInput in;
    private final Metadata.Strings strings;
    private final List<ClassText> classes = new ArrayList<>();
    // Words where no known JDK writes them.
    private final Set<String> unknown = new TreeSet<>();

    private MetadataParser(ChunkInput in) {
        this.in = in;
        this.strings = new Metadata.Strings(in);
    }

    /** An element while its attributes are read. */
    private static class Element {
        final List<Note> notes = new ArrayList<>();

        /** Takes an attribute; false if it is one that elements of this kind do not have. */
        boolean attribute(String key, int value, Metadata.Strings strings) {
            return true;
        }

        /**
         * Whether a text says true.
         *
         * @throws IndexOutOfBoundsException if it says neither true nor false
         */
        static boolean truth(String text) {
            if (!text.equals("true") && !text.equals("false")) {
                throw damaged("a boolean that is neither true nor false", null);
            }
            return text.equals("true");
        }
    }

    /** A class of the tree; what it refers to by number can follow it. */
    private static final class ClassText extends Element {
        long id = -1;
        String name = "";
        boolean event;
        boolean simple;
        final List<FieldText> fields = new ArrayList<>();

        @Override
        boolean attribute(String key, int value, Metadata.Strings strings) {
            switch (key) {
                case "id" -> id = Long.parseLong(strings.get(value));
                case "name" -> name = strings.get(value);
                case "superType" -> {
                    event = EVENT.equals(strings.get(value));
                    return SUPER_TYPES.contains(strings.get(value));
                }
                case "simpleType" -> simple = truth(strings.get(value));
                default -> {
                    return false;
                }
            }
            return true;
        }
    }

    private static final class FieldText extends Element {
        String name = "";
        long type = -1;
        boolean pooled;
        boolean array;

        @Override
        boolean attribute(String key, int value, Metadata.Strings strings) {
            switch (key) {
                case "name" -> name = strings.get(value);
                case "class" -> type = Long.parseLong(strings.get(value));
                case "constantPool" -> pooled = truth(strings.get(value));
                case "dimension" -> array = Long.parseLong(strings.get(value)) != 0;
                default -> {
                    return false;
                }
            }
            return true;
        }
    }

    /** An annotation. */
    private static final class Note extends Element {
        long type = -1;
        int value = -1;

        @Override
        boolean attribute(String key, int index, Metadata.Strings strings) {
            switch (key) {
                case "class" -> type = Long.parseLong(strings.get(index));
                case "value" -> value = index;
                // Annotations of applications have values of any name.
                default -> {}
            }
            return true;
        }
    }

    /**
     * Reads the metadata.
     *
     * @param in the bytes after the head of the event; kept by the result
     * @throws IndexOutOfBoundsException if it contradicts itself
     */
    static Metadata parse(ChunkInput in) {
        MetadataParser parser = new MetadataParser(in);
        try {
            parser.element(new Element(), 0);
            if (in.available() > 0) {
                throw damaged("bytes after its end", null);
            }
            return parser.metadata();
        } catch (NumberFormatException e) {
            throw damaged("a malformed number", e);
        }
    }

    static IndexOutOfBoundsException damaged(String what, @Nullable Throwable cause) {
        IndexOutOfBoundsException damaged = new IndexOutOfBoundsException("metadata with " + what);
        damaged.initCause(cause);
        return damaged;
    }

    private void element(Element parent, int depth) {
        if (depth > DEEPEST) {
            throw damaged("elements nested too deeply", null);
        }
        String name = strings.get(in.readInt());
        Element element = switch (name) {
            case "class" -> add(classes, new ClassText());
            case "field" -> parent instanceof ClassText type ? add(type.fields, new FieldText()) : new Element();
            case "annotation" -> add(parent.notes, new Note());
            default -> new Element();
        };
        if (element.getClass() == Element.class && !OTHER_ELEMENTS.contains(name)) {
            unknown.add(name);
        }
        for (int left = in.readInt(); left > 0; left--) {
            String key = strings.get(in.readInt());
            int value = in.readInt();
            if (!element.attribute(key, value, strings)) {
                unknown.add(key.equals("superType") ? strings.get(value) : key);
            }
        }
        for (int left = in.readInt(); left > 0; left--) {
            element(element, depth + 1);
        }
    }

    private static <E extends Element> E add(List<? super E> to, E element) {
        to.add(element);
        return element;
    }

    private Metadata metadata() {
        Map<Long, ClassDef> byId = new HashMap<>();
        for (ClassText text : classes) {
            if (text.name.isEmpty() || text.id < 0) {
                throw damaged("a class without a name or a number", null);
            }
            ClassDef type = new ClassDef(text.id, text.name, text.event, text.simple);
            if (byId.put(text.id, type) != null) {
                throw damaged("two classes with the number " + text.id, null);
            }
        }
        for (ClassText text : classes) {
            List<ClassDef.Field> fields = new ArrayList<>();
            for (FieldText field : text.fields) {
                fields.add(field(field, byId));
            }
            type(text.id, byId).complete(fields, label(text.notes, byId));
        }
        Check.check(byId.values());
        return new Metadata(byId, strings, unknown);
    }

    private ClassDef.Field field(FieldText field, Map<Long, ClassDef> byId) {
        Meaning meaning = Meaning.PLAIN;
        for (Note note : field.notes) {
            String value = note.value < 0 ? "" : strings.get(note.value);
            meaning = meaning.and(Meaning.of(type(note.type, byId).name(), value));
        }
        return new ClassDef.Field(
                field.name, label(field.notes, byId), type(field.type, byId), field.pooled, field.array, meaning);
    }

    private static int label(List<Note> notes, Map<Long, ClassDef> byId) {
        for (Note note : notes) {
            ClassDef type = byId.get(note.type);
            if (type != null && type.name().equals("jdk.jfr.Label")) {
                return note.value;
            }
        }
        return -1;
    }

    private static ClassDef type(long id, Map<Long, ClassDef> byId) {
        ClassDef type = byId.get(id);
        if (type == null) {
            throw damaged("a class " + id + " that it does not describe", null);
        }
        return type;
    }

    /**
     * Checks what holds for the metadata of every JVM; metadata that fails is damaged. Without these checks, a wrong number
     * or letter would hide the events of a type, or exchange their fields.
     */
    static final class Check {

        private Check() {}

        /** @throws IndexOutOfBoundsException if the classes are inconsistent */
        static void check(Collection<ClassDef> classes) {
            Set<String> events = new HashSet<>();
            for (ClassDef type : classes) {
                if (!isName(type.name())) {
                    throw MetadataParser.damaged("an invalid class name", null);
                }
                for (ClassDef.Field field : type.fields()) {
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

        private static void field(ClassDef type, ClassDef.Field field) {
            if (field.name().isEmpty()) {
                throw MetadataParser.damaged("a field without a name in " + type.name(), null);
            }
            // Also, every element of an array takes a byte at least.
            if (field.type().primitive() == null && field.type().fields().isEmpty()) {
                throw MetadataParser.damaged("a field " + field.name() + " of a class without fields", null);
            }
        }

        private static void event(ClassDef type) {
            if (type.id() == Metadata.EVENT || type.id() == ConstantPools.CHECKPOINT) {
                throw MetadataParser.damaged("an event type with the reserved number " + type.id(), null);
            }
            boolean started = false;
            for (ClassDef.Field field : type.fields()) {
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
}
