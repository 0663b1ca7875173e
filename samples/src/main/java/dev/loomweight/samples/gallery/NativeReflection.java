package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import java.lang.reflect.Method;

/**
 * Reflection by the native accessor: every Method.invoke then has a native frame below the method that it calls, and a
 * virtual thread that blocks in that method keeps its carrier, on every JDK. The JDK uses method handles instead unless
 * it is told -Djdk.reflect.useNativeAccessorOnly=true, or is still starting up. Drop that property.
 */
public final class NativeReflection implements Exhibit {

    @Override
    public void run() throws Exception {
        Method serve = NativeReflection.class.getDeclaredMethod("serve");
        Virtual.run("dispatcher", () -> {
            for (int i = 0; i < 13; i++) {
                dispatch(serve);
            }
        });
    }

    private static void dispatch(Method method) throws ReflectiveOperationException {
        method.invoke(null);
    }

    @SuppressWarnings("UnusedMethod") // By reflection it is.
    private static void serve() {
        Blocking.sleep(37);
    }
}
