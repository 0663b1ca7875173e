package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.input.recording.reader.ChunkHeader.Clock;
import dev.loomweight.input.recording.reader.chunk.ClassDef.Primitive;
import dev.loomweight.input.recording.reader.chunk.Layout.Fields;
import dev.loomweight.sample.EventType.EventField.Meaning;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values of any field as objects, for those who ask for what no decoder is made for. See {@link
 * dev.loomweight.sample.EventView#value} for what becomes what.
 */
final class Values {

    // Above any structure of a JVM: jdk.OldObjectSample names up to 200 objects that hold each other, four levels each.
    // One that contains itself, which only damage can make, ends here.
    private static final int DEEPEST = 1200;
    // One that contains itself twice would double with each level.
    private static final int MAX_PARTS = 1 << 18;

    private final Constants constants;
    private final Clock clock;
    private int parts;

    Values(Constants constants, Clock clock) {
        this.constants = constants;
        this.clock = clock;
    }

    /**
     * The value of a field.
     *
     * @param in at the field; left after it, unless the field is not the last of its path
     * @param field its description
     * @param path the names of fields within it that lead to what is wanted; empty for the field itself
     * @throws IllegalArgumentException if there is no such field within it
     */
    @Nullable
    Object read(ChunkInput in, ClassDef.Field field, List<String> path) {
        if (path.isEmpty()) {
            parts = 0;
            return read(in, field, 0);
        }
        Layout layout = constants.metadata().layout(field.type());
        int number = field.array() || field.type().isSimple() ? -1 : layout.number(path.getFirst());
        if (number < 0) {
            throw new IllegalArgumentException("no field " + path.getFirst() + " in " + field.name());
        }
        long position = in.position();
        if (field.pooled() && !field.array()) {
            position = constants.position(field.type(), in.readLong());
            if (position == 0) {
                return null;
            }
        }
        ChunkInput at = field.pooled() ? constants.input() : in;
        Fields within = new Fields(at, layout);
        within.on(layout, position, Long.MAX_VALUE);
        return read(within.at(number), layout.field(number), path.subList(1, path.size()));
    }

    private @Nullable Object read(ChunkInput in, ClassDef.Field field, int depth) {
        if (!field.array()) {
            return element(in, field, depth);
        }
        int length = in.readInt();
        // Each takes a byte at least.
        if (length < 0 || length > in.available()) {
            throw new IndexOutOfBoundsException("a count of " + length + " elements at " + in.position());
        }
        List<@Nullable Object> elements = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            elements.add(element(in, field, depth));
            in.settle();
        }
        return elements;
    }

    private @Nullable Object element(ChunkInput in, ClassDef.Field field, int depth) {
        ClassDef type = field.type();
        if (++parts > MAX_PARTS) {
            throw new IndexOutOfBoundsException("a value contains itself");
        }
        if (!field.pooled()) {
            return value(in, type, field.meaning(), depth);
        }
        long id = in.readLong();
        return switch (type.name()) {
            case "java.lang.Thread" -> constants.thread(type, id);
            case "jdk.types.StackTrace" -> constants.position(type, id) == 0 ? null : constants.stack(type, id);
            default -> constant(type, id, field.meaning(), depth);
        };
    }

    private @Nullable Object constant(ClassDef type, long id, Meaning meaning, int depth) {
        long position = constants.position(type, id);
        if (position == 0) {
            return null;
        }
        ChunkInput in = constants.input();
        long back = in.position();
        in.seek(position);
        Object value = value(in, type, meaning, depth + 1);
        in.seek(back);
        return value;
    }

    private @Nullable Object value(ChunkInput in, ClassDef type, Meaning meaning, int depth) {
        Primitive primitive = type.primitive();
        if (primitive != null) {
            return primitive(in, type, primitive, meaning);
        }
        if (depth > DEEPEST) {
            throw new IndexOutOfBoundsException("structures nested endlessly");
        }
        if (type.isSimple()) {
            return read(in, type.fields().getFirst(), depth + 1);
        }
        if (type.isClass()) {
            return className(in, type, depth);
        }
        Map<String, @Nullable Object> structure = new LinkedHashMap<>();
        for (ClassDef.Field field : type.fields()) {
            structure.put(field.name(), read(in, field, depth + 1));
        }
        return structure;
    }

    /** The name of the class here, in Java's notation. */
    private @Nullable Object className(ChunkInput in, ClassDef type, int depth) {
        Layout layout = constants.metadata().layout(type);
        int nameNumber = layout.number("name");
        @Nullable Object name = null;
        for (int i = 0; i < layout.size(); i++) {
            if (i == nameNumber) {
                name = read(in, layout.field(i), depth + 1);
            } else {
                layout.skip(i).pass(in);
            }
        }
        return name instanceof String text ? text.replace('/', '.') : name;
    }

    private @Nullable Object primitive(ChunkInput in, ClassDef type, Primitive primitive, Meaning meaning) {
        return switch (primitive) {
            case BOOLEAN -> in.readByte() != 0;
            case FLOAT -> (double) Float.intBitsToFloat(in.readRawInt());
            case DOUBLE -> Double.longBitsToDouble(in.readRawLong());
            case CHAR -> String.valueOf((char) in.readLong());
            case STRING -> constants.string(type, in);
            case BYTE, SHORT, INT, LONG -> clock.value(primitive.integer(in, meaning), meaning);
        };
    }
}
