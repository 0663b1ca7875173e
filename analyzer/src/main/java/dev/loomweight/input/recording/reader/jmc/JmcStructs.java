package dev.loomweight.input.recording.reader.jmc;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of the objects that Mission Control makes of threads, classes, methods, frames and stacks.
 *
 * <p>Its parser writes what is recorded into public fields of these objects, by their names in the metadata; the
 * interfaces that it shows of them give less of it and change it: no thread has an {@code osThreadId}, a class
 * {@code [I} is {@code int[]}, a frame's type is translated. Their classes are not public, so the fields are read by
 * reflection, as the parser writes them.
 */
final class JmcStructs {

    // What the parser puts before a name that Java reserves: "_package".
    private static final String RESERVED = "_";

    private static final String PACKAGE = "org.openjdk.jmc.flightrecorder.internal.parser.v1.";

    private static final ClassValue<Map<String, Field>> FIELDS = new ClassValue<>() {
        @Override
        protected Map<String, Field> computeValue(Class<?> type) {
            Map<String, Field> fields = new LinkedHashMap<>();
            for (Field field : type.getFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    String name = field.getName();
                    fields.put(name.startsWith(RESERVED) ? name.substring(RESERVED.length()) : name, field);
                }
            }
            return Collections.unmodifiableMap(fields);
        }
    };

    private JmcStructs() {}

    /** Whether the object is one of those. */
    static boolean is(Object value) {
        return value.getClass().getName().startsWith(PACKAGE);
    }

    /** Whether it has that field, if only as null because the recording has none. */
    static boolean has(Object struct, String field) {
        return FIELDS.get(struct.getClass()).containsKey(field);
    }

    /** The names of its fields. */
    static Iterable<String> names(Object struct) {
        return FIELDS.get(struct.getClass()).keySet();
    }

    /**
     * What the parser wrote into a field.
     *
     * @return null where the recording has null, or no such field
     * @throws IllegalArgumentException if Mission Control knows no such field
     */
    static @Nullable Object get(Object struct, String field) {
        Field found = FIELDS.get(struct.getClass()).get(field);
        if (found == null) {
            throw new IllegalArgumentException(
                    "no field " + field + " in " + struct.getClass().getSimpleName());
        }
        try {
            return found.get(struct);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A field that is text, or null. */
    static @Nullable String text(Object struct, String field) {
        return (String) get(struct, field);
    }

    /** A field that is a number, or the given one where the recording has none. */
    static long number(Object struct, String field, long otherwise) {
        Object value = get(struct, field);
        return value instanceof Number number ? number.longValue() : otherwise;
    }
}
