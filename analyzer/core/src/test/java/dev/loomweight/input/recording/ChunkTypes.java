package dev.loomweight.input.recording;

import dev.loomweight.input.recording.ChunkBytes.Cursor;
import dev.loomweight.input.recording.ChunkBytes.EventBytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The types of a chunk, as its metadata has them: enough to find fields of events and entries of constant pools. The
 * format is that of {@code jdk.jfr.internal.MetadataWriter}.
 */
final class ChunkTypes {

    private final ChunkBytes chunk;
    private final Map<Long, Type> types = new HashMap<>();

    /** Reads the metadata that the chunk's header points to. */
    ChunkTypes(ChunkBytes chunk) {
        this.chunk = chunk;
        EventBytes metadata = chunk.event(chunk.metadataAt());
        Cursor cursor = chunk.cursor(metadata.bodyAt());
        // Start, duration and number of the metadata.
        for (int i = 0; i < 3; i++) {
            cursor.varint();
        }
        String[] strings = new String[(int) cursor.varint()];
        for (int i = 0; i < strings.length; i++) {
            strings[i] = string(cursor);
        }
        collect(element(cursor, strings));
    }

    private record Element(String name, Map<String, String> attributes, List<Element> children) {
        String attribute(String key) {
            return attributes.getOrDefault(key, "");
        }
    }

    private record Field(String name, long type, boolean pooled, boolean array) {}

    private record Type(String name, List<Field> fields) {}

    /**
     * An entry of a constant pool.
     *
     * @param keyAt where its number stands
     * @param keyWidth how many bytes that number takes
     * @param key the number by which events refer to it
     */
    record Entry(int keyAt, int keyWidth, long key) {}

    /** The number of a type; -1 where the chunk has none of that name. */
    long typeOf(String name) {
        return types.entrySet().stream()
                .filter(type -> type.getValue().name().equals(name))
                .mapToLong(Map.Entry::getKey)
                .findFirst()
                .orElse(-1);
    }

    /** A field of an event as the number that stands there: a value, or the number of an entry in a constant pool. */
    long raw(EventBytes event, String field) {
        Cursor cursor = chunk.cursor(event.bodyAt());
        for (Field each : type(event.type()).fields()) {
            if (each.name().equals(field)) {
                return cursor.varint();
            }
            skip(cursor, each);
        }
        throw new IllegalArgumentException(type(event.type()).name() + " has no field " + field);
    }

    /** The entries of a type in one constant pool. */
    List<Entry> entries(EventBytes pool, String typeName) {
        Cursor cursor = chunk.deltaOf(pool);
        cursor.varint();
        cursor.octet();
        List<Entry> found = new ArrayList<>();
        for (long pools = cursor.varint(); pools > 0; pools--) {
            Type type = type(cursor.varint());
            for (long left = cursor.varint(); left > 0; left--) {
                int at = cursor.at();
                long key = cursor.varint();
                if (type.name().equals(typeName)) {
                    found.add(new Entry(at, cursor.at() - at, key));
                }
                skip(cursor, type);
            }
        }
        if (cursor.at() != pool.end()) {
            throw new IllegalStateException("a constant pool ends at " + cursor.at() + ", not at " + pool.end());
        }
        return found;
    }

    private Type type(long number) {
        return Objects.requireNonNull(types.get(number), () -> "no type " + number);
    }

    private void collect(Element element) {
        if (element.name().equals("class")) {
            List<Field> fields = element.children().stream()
                    .filter(child -> child.name().equals("field"))
                    .map(field -> new Field(
                            field.attribute("name"),
                            Long.parseLong(field.attribute("class")),
                            field.attribute("constantPool").equals("true"),
                            field.attribute("dimension").equals("1")))
                    .toList();
            types.put(Long.parseLong(element.attribute("id")), new Type(element.attribute("name"), fields));
        }
        element.children().forEach(this::collect);
    }

    private static Element element(Cursor cursor, String[] strings) {
        String name = strings[(int) cursor.varint()];
        Map<String, String> attributes = new HashMap<>();
        for (long left = cursor.varint(); left > 0; left--) {
            attributes.put(strings[(int) cursor.varint()], strings[(int) cursor.varint()]);
        }
        List<Element> children = new ArrayList<>();
        for (long left = cursor.varint(); left > 0; left--) {
            children.add(element(cursor, strings));
        }
        return new Element(name, attributes, children);
    }

    private void skip(Cursor cursor, Field field) {
        for (long left = field.array() ? cursor.varint() : 1; left > 0; left--) {
            if (field.pooled()) {
                cursor.varint();
            } else {
                skip(cursor, type(field.type()));
            }
        }
    }

    private void skip(Cursor cursor, Type type) {
        switch (type.name()) {
            case "boolean", "byte" -> cursor.skip(1);
            case "char", "short", "int", "long" -> cursor.varint();
            case "float" -> cursor.skip(4);
            case "double" -> cursor.skip(8);
            case "java.lang.String" -> string(cursor);
            default -> type.fields().forEach(field -> skip(cursor, field));
        }
    }

    /** Reads a string; empty where there is none or it stands in a constant pool. */
    private static String string(Cursor cursor) {
        byte encoding = cursor.octet();
        return switch (encoding) {
            case 0, 1 -> "";
            case 2 -> {
                cursor.varint();
                yield "";
            }
            case 3 -> new String(cursor.octets((int) cursor.varint()), StandardCharsets.UTF_8);
            case 4 -> {
                StringBuilder text = new StringBuilder();
                for (long left = cursor.varint(); left > 0; left--) {
                    text.append((char) cursor.varint());
                }
                yield text.toString();
            }
            case 5 -> new String(cursor.octets((int) cursor.varint()), StandardCharsets.ISO_8859_1);
            default -> throw new IllegalStateException("a string of encoding " + encoding);
        };
    }
}
