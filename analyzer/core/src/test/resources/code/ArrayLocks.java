package known;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Arrays as locks of one's own: one method per case. */
public class ArrayLocks implements Supplier<Map<String, Callable<Object>>> {

    static final int[] QUEUE = new int[1];
    private final int[] field = new int[1];

    @Override
    public Map<String, Callable<Object>> get() {
        Map<String, Callable<Object>> all = new TreeMap<>();
        all.put("bytes", () -> enterBytes(owned(new byte[1])));
        all.put("objects", () -> enterObjects(owned(new Object[1])));
        all.put("parameter", () -> enterParameter(owned(new int[1])));
        all.put("static", () -> { owned(QUEUE); return enterStatic(); });
        all.put("field", () -> { owned(field); return enterField(); });
        all.put("newObject", () -> enterAndNew(owned(new int[1])));
        all.put("other", () -> enterAndNewOther(owned(new int[1])));
        all.put("nothingElse", () -> enterAnything(owned(new int[1])));
        all.put("many", () -> { for (int i = 0; i < 20; i++) { owned(QUEUE); enterStatic(); } return null; });
        all.put("waits", () -> waits(new int[1]));
        all.put("waitsAgain", () -> waitsAgain());
        if (Boolean.getBoolean("known.below.native")) {
            all.replaceAll((name, body) -> () -> belowNative(body));
        }
        return all;
    }

    // With jdk.reflect.useNativeAccessorOnly, the accessor is a native frame.
    private static Object belowNative(Callable<Object> body) throws Exception {
        Method call = ArrayLocks.class.getDeclaredMethod("call", Callable.class);
        return call.invoke(null, body);
    }

    static Object call(Callable<Object> body) throws Exception {
        return body.call();
    }

    // A platform thread holds it until this thread is blocked on it.
    static <T> T owned(T lock) throws InterruptedException {
        Thread waiting = Thread.currentThread();
        CountDownLatch taken = new CountDownLatch(1);
        Thread.ofPlatform().daemon().name("holder").start(() -> {
            synchronized (lock) {
                taken.countDown();
                awaitState(waiting, Thread.State.BLOCKED);
            }
        });
        taken.await();
        return lock;
    }

    static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            LockSupport.parkNanos(100_000);
        }
    }

    static Object enterBytes(byte[] lock) {
        synchronized (lock) {
            return lock[0];
        }
    }

    static Object enterObjects(Object[] lock) {
        synchronized (lock) {
            return lock[0];
        }
    }

    static Object enterParameter(int[] lock) {
        synchronized (lock) {
            return lock[0];
        }
    }

    static Object enterStatic() {
        synchronized (QUEUE) {
            return QUEUE[0]++;
        }
    }

    Object enterField() {
        synchronized (field) {
            return field[0]++;
        }
    }

    static Object enterAndNew(int[] lock) {
        synchronized (lock) {
            return new Object();
        }
    }

    static Object enterAndNewOther(int[] lock) {
        synchronized (lock) {
            return new Other();
        }
    }

    static Object enterAnything(Object lock) {
        synchronized (lock) {
            return lock;
        }
    }

    static Object waits(int[] lock) throws InterruptedException {
        synchronized (lock) {
            lock.wait(15);
        }
        return null;
    }

    // The one that notifies has the monitor for as long as the waiting thread needs to be blocked on it.
    static Object waitsAgain() throws InterruptedException {
        int[] lock = new int[1];
        Thread waiting = Thread.currentThread();
        synchronized (lock) {
            Thread.ofPlatform().daemon().name("holder").start(() -> {
                awaitState(waiting, Thread.State.WAITING);
                synchronized (lock) {
                    lock.notifyAll();
                    awaitState(waiting, Thread.State.BLOCKED);
                }
            });
            lock.wait();
        }
        return null;
    }

    static final class Other {}
}
