package known;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Parks while frames hold monitors, in shapes that another version of the class can be mistaken for. */
public class ParkingHolders implements Supplier<Map<String, Callable<Object>>> {

    static final Object LOCK = new Object();
    private static final long PARK_NANOS = 10_000_000;
    private final Object lock = new Object();
    private volatile boolean hot;

    @Override
    public Map<String, Callable<Object>> get() {
        Map<String, Callable<Object>> all = new TreeMap<>();
        all.put("block", this::block);
        all.put("nested", this::nested);
        all.put("oneLine", this::oneLine);
        all.put("behindBlock", this::behindBlock);
        all.put("beforeBlock", this::beforeBlock);
        all.put("betweenBlocks", this::betweenBlocks);
        all.put("earlyReturn", () -> earlyReturn(1));
        all.put("continued", () -> continued(3));
        all.put("inFinally", () -> inFinally(true));
        all.put("caught", this::caught);
        all.put("lambda", this::lambda);
        all.put("concatenation", this::concatenation);
        all.put("handle", this::handle);
        all.put("handleGeneric", this::handleGeneric);
        all.put("reflection", this::reflection);
        all.put("initializer", this::initializer);
        all.put("computed", this::computed);
        all.put("method", this::method);
        all.put("methodAndBlock", this::methodAndBlock);
        all.put("constructor", Locked::new);
        all.put("hot", this::whenHot);
        return all;
    }

    static Object park() {
        long end = System.nanoTime() + PARK_NANOS;
        for (long left = PARK_NANOS; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return null;
    }

    private Object block() {
        synchronized (lock) {
            return park();
        }
    }

    private Object nested() {
        synchronized (lock) {
            synchronized (LOCK) {
                return park();
            }
        }
    }

    private Object oneLine() {
        synchronized (lock) { Objects.requireNonNull(lock); Object o = park(); Objects.requireNonNull(LOCK); return o; }
    }

    private synchronized Object behindBlock() {
        synchronized (lock) { Objects.hash(1); } Objects.hash(2); Object o = park(); return o;
    }

    private synchronized Object beforeBlock() {
        Object o = park(); Objects.hash(1); synchronized (lock) { Objects.hash(2); } return o;
    }

    private synchronized Object betweenBlocks() {
        synchronized (lock) { Objects.hash(1); } Object o = park(); synchronized (LOCK) { Objects.hash(2); } return o;
    }

    private Object earlyReturn(int n) {
        synchronized (lock) {
            if (n == 0) {
                return null;
            }
            if (n == 1) {
                return park();
            }
        }
        return this;
    }

    private Object continued(int n) {
        for (int i = 0; i < n; i++) {
            synchronized (lock) {
                if (i < n - 1) {
                    continue;
                }
                park();
            }
        }
        return null;
    }

    private Object inFinally(boolean early) {
        synchronized (LOCK) {
            try {
                if (early) {
                    return this;
                }
                Objects.requireNonNull(lock);
            } finally {
                synchronized (lock) {
                    park();
                }
            }
        }
        return null;
    }

    private Object caught() {
        synchronized (this) {
            try {
                synchronized (lock) {
                    throw new IllegalStateException();
                }
            } catch (IllegalStateException e) {
                return park();
            }
        }
    }

    private Object lambda() throws Exception {
        Callable<Object> body = () -> {
            synchronized (lock) {
                return park();
            }
        };
        return body.call();
    }

    private Object concatenation() {
        Object slow = new Object() {
            @Override
            public String toString() {
                park();
                return "";
            }
        };
        synchronized (lock) {
            return "slow " + slow + hot;
        }
    }

    private Object handle() throws Exception {
        try {
            MethodHandle sleep = MethodHandles.lookup()
                    .findStatic(Thread.class, "sleep", MethodType.methodType(void.class, long.class));
            synchronized (lock) {
                sleep.invokeExact(10L);
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        return null;
    }

    private Object handleGeneric() {
        try {
            MethodHandle park = MethodHandles.lookup()
                    .findStatic(ParkingHolders.class, "park", MethodType.methodType(Object.class));
            synchronized (lock) {
                String any = (String) park.asType(MethodType.methodType(String.class)).invoke();
                return any;
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private Object reflection() throws Exception {
        Method sleep = Thread.class.getMethod("sleep", long.class);
        synchronized (lock) {
            return sleep.invoke(null, 10L);
        }
    }

    private Object initializer() {
        synchronized (lock) {
            return new Slow();
        }
    }

    private Object computed() {
        synchronized (lock) {
            return new ConcurrentHashMap<String, Object>().computeIfAbsent("key", key -> park());
        }
    }

    private synchronized Object method() {
        return park();
    }

    private synchronized Object methodAndBlock() {
        synchronized (lock) {
            return park();
        }
    }

    static class Slow {
        static {
            park();
        }
    }

    static class Locked {
        Locked() {
            synchronized (LOCK) {
                park();
            }
        }
    }

    // Called so often that it is compiled, with its callees and with the handle in it, when it parks.
    private Object whenHot() throws Exception {
        int sum = 0;
        for (int i = 0; i <= 200_000; i++) {
            hot = i == 200_000;
            sum += outer(i);
        }
        hot = false;
        return sum;
    }

    private int outer(int i) throws Exception {
        synchronized (LOCK) {
            try {
                return (int) INNER.invokeExact(this, i);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private int inner(int i) {
        synchronized (lock) {
            return hot ? ("" + park()).length() : i;
        }
    }

    private static final MethodHandle INNER = handleOfInner();

    private static MethodHandle handleOfInner() {
        try {
            return MethodHandles.lookup()
                    .findVirtual(ParkingHolders.class, "inner", MethodType.methodType(int.class, int.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
