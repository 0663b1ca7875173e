package dev.loomweight.bench.recording;

import java.lang.reflect.Method;
import java.util.concurrent.locks.LockSupport;

/** The first site. The others are copies of its class file under other names of the same length: {@link Sites}. */
final class Site0000 implements Site {

    private static final Method PARK = parkMethod();

    private static Method parkMethod() {
        try {
            return Site0000.class.getDeclaredMethod("park", long.class);
        } catch (NoSuchMethodException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // Each turn is a call on a line of its own, and so another frame of the recording.
    @Override
    public void go(Route route, int step, Act act) {
        if (step + 1 == route.length()) {
            act.at(this);
            return;
        }
        Site next = route.site(step + 1);
        switch (route.turn(step)) {
            case 0 -> next.go(route, step + 1, act);
            case 1 -> next.go(route, step + 1, act);
            case 2 -> next.go(route, step + 1, act);
            default -> next.go(route, step + 1, act);
        }
    }

    @Override
    public void pinInMonitor(long nanos) {
        Object lock = new Object();
        synchronized (lock) {
            LockSupport.parkNanos(lock, nanos);
        }
    }

    @Override
    public void pinBelowNative(long nanos) {
        try {
            PARK.invoke(null, nanos);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static void park(long nanos) {
        LockSupport.parkNanos(nanos);
    }
}
