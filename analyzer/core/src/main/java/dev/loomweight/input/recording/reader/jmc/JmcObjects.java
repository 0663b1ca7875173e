package dev.loomweight.input.recording.reader.jmc;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of the objects that Mission Control makes of threads, classes, methods, frames and stacks.
 *
 * <p>Its parser writes what is recorded into public fields of these objects, named as in the metadata. The interfaces
 * that it publishes give less and change it: a thread has no {@code osThreadId}, a class {@code [I} is {@code int[]}, a
 * frame's type is translated. The classes are not public, so the fields are read by reflection, as the parser writes
 * them.
 */
final class JmcObjects {

    private static final String PACKAGE = "org.openjdk.jmc.flightrecorder.internal.parser.v1.";

    private static final ClassValue<Map<String, Field>> FIELDS = new ClassValue<>() {
        @Override
        protected Map<String, Field> computeValue(Class<?> type) {
            Map<String, Field> fields = new LinkedHashMap<>();
            for (Field field : type.getFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    // The parser puts _ before a name that Java reserves: "_package".
                    fields.put(field.getName().replaceFirst("^_", ""), field);
                }
            }
            return fields;
        }
    };

    private JmcObjects() {}

    /** Whether a value is such an object. */
    static boolean is(Object value) {
        return value.getClass().getName().startsWith(PACKAGE);
    }

    /** The fields of such an object with their values, which can be null; none for null. */
    static Map<String, @Nullable Object> fields(@Nullable Object object) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        if (object != null) {
            FIELDS.get(object.getClass()).forEach((name, field) -> values.put(name, get(field, object)));
        }
        return values;
    }

    private static @Nullable Object get(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
