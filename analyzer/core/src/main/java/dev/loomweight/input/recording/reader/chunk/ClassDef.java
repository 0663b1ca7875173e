package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.sample.EventType.EventField.Meaning;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A class of the chunk's metadata: an event type, or the type of a field. */
final class ClassDef {

    /** How a value of a primitive type is written. */
    enum Primitive {
        /** One byte, 0 or 1. */
        BOOLEAN("boolean"),
        /** One byte. */
        BYTE("byte"),
        /** An integer of variable length. */
        CHAR("char"),
        /** An integer of variable length. */
        SHORT("short"),
        /** An integer of variable length. */
        INT("int"),
        /** An integer of variable length. */
        LONG("long"),
        /** Four bytes, the highest first. */
        FLOAT("float"),
        /** Eight bytes, the highest first. */
        DOUBLE("double"),
        /** A byte that gives the encoding, and what it needs. */
        STRING("java.lang.String");

        private static final Map<String, Primitive> BY_NAME =
                Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(one -> one.className, one -> one));

        private final String className;

        Primitive(String className) {
            this.className = className;
        }

        /** The integer of this type that is written here. */
        long integer(ChunkInput in, Meaning meaning) {
            return integer(this == BYTE ? in.readByte() : in.readLong(), meaning);
        }

        /**
         * An integer with the sign of its type: an int of -1 is written as 2<sup>32</sup>-1.
         *
         * @param written what is written
         */
        long integer(long written, Meaning meaning) {
            boolean unsigned = meaning == Meaning.UNSIGNED;
            return switch (this) {
                case BYTE -> unsigned ? written & 0xFF : (byte) written;
                case SHORT -> unsigned ? written & 0xFFFF : (short) written;
                case INT -> unsigned ? written & 0xFFFF_FFFFL : (int) written;
                case CHAR -> written & 0xFFFF;
                default -> written;
            };
        }
    }

    private static final int DEEPEST = 16;

    private final long id;
    private final String name;
    private final boolean event;
    private final @Nullable Primitive primitive;
    private final boolean simple;
    private int label = -1;
    private List<Field> fields = List.of();

    /**
     * @param id its number in this chunk
     * @param name its full name
     * @param event whether it is an event type
     * @param simple whether it is a mere wrapper of its only field
     */
    ClassDef(long id, String name, boolean event, boolean simple) {
        this.id = id;
        this.name = name;
        this.event = event;
        this.simple = simple;
        this.primitive = Primitive.BY_NAME.get(name);
    }

    /** Sets what requires all classes: the fields and the index of the label. */
    void complete(List<Field> all, int labelIndex) {
        fields = List.copyOf(all);
        label = labelIndex;
    }

    long id() {
        return id;
    }

    String name() {
        return name;
    }

    boolean isEvent() {
        return event;
    }

    /** Whether it is that of classes, which are shown by their names. */
    boolean isClass() {
        return name.equals("java.lang.Class");
    }

    /** Whether it merely wraps its only field, which is shown instead. */
    boolean isSimple() {
        return simple && fields.size() == 1;
    }

    /** The class to show: itself, or the type of its only field if it merely wraps that. */
    ClassDef unwrapped() {
        ClassDef type = this;
        for (int i = 0; i < DEEPEST && type.isSimple(); i++) {
            type = type.fields.getFirst().type();
        }
        return type;
    }

    /** The index of its label among the strings of the metadata, or -1. */
    int label() {
        return label;
    }

    @Nullable
    Primitive primitive() {
        return primitive;
    }

    /** The fields in the order in which they are written; none for a primitive type. */
    List<Field> fields() {
        return fields;
    }

    /**
     * A field of a class of the metadata.
     *
     * @param name the field's name
     * @param label the index of its label among the strings of the metadata, or -1
     * @param type what it holds
     * @param pooled whether what is written is the number of a constant
     * @param array whether it holds any number of them, their number first
     * @param meaning what an integer means, from the field's annotations
     */
    record Field(String name, int label, ClassDef type, boolean pooled, boolean array, Meaning meaning) {}
}
