package com.acme.shop;

import com.github.benmanes.caffeine.cache.LoadingCache;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.acme.util.Pool;
import org.postgresql.core.v3.QueryExecutorImpl;

/** One method for each situation in which advice differs; each blocks once, on a virtual thread of its name. */
public final class Shop {

    private static final Object LOCK = new Object();
    private static volatile Gate gate = new Gate();

    private Shop() {}

    public static void main(String[] args) throws Exception {
        QueryExecutorImpl driver = new QueryExecutorImpl();
        run("own", Shop::own);
        run("driver", () -> Shop.block(driver));
        run("driverCallsBack", () -> driver.visit(Shop::pause));
        run("pool", Pool::get);
        run("poolCallsDriver", () -> Pool.call(driver));
        run("map", () -> new ConcurrentHashMap<String, String>().computeIfAbsent("a", Shop::price));
        run("cache", () -> new LoadingCache().get("a", Shop::price));
        run("mapOfPool", () -> Pool.cached("a"));
        run("lazy", Lazy::touch);
        run("guarded", Guarded::touch);
        run("driverClass", QueryExecutorImpl.Charsets::touch);
        joined("join", Shop::join);
        joined("poolJoins", Pool::await);
        needed("byNew", ByNew.class.getName(), Shop::byNew);
        needed("byStaticField", ByField.class.getName(), Shop::byStaticField);
        needed("byStaticCall", ByCall.class.getName(), Shop::byStaticCall);
        needed("byName", ByName.class.getName(), Shop::byName);
        needed("below", Below.class.getName(), Outer::touch);
    }

    private static void own() {
        synchronized (LOCK) {
            pause();
        }
    }

    private static void block(QueryExecutorImpl driver) {
        driver.execute();
    }

    private static String price(String name) {
        pause();
        return name;
    }

    public static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A virtual thread joins a platform thread that ends once it is waited for. */
    private static void joined(String name, Consumer<Thread> join) throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread platform = Thread.ofPlatform().start(() -> await(end));
        Thread joining = Thread.ofVirtual().name(name).start(() -> join.accept(platform));
        while (!isIn(joining, "wait0")) {
            Thread.onSpinWait();
        }
        end.countDown();
        joining.join();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void byNew() {
        new ByNew();
    }

    private static void byStaticField() {
        ByField.count = 1;
    }

    private static void byStaticCall() {
        ByCall.touch();
    }

    private static void byName() {
        try {
            Class.forName("com.acme.shop.Shop$ByName");
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void run(String name, Runnable task) throws InterruptedException {
        Thread.ofVirtual().name(name).start(task).join();
    }

    /** A virtual thread needs a class that a platform thread initializes. */
    private static void needed(String method, String className, Runnable task) throws InterruptedException {
        gate = new Gate();
        Thread first = Thread.ofPlatform().start(() -> initialize(className));
        gate.begun.await();
        Thread second = Thread.ofVirtual().name(method).start(task);
        while (!isIn(second, method)) {
            Thread.onSpinWait();
        }
        // It is in its method; what it needs there is the very next instruction.
        Thread.sleep(100);
        gate.end.countDown();
        first.join();
        second.join();
    }

    private static boolean isIn(Thread thread, String method) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.getMethodName().equals(method)) {
                return true;
            }
        }
        return false;
    }

    private static void initialize(String className) {
        try {
            Class.forName(className);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private record Gate(CountDownLatch begun, CountDownLatch end) {

        Gate() {
            this(new CountDownLatch(1), new CountDownLatch(1));
        }

        void pass() {
            begun.countDown();
            Shop.await(end);
        }
    }

    private static final class Lazy {
        static {
            pause();
        }

        static void touch() {}
    }

    private static final class Guarded {
        static {
            synchronized (LOCK) {
                pause();
            }
        }

        static void touch() {}
    }

    private static final class ByNew {
        static {
            gate.pass();
        }
    }

    private static final class ByField {
        static int count;

        static {
            gate.pass();
        }
    }

    private static final class ByCall {
        static {
            gate.pass();
        }

        static void touch() {}
    }

    private static final class ByName {
        static {
            gate.pass();
        }
    }

    private static final class Below {
        static {
            gate.pass();
        }
    }

    /** Its initializer needs the class, by an instruction: the JVM's call of the initializer pins all the same. */
    private static final class Outer {
        static final Object BELOW = below();

        static Object below() {
            return new Below();
        }

        static void touch() {}
    }
}
