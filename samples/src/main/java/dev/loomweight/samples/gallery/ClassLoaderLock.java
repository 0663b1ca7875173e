package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import dev.loomweight.samples.gallery.Virtual.Running;
import dev.loomweight.samples.gallery.Virtual.Task;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;

/**
 * Virtual threads that need a class at a new while another thread loads through the same class loader, as the first
 * requests of an application do. The JVM itself takes the loader's monitor, unless the loader is parallel-capable, and
 * the lock of a class while it links it. Who waits for one keeps the carrier on every JDK. There is no frame of a loader
 * on the stack: only jdk.JavaMonitorEnter names the monitor, also from JDK 24 on, where the pin's reason is that of any
 * critical section. Load the classes before the load arrives, or make the class loader parallel-capable.
 */
public final class ClassLoaderLock implements Exhibit {

    /** What loading waits for: begun, and then allowed to end. */
    private static volatile Gate gate = new Gate();

    @Override
    public void run() throws Exception {
        for (int i = 0; i < 3; i++) {
            ClassLoader shop = new ShopClassLoader();
            Runnable order = (Runnable) create(shop, Order.class);
            show(order::run);
        }
        Runnable held = (Runnable) create(new ShopClassLoader(), Held.class);
        show(held::run);
        for (int i = 0; i < 2; i++) {
            ClassLoader parallel = new ParallelClassLoader();
            Runnable linking = (Runnable) create(parallel, Linking.class);
            show(linking::run);
        }
    }

    private static Object create(ClassLoader loader, Class<?> of) throws ReflectiveOperationException {
        return loader.loadClass(of.getName()).getConstructor().newInstance();
    }

    private static void show(Task task) throws Exception {
        gate = new Gate();
        Running first = Virtual.start(Thread.ofPlatform().name("first"), task);
        Virtual.await(gate.begun);
        Running second = Virtual.start("second", task);
        Virtual.awaitBlocked(second.thread());
        Blocking.sleep(37);
        gate.end.countDown();
        first.join();
        second.join();
    }

    private record Gate(CountDownLatch begun, CountDownLatch end) {

        Gate() {
            this(new CountDownLatch(1), new CountDownLatch(1));
        }

        void pass() {
            begun.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts an exhibit", e);
            }
        }
    }

    /** Names a class that its loader does not know yet. */
    public static final class Order implements Runnable {
        @Override
        public void run() {
            load().touch();
        }

        private static Item load() {
            return new Item();
        }
    }

    /** The same in a monitor of its own, which two threads do not share. */
    public static final class Held implements Runnable {
        @Override
        public void run() {
            Object lock = new Object();
            synchronized (lock) {
                new Item().touch();
            }
        }
    }

    /** The class that is slow to load. */
    public static final class Item {
        void touch() {
            // To be there is enough.
        }
    }

    /** Names a class that is quick to load and slow to link. */
    public static final class Linking implements Runnable {
        @Override
        public void run() {
            link().touch();
        }

        private static Linked link() {
            return new Linked();
        }
    }

    /** To link it, the JVM loads a part, to verify that it is what the method returns. */
    public static final class Linked {
        void touch() {
            // To be there is enough.
        }

        static Whole whole(boolean part) {
            return part ? new Part() : new Whole();
        }
    }

    /** What is returned. */
    public static class Whole {}

    /** The class that is slow to load. */
    public static final class Part extends Whole {}

    private static boolean isOurs(String name) {
        return name.startsWith(ClassLoaderLock.class.getName() + "$") && !name.endsWith("Gate");
    }

    private static boolean isSlow(String name) {
        return name.equals(Item.class.getName()) || name.equals(Part.class.getName());
    }

    private static byte[] fetch(String name) throws ClassNotFoundException {
        if (isSlow(name)) {
            gate.pass();
        }
        try (InputStream in = ClassLoaderLock.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** Does not register as parallel-capable, so the JVM takes its monitor around each call. */
    private static final class ShopClassLoader extends ClassLoader {

        ShopClassLoader() {
            super(null);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!isOurs(name)) {
                return Class.forName(name);
            }
            byte[] bytes = fetch(name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** Takes a lock for each name, which two threads do not share here. */
    private static final class ParallelClassLoader extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        ParallelClassLoader() {
            super(null);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!isOurs(name)) {
                return Class.forName(name);
            }
            byte[] bytes = fetch(name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
