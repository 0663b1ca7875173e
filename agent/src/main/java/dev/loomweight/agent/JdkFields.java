package dev.loomweight.agent;

import dev.loomweight.capture.JdkDoor;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fields of objects whose classes are the JDK's, static ones too, by their names; those that an application's class declares
 * are never read. What a JDK does not have reads as null or 0.
 */
final class JdkFields {

    private final Map<Class<?>, Map<String, Field>> known = new HashMap<>();

    JdkFields(Instrumentation instrumentation) {
        JdkDoor.open(
                instrumentation,
                Object.class,
                "java.lang",
                "java.util.concurrent",
                "java.util.concurrent.locks",
                "jdk.internal.vm");
    }

    @Nullable
    Object reference(Object object, String name) {
        return value(object, name);
    }

    long number(Object object, String name) {
        return value(object, name) instanceof Number number ? number.longValue() : 0;
    }

    private @Nullable Object value(Object object, String name) {
        Map<String, Field> ofClass = known.computeIfAbsent(object.getClass(), JdkFields::fields);
        Field field = ofClass.get(name);
        try {
            return field == null ? null : field.get(object);
        } catch (IllegalAccessException e) {
            return null;
        }
    }

    private static Map<String, Field> fields(Class<?> of) {
        Map<String, Field> fields = new HashMap<>();
        for (Class<?> at = of; at != null; at = at.getSuperclass()) {
            if (at.getModule() == Object.class.getModule()) {
                for (Field field : at.getDeclaredFields()) {
                    if (field.trySetAccessible()) {
                        fields.putIfAbsent(field.getName(), field);
                    }
                }
            }
        }
        return fields;
    }
}
