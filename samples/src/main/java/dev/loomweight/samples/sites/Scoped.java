package dev.loomweight.samples.sites;

import java.lang.reflect.Method;

/** Scoped values of JDK 25 and later, by reflection: these programs are compiled for JDK 21. */
final class Scoped {

    private static final int FINAL_SINCE = 25;

    private Scoped() {}

    /** Whether this JDK has scoped values that need no preview. */
    static boolean isFinal() {
        return Runtime.version().feature() >= FINAL_SINCE;
    }

    /** Runs code with an array bound. */
    static void with(byte[] bound, Runnable code) {
        try {
            Class<?> type = Class.forName("java.lang.ScopedValue");
            Object key = type.getMethod("newInstance").invoke(null);
            Method where = type.getMethod("where", type, Object.class);
            Object carrier = where.invoke(null, key, bound);
            where.getReturnType().getMethod("run", Runnable.class).invoke(carrier, code);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JDK has no scoped values as JDK 25 has them", e);
        }
    }
}
