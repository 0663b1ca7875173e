package shapes;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

// Every call of held() says which monitors its frame holds there: without debug information what is behind the bar.
class Shapes {

    static final Object LOCK = new Object();
    private final Object lock = new Object();
    private final Object[] locks = {new Object(), new Object()};
    private Shapes next;
    int count;

    static void held(String monitors) {}

    static Object getStaticLock() {
        return LOCK;
    }

    Object getLock() {
        return lock;
    }

    Object lockOf(int i, String name) {
        return locks[i];
    }

    synchronized void synchronizedMethod() {
        held("this");
    }

    static synchronized void staticSynchronizedMethod() {
        held("Shapes.class");
    }

    synchronized void blockInSynchronizedMethod() {
        held("this");
        synchronized (lock) {
            held("this, this.lock");
        }
        held("this");
    }

    void expressions(Object parameter, long wide, Object second, int i, Shapes other) {
        held("");
        synchronized (this) {
            held("this");
        }
        synchronized (lock) {
            held("this.lock");
        }
        synchronized (LOCK) {
            held("Shapes.LOCK");
        }
        synchronized (Shapes.class) {
            held("Shapes.class");
        }
        synchronized (int[].class) {
            held("int[].class");
        }
        synchronized (parameter) {
            held("parameter|parameter 1");
        }
        synchronized (second) {
            held("second|parameter 3");
        }
        synchronized (getLock()) {
            held("getLock()");
        }
        synchronized (lockOf(i, "x")) {
            held("lockOf(...)");
        }
        synchronized (getStaticLock()) {
            held("getStaticLock()");
        }
        synchronized (other.getLock()) {
            held("other.getLock()|parameter 5.getLock()");
        }
        synchronized (other.next.lock) {
            held("other.next.lock|parameter 5.next.lock");
        }
        synchronized (locks[1]) {
            held("this.locks[1]");
        }
        synchronized (locks[i]) {
            held("this.locks[i]|this.locks[parameter 4]");
        }
        synchronized (locks[i + 1]) {
            held("this.locks[...]");
        }
        synchronized ("text") {
            held("\"text\"");
        }
        synchronized (Map.Entry.class) {
            held("Map.Entry.class");
        }
        synchronized (i > 0 ? lock : LOCK) {
            held("Shapes.LOCK or this.lock");
        }
        synchronized ((Object) (String) parameter) {
            held("parameter|parameter 1");
        }
        Object local = getLock();
        synchronized (local) {
            held("local|getLock()");
        }
        held("");
    }

    int earlyReturn(int n) {
        synchronized (lock) {
            held("this.lock");
            if (n == 0) {
                held("this.lock");
                return 0;
            }
            held("this.lock");
        }
        held("");
        return 1;
    }

    void loops(int n) {
        outer:
        for (int i = 0; i < n; i++) {
            held("");
            synchronized (lock) {
                held("this.lock");
                if (i == 3) {
                    continue;
                }
                for (int j = 0; j < n; j++) {
                    held("this.lock");
                    synchronized (LOCK) {
                        held("this.lock, Shapes.LOCK");
                        if (j == 4) {
                            continue outer;
                        }
                        if (j == 5) {
                            break;
                        }
                        if (j == 6) {
                            break outer;
                        }
                    }
                    held("this.lock");
                }
                if (i == 7) {
                    break;
                }
                held("this.lock");
            }
            held("");
        }
        held("");
    }

    int finallyBlocks(int n) throws Exception {
        try {
            synchronized (lock) {
                held("this.lock");
                try {
                    if (n == 1) {
                        return 1;
                    }
                    held("this.lock");
                } finally {
                    held("this.lock");
                    synchronized (LOCK) {
                        held("this.lock, Shapes.LOCK");
                    }
                }
            }
            held("");
        } catch (IllegalStateException e) {
            held("");
        } finally {
            held("");
        }
        synchronized (lock) {
            try {
                held("this.lock");
            } catch (RuntimeException e) {
                held("this.lock");
                throw e;
            } finally {
                held("this.lock");
            }
        }
        return 0;
    }

    void catchAround(Object parameter) {
        try {
            synchronized (parameter) {
                held("parameter|parameter 1");
                throw new IllegalStateException();
            }
        } catch (Throwable t) {
            held("");
            synchronized (t) {
                held("t|the exception");
            }
        }
    }

    void recursive() {
        synchronized (lock) {
            synchronized (lock) {
                held("this.lock, this.lock");
            }
            held("this.lock");
        }
        held("");
    }

    void empty(Object parameter) {
        synchronized (parameter) {
        }
        held("");
    }

    void endless() {
        synchronized (lock) {
            while (true) {
                held("this.lock");
                if (count++ > 5) {
                    throw new IllegalStateException();
                }
            }
        }
    }

    void changingLocal(int n) {
        Object current = lock;
        while (n-- > 0) {
            synchronized (current) {
                held("current|Shapes.LOCK or this.lock");
                current = LOCK;
                held("current|Shapes.LOCK or this.lock");
            }
            held("");
        }
    }

    void chain() {
        for (Shapes s = this; s != null; s = s.next) {
            synchronized (s) {
                held("s|one of several objects");
            }
        }
    }

    int switches(String name) {
        synchronized (lock) {
            switch (name) {
                case "a":
                    held("this.lock");
                    return 1;
                case "b":
                    synchronized (this) {
                        held("this.lock, this");
                        break;
                    }
                default:
                    held("this.lock");
            }
            held("this.lock");
        }
        held("");
        return 0;
    }

    void lambdas(Object captured) throws Exception {
        Runnable r = () -> {
            held("");
            synchronized (captured) {
                held("captured|parameter 1");
            }
            synchronized (lock) {
                held("this.lock");
            }
        };
        Supplier<Object> s = () -> {
            synchronized (LOCK) {
                held("Shapes.LOCK");
                return captured;
            }
        };
        Callable<Object> anonymous = new Callable<Object>() {
            @Override
            public synchronized Object call() {
                synchronized (captured) {
                    held("this, captured");
                    synchronized (Shapes.this) {
                        held("this, captured, Shapes.this");
                    }
                }
                return null;
            }
        };
        synchronized (r) {
            held("r|a lambda");
            anonymous.call();
            s.get();
        }
    }

    void resources(AutoCloseable resource) throws Exception {
        synchronized (lock) {
            try (AutoCloseable a = resource;
                    AutoCloseable b = resource) {
                held("this.lock");
            }
            held("this.lock");
        }
        held("");
    }

    Shapes() {
        synchronized (LOCK) {
            held("Shapes.LOCK");
        }
    }

    static {
        synchronized (Shapes.class) {
            held("Shapes.class");
        }
        held("");
    }

    class Inner {
        void outer() {
            synchronized (Shapes.this) {
                held("Shapes.this");
            }
            synchronized (Nested.LOCK) {
                held("Shapes.Nested.LOCK");
            }
        }
    }

    static class Nested {
        static final Object LOCK = new Object();
    }
}
