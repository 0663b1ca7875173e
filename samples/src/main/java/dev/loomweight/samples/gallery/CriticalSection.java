package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * A virtual thread in a critical section of the JDK, where it may not leave its carrier: Continuation.pin, which only
 * the JDK itself calls, and which this does by force. There is neither a monitor nor a native frame on the stack. JDK 24
 * and later say "Freeze or preempt failed (2)"; until 23 nothing tells why. There is nothing to change in the
 * application but what it calls meanwhile.
 */
public final class CriticalSection implements Exhibit {

    @Override
    public void run() throws Exception {
        Class<?> continuation = Class.forName("jdk.internal.vm.Continuation");
        Method pin = continuation.getMethod("pin");
        Method unpin = continuation.getMethod("unpin");
        Virtual.run("insider", () -> {
            for (int i = 0; i < 13; i++) {
                inside(pin, unpin);
            }
        });
    }

    private static void inside(Method pin, Method unpin) throws IllegalAccessException, InvocationTargetException {
        pin.invoke(null);
        try {
            Blocking.sleep(37);
        } finally {
            unpin.invoke(null);
        }
    }
}
