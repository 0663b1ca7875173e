package dev.loomweight.threads.hang;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Runs tasks in a {@code StructuredTaskScope} and joins them. It is a preview with another interface in each JDK, so that it
 * is called by reflection: the JVM needs {@code --enable-preview}.
 */
final class ScopedTasks {

    private ScopedTasks() {}

    /** Forks all of the tasks in a scope of the calling thread, and waits for them. */
    static void run(List<Callable<Object>> tasks) {
        try {
            Class<?> type = Class.forName("java.util.concurrent.StructuredTaskScope");
            try (AutoCloseable scope = open(type)) {
                Method fork = type.getMethod("fork", Callable.class);
                for (Callable<Object> task : tasks) {
                    fork.invoke(scope, task);
                }
                type.getMethod("join").invoke(scope);
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** A class with constructors in JDK 21, since JDK 25 an interface. */
    private static AutoCloseable open(Class<?> type) throws ReflectiveOperationException {
        return (AutoCloseable)
                (type.isInterface()
                        ? type.getMethod("open").invoke(null)
                        : type.getConstructor().newInstance());
    }
}
