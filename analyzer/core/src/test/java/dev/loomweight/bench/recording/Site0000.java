package dev.loomweight.bench.recording;

import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The first site. The others are copies of its class file under other names of the same length: {@link Sites}. */
final class Site0000 implements Site {

    private static final Method PARK = method("park");
    private static final Method WAIT = method("await");

    private static Method method(String name) {
        try {
            return Site0000.class.getDeclaredMethod(name, long.class);
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

    @Override
    public void waitBelowNative(long nanos) {
        try {
            WAIT.invoke(null, nanos);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static void park(long nanos) {
        LockSupport.parkNanos(nanos);
    }

    // Nobody notifies it: the wait itself is what is recorded.
    @SuppressWarnings("WaitNotInLoop")
    static void await(long nanos) throws InterruptedException {
        Object lock = new Object();
        synchronized (lock) {
            TimeUnit.NANOSECONDS.timedWait(lock, Math.max(nanos, 1_000_000));
        }
    }
}
