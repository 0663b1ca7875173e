package dev.loomweight.samples.bench;

import java.lang.reflect.Method;
import java.util.concurrent.locks.LockSupport;

/** A place that pins. {@link SiteClasses} loads copies of its class file under other names of the same length. */
final class Site0000 implements Runnable {

    private static final long PIN_NANOS = 1_000;

    private final Method hold;

    Site0000() throws NoSuchMethodException {
        hold = Site0000.class.getDeclaredMethod("hold");
    }

    /** Pins for a moment, below a native frame of reflection ({@code -Djdk.reflect.useNativeAccessorOnly=true}). */
    @Override
    public void run() {
        try {
            hold.invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("UnusedMethod") // By reflection it is.
    private static synchronized void hold() {
        LockSupport.parkNanos(PIN_NANOS);
    }
}
