import java.io.RandomAccessFile;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** What keeps carriers busy, one way at a time, until its input ends. */
public final class Carriers {
    private static final AtomicLong SINK = new AtomicLong();
    private static final AtomicLong NUMBER = new AtomicLong();
    private static final int WAITING = 7;

    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[1]);
        CountDownLatch began = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            Thread.ofVirtual().start(() -> {
                began.countDown();
                work(args);
            });
        }
        for (int i = 3; i < args.length && args[0].equals("crowded"); i++) {
            Thread crowd = new Thread(Carriers::compute);
            crowd.setDaemon(true);
            crowd.start();
        }
        while (args[0].equals("hangs") && began.getCount() > 0) {
            // The scheduler of JDK 21 can overlook a thread that starts as a carrier goes to sleep.
            Thread waker = new Thread(() -> Thread.ofVirtual().start(() -> {}));
            waker.start();
            waker.join();
            Thread.sleep(10);
        }
        if (args[0].equals("hangs")) {
            for (int i = 0; i < WAITING; i++) {
                Thread.ofVirtual().start(() -> SINK.addAndGet(1));
            }
        }
        // Not by a virtual thread, which may get no carrier.
        System.out.println("ready");
        while (System.in.read() >= 0) {}
        Runtime.getRuntime().halt(0);
    }

    private static void work(String[] args) {
        try {
            switch (args[0]) {
                case "yields" -> yields();
                case "computes", "crowded" -> compute();
                case "reads" -> reads(args[2]);
                case "synchronizes" -> synchronizes();
                case "hangs" -> hangs();
                case "answered" -> answered(args[2]);
                case "collects" -> collects();
                case "healthy" -> healthy();
                default -> natively(args[0]);
            }
        } catch (Throwable e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    @SuppressWarnings("unchecked")
    private static void natively(String how) throws Exception {
        ((Consumer<String>) Class.forName("NativeCarriers").getDeclaredConstructor().newInstance()).accept(how);
    }

    private static void yields() {
        while (SINK.get() >= 0) {
            Thread.yield();
        }
    }

    private static void compute() {
        double sum = 0;
        for (long i = 1; SINK.get() >= 0; i++) {
            sum += Math.sqrt(i);
            if (sum < 0) {
                SINK.addAndGet((long) sum);
            }
        }
    }

    private static void reads(String pipe) throws Exception {
        // Both ends, so that opening does not wait for a writer.
        try (RandomAccessFile both = new RandomAccessFile(pipe, "rw")) {
            both.read();
        }
    }

    /** The first thread parks in an initializer, for good; the others wait for it. On JDK 21 the second enters a monitor. */
    private static void hangs() throws Exception {
        if (NUMBER.getAndIncrement() == 1 && Runtime.version().feature() < 24) {
            Monitor.enter();
        } else {
            Settings.use();
        }
    }

    private static final class Settings {
        static {
            load();
        }

        static void use() {}

        static void load() {
            synchronized (Monitor.LOCK) {
                Monitor.held = true;
                while (SINK.get() >= 0) {
                    LockSupport.park();
                }
            }
        }
    }

    private static final class Monitor {
        static final Object LOCK = new Object();
        static volatile boolean held;

        /** Comes second, however the threads are scheduled: who comes first enters and goes. */
        static void enter() {
            while (!held) {
                Thread.onSpinWait();
            }
            synchronized (LOCK) {
                SINK.addAndGet(1);
            }
        }
    }

    /** Reads one byte after the other, each of which another thread writes some milliseconds later. */
    private static void answered(String pipe) throws Exception {
        try (RandomAccessFile both = new RandomAccessFile(pipe, "rw")) {
            Thread writer = new Thread(() -> {
                try {
                    while (SINK.get() >= 0) {
                        Thread.sleep(2);
                        both.write(1);
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            writer.setDaemon(true);
            writer.start();
            while (both.read() >= 0) {
                SINK.addAndGet(1);
            }
        }
    }

    private static void synchronizes() throws Exception {
        Object lock = new Object();
        while (SINK.get() >= 0) {
            hold(lock);
        }
    }

    private static void hold(Object lock) throws Exception {
        synchronized (lock) {
            Thread.sleep(50);
        }
    }

    /** Half of a small heap lives, and is replaced bit by bit: each collection has to look at all of it. */
    private static void collects() {
        Object[] live = new Object[300];
        double sum = 0;
        for (int i = 0; SINK.get() >= 0; i++) {
            Object[] chain = null;
            for (int j = 0; j < 4500; j++) {
                chain = new Object[] {chain};
                sum += Math.sqrt(j);
            }
            live[i % live.length] = chain;
            if (sum < 0) {
                SINK.addAndGet((long) sum);
            }
        }
    }

    private static void healthy() throws Exception {
        while (SINK.get() >= 0) {
            Thread.sleep(50);
            SINK.addAndGet(1);
        }
    }
}
