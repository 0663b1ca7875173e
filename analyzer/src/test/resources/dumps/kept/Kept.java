import java.lang.reflect.Constructor;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Virtual threads that keep carriers, and such as only seem to. The first argument says what "keeper" threads do:
 *
 * <ul>
 *   <li>spin: compute for ever
 *   <li>native: run native methods for ever, one after another, and are in one whenever one looks
 *   <li>moves: compute for 20 ms, sleep for 1 ms, and so on
 *   <li>pinned: wait for a latch while a class is loaded
 *   <li>rests: wait for it, and release the carrier
 * </ul>
 *
 * The second says of which scheduler: jdk, loops (event loops, each a scheduler of its own), pool (a fixed pool of platform
 * threads); the third is the number of keepers, the fourth that of the carriers of such a scheduler. Five threads are started after
 * the keepers, on the same scheduler.
 */
public class Kept {
    static final CountDownLatch DONE = new CountDownLatch(1);
    static volatile long sink;

    static void compute() {
        long x = 1;
        while (DONE.getCount() > 0) {
            x = x * 31 + 7;
        }
        sink = x;
    }

    static void computeFor(long nanos) {
        long end = System.nanoTime() + nanos;
        long x = 1;
        while (System.nanoTime() < end) {
            x = x * 31 + 7;
        }
        sink = x;
    }

    static void compress() {
        byte[] in = new byte[8_000_000];
        byte[] out = new byte[in.length];
        new java.util.Random(1).nextBytes(in);
        java.util.zip.Deflater deflater = new java.util.zip.Deflater();
        while (DONE.getCount() > 0) {
            deflater.reset();
            deflater.setInput(in);
            sink = deflater.deflate(out);
        }
    }

    /** A loader that works while the JVM asks it for a class, from native code. */
    static class Loader extends ClassLoader {
        private final Callable<?> work;

        Loader(Callable<?> work) {
            this.work = work;
        }

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            try {
                work.call();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            throw new ClassNotFoundException(name);
        }
    }

    /** One thread with a queue. */
    static class Loop implements Executor {
        private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

        Loop(String name) {
            Thread.ofPlatform().daemon().name(name).start(() -> {
                try {
                    while (true) {
                        tasks.take().run();
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
        }

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }
    }

    /** Threads of a scheduler of an application's own, by a constructor that libraries reach by reflection. */
    static Thread.Builder.OfVirtual threads(Executor scheduler) throws Exception {
        if (scheduler == null) {
            return Thread.ofVirtual();
        }
        Constructor<?> constructor = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
                .getDeclaredConstructor(Executor.class);
        constructor.setAccessible(true);
        return (Thread.Builder.OfVirtual) constructor.newInstance(scheduler);
    }

    static Runnable work(String kind) {
        return () -> {
            try {
                switch (kind) {
                    case "spin" -> compute();
                    case "native" -> compress();
                    case "moves" -> {
                        while (DONE.getCount() > 0) {
                            computeFor(20_000_000);
                            Thread.sleep(1);
                        }
                    }
                    case "pinned" -> Class.forName("org.example.Plugin", false, new Loader(() -> {
                        DONE.await();
                        return null;
                    }));
                    default -> DONE.await();
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
    }

    public static void main(String[] args) throws Exception {
        int keepers = Integer.parseInt(args[2]);
        int carriers = Integer.parseInt(args[3]);
        Executor[] schedulers = new Executor[carriers];
        ExecutorService pool = args[1].equals("pool") ? Executors.newFixedThreadPool(carriers) : null;
        for (int i = 0; i < carriers; i++) {
            schedulers[i] = args[1].equals("loops") ? new Loop("event-loop-" + (i + 1)) : pool;
        }
        if (args[1].equals("loops") || pool != null) {
            // The JDK's scheduler has a carrier that is busy, and others.
            Thread.ofVirtual().name("of-jdk").start(work("moves"));
        }
        for (int i = 0; i < keepers; i++) {
            threads(schedulers[i % carriers]).name("keeper-" + i).start(work(args[0]));
        }
        Thread.sleep(500);
        for (int i = 0; i < 5; i++) {
            threads(schedulers[i % keepers]).name("late-" + i).start(() -> {
                try {
                    while (true) {
                        Thread.sleep(20);
                        computeFor(100_000);
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
        Thread.sleep(500);
        System.out.println("READY");
        Thread.sleep(Long.MAX_VALUE);
    }
}
