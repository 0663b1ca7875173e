package shop;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.Deflater;

/** A shop with one thing wrong, named by its argument; it runs until it is ended, if that thing does not end it. */
public final class Shop {

    private static final List<Object> KEPT = new ArrayList<>();
    private static volatile double spun;

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "fine" -> Checkout.fine();
            case "own-pins" -> Checkout.pinned(4, 30);
            case "library-pins" -> Checkout.queries();
            case "all-pinned" -> Checkout.pinned(8, 1500);
            case "hang" -> Stock.hang();
            case "contention" -> Stock.contended();
            case "pool" -> Pool.exhausted();
            case "keeps-carrier" -> Prices.keptCarrier();
            case "processors-full", "throttled" -> Prices.full();
            case "heap-leak", "out-of-memory" -> Leaks.carts();
            case "metaspace-leak" -> Leaks.plugins();
            case "malloc-leak" -> Leaks.deflaters();
            case "locals-leak" -> Leaks.locals();
            case "virtual-leak" -> Leaks.waiters();
            case "stacks" -> Leaks.deepStacks();
            case "direct" -> Leaks.buffers();
            case "crash" -> Leaks.crash();
            case "recordings" -> Recordings.write(Path.of(arguments[1]), Integer.parseInt(arguments[2]));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        new CountDownLatch(1).await();
    }

    public static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void again(Runnable step) {
        while (true) {
            step.run();
        }
    }

    static void virtual(String name, int threads, Runnable body) {
        for (int i = 0; i < threads; i++) {
            Thread.ofVirtual().name(name + "-" + i).start(body);
        }
    }

    /** What the shop does for its customers. */
    static final class Checkout {

        static void fine() {
            virtual("customer", 20, () -> again(() -> {
                spun += Math.sqrt(spun);
                pause(50);
            }));
        }

        static void pinned(int threads, long millis) {
            virtual("other", 50, () -> again(() -> pause(20)));
            virtual("customer", threads, () -> again(() -> {
                reserve(millis);
                pause(100);
            }));
        }

        /** A monitor pins until JDK 23, an initializer of a class on all. */
        static void reserve(long millis) {
            if (Runtime.version().feature() < 24) {
                synchronized (new Object()) {
                    pause(millis);
                }
            } else {
                Setup.of("shop.Configuration", millis);
            }
        }

        static void queries() {
            virtual("customer", 4, () -> again(() -> {
                order();
                pause(100);
            }));
        }

        static void order() {
            if (Runtime.version().feature() < 24) {
                new driver.Connection().query(30);
            } else {
                Setup.of("driver.Session", 30);
            }
        }
    }

    /** Locks. */
    public static final class Stock {
        private static final ReentrantLock LOCK = new ReentrantLock();
        private static final Object MONITOR = new Object();

        static void hang() {
            virtual("customer", 20, () -> again(() -> pause(20)));
            pause(5000);
            virtual("holder", 1, () -> {
                LOCK.lock();
                pause(500);
                LOCK.unlock();
            });
            pause(100);
            virtual("waiter", 4, () -> {
                if (Runtime.version().feature() < 24) {
                    synchronized (new Object()) {
                        take();
                    }
                } else {
                    Setup.of("shop.Warehouse", 0);
                }
            });
        }

        public static void take() {
            LOCK.lock();
            LOCK.unlock();
        }

        static void contended() {
            virtual("customer", 50, () -> again(Runtime.version().feature() < 24 ? Stock::update : Stock::updateAll));
        }

        static void update() {
            LOCK.lock();
            try {
                pause(10);
            } finally {
                LOCK.unlock();
            }
            pause(5);
        }

        static void updateAll() {
            synchronized (MONITOR) {
                pause(10);
            }
            pause(5);
        }
    }

    /** Three connections for sixty customers. */
    static final class Pool {
        private static final Semaphore CONNECTIONS = new Semaphore(3);

        static void exhausted() {
            virtual("customer", 60, () -> again(Pool::borrow));
        }

        static void borrow() {
            CONNECTIONS.acquireUninterruptibly();
            pause(100);
            CONNECTIONS.release();
            pause(20);
        }
    }

    /** Computation. */
    static final class Prices {

        static void keptCarrier() {
            virtual("customer", 20, () -> again(() -> pause(20)));
            virtual("prices", 1, Prices::compute);
        }

        static void full() {
            for (int i = 0; i < 4; i++) {
                Thread.ofPlatform().name("batch-" + i).start(Prices::compute);
            }
            virtual("customer", 20, () -> again(() -> pause(20)));
        }

        static void compute() {
            double sum = 0;
            for (long i = 1; i < Long.MAX_VALUE; i++) {
                sum += Math.sqrt(i);
                if (sum < 0) {
                    spun = sum;
                }
            }
        }
    }

    /** What grows. */
    static final class Leaks {
        private static final ThreadLocal<List<byte[]>> BUFFERS = ThreadLocal.withInitial(ArrayList::new);

        record Cart(byte[] items) {}

        static void carts() {
            again(() -> {
                KEPT.add(new Cart(new byte[200_000]));
                pause(20);
            });
        }

        static void plugins() {
            again(() -> {
                for (int i = 0; i < 30; i++) {
                    KEPT.add(Setup.of("shop.Plugin", 0));
                }
                pause(20);
            });
        }

        static void deflaters() {
            again(() -> {
                Deflater deflater = new Deflater();
                deflater.setInput(new byte[50_000]);
                deflater.deflate(new byte[1000]);
                KEPT.add(deflater);
                pause(20);
            });
        }

        static void locals() {
            ExecutorService pool = Executors.newFixedThreadPool(40);
            again(() -> {
                pool.execute(() -> BUFFERS.get().add(new byte[200_000]));
                pause(20);
            });
        }

        static void waiters() {
            CountDownLatch never = new CountDownLatch(1);
            again(() -> {
                virtual("order", 60, () -> await(never));
                pause(20);
            });
        }

        static void await(CountDownLatch never) {
            try {
                never.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        static void deepStacks() {
            for (int i = 0; i < 600; i++) {
                Thread.ofPlatform().name("deep-" + i).start(() -> deep(2500));
                pause(15);
            }
        }

        static long deep(int depth) {
            if (depth == 0) {
                pause(600_000);
                return 0;
            }
            return deep(depth - 1) + depth;
        }

        static void buffers() {
            again(() -> {
                ByteBuffer buffer = ByteBuffer.allocateDirect(200_000);
                while (buffer.remaining() > 8) {
                    buffer.putLong(1);
                }
                KEPT.add(buffer);
                pause(20);
            });
        }

        static void crash() throws Exception {
            pause(4000);
            var field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
            field.setAccessible(true);
            Object unsafe = field.get(null);
            unsafe.getClass().getMethod("putAddress", long.class, long.class).invoke(unsafe, 8L, 1L);
        }
    }

    /** Recordings of one service, one after the other. */
    static final class Recordings {

        static void write(Path folder, int many) throws Exception {
            Checkout.pinned(2, 30);
            for (int i = 0; i < many; i++) {
                try (var recording = new jdk.jfr.Recording()) {
                    recording.enable("jdk.VirtualThreadPinned").withThreshold(Duration.ZERO);
                    recording.start();
                    pause(1000);
                    recording.stop();
                    recording.dump(folder.resolve("recording-" + i + ".jfr"));
                }
            }
            System.exit(0);
        }
    }
}
