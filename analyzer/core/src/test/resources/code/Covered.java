package covered;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Parks in blocks behind branches, where an agent that measures coverage moves every instruction: a method per case. */
public class Covered implements Supplier<Map<String, Callable<Object>>> {

    static final Object A = new Object();
    private final Object lock = new Object();
    private boolean open = true;

    @Override
    public Map<String, Callable<Object>> get() {
        Map<String, Callable<Object>> all = new TreeMap<>();
        all.put("block", () -> block(3));
        all.put("nested", () -> nested(3));
        all.put("inLoop", () -> inLoop(3));
        all.put("earlyReturn", () -> earlyReturn(3));
        all.put("method", () -> method(3));
        all.put("inLambda", () -> inLambda(3));
        all.put("deeper", () -> deeper(3));
        all.put("after", () -> after(3));
        all.put("oneLine", () -> oneLine(3));
        return all;
    }

    private Object block(int n) throws InterruptedException {
        if (n > 2 && open) {
            n++;
        }
        synchronized (lock) {
            if (n > 1) {
                Thread.sleep(15);
            }
            return n;
        }
    }

    private Object nested(int n) throws InterruptedException {
        synchronized (A) {
            n = open ? n + 1 : n;
            synchronized (this) {
                Thread.sleep(15);
            }
        }
        return n;
    }

    private Object inLoop(int n) throws InterruptedException {
        for (int i = 0; i < n; i++) {
            synchronized (lock) {
                if (i < 2) {
                    continue;
                }
                Thread.sleep(15);
            }
        }
        return n;
    }

    private Object earlyReturn(int n) throws InterruptedException {
        synchronized (lock) {
            if (!open) {
                return null;
            }
            Thread.sleep(15);
            return n;
        }
    }

    private synchronized Object method(int n) throws InterruptedException {
        if (n > 2) {
            Thread.sleep(15);
        }
        return n;
    }

    private Object inLambda(int n) throws Exception {
        Callable<Object> body = () -> {
            if (n > 2) {
                synchronized (A) {
                    Thread.sleep(15);
                }
            }
            return n;
        };
        return body.call();
    }

    private Object deeper(int n) throws InterruptedException {
        if (n > 2) {
            synchronized (lock) {
                return sleep(n);
            }
        }
        return null;
    }

    private Object sleep(int n) throws InterruptedException {
        if (n > 2) {
            Thread.sleep(15);
        }
        return n;
    }

    // Nothing is held where it parks: the method of its caller is.
    private synchronized Object after(int n) throws InterruptedException {
        synchronized (lock) {
            n += open ? 1 : 2;
        }
        return sleep(n);
    }

    // The same line calls it with the monitor and without.
    private Object oneLine(int n) throws InterruptedException {
        sleep(1); synchronized (lock) { sleep(n); }
        return n;
    }
}
