package dev.loomweight.samples.experiment;

import dev.loomweight.samples.gallery.Upcall;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * Tasks that wait a moment each, on a fixed number of carriers: once free to leave their carrier, and once for each
 * cause that can pin them to it. Threads that unmount all wait at once; pinned ones wait in as many rounds as the
 * carriers need. How much longer they take is the throughput that the cause costs.
 *
 * <p>This JVM needs {@code -Djdk.virtualThreadScheduler.parallelism}, and {@code
 * --enable-native-access=ALL-UNNAMED} keeps a warning away.
 *
 * <p>Arguments: how many tasks, for how many milliseconds each waits.
 */
public final class Pinning {

    private static final long BETWEEN_LOOKS_NANOS = 500_000;

    private static volatile Duration wait = Duration.ZERO;

    private Pinning() {}

    /** What is done for one cause. */
    @FunctionalInterface
    private interface Task {
        void run() throws Exception;
    }

    /**
     * Runs the experiment.
     *
     * @param args two numbers
     * @throws Exception if a task could not run
     */
    public static void main(String[] args) throws Exception {
        int tasks = Integer.parseInt(args[0]);
        wait = Duration.ofMillis(Integer.parseInt(args[1]));
        int carriers = Integer.getInteger("jdk.virtualThreadScheduler.parallelism", 0);
        Stand.play(0, stand -> {
            stand.count("pinTasks", tasks);
            stand.nanos("pinWait", wait.toNanos());
            stand.count("pinCarriers", carriers);
            stand.nanos("pinBound", wait.toNanos() * ((tasks + carriers - 1) / carriers));
            Runnable upcall = Upcall.around(Pinning::hold);
            // The first of each kind loads classes, which pins by itself.
            time("warm-up", Pinning::hold, 1, stand);
            stand.nanos("free", time("free", Pinning::hold, tasks, stand));
            stand.nanos("synchronizedHeld", time("synchronized", Pinning::inMonitor, tasks, stand));
            stand.nanos("monitorEntered", contended(tasks, carriers, stand));
            stand.nanos("objectWait", time("Object.wait", Pinning::objectWait, tasks, stand));
            stand.nanos("nativeFrame", time("native method", Pinning::belowNative, tasks, stand));
            stand.nanos("foreignUpcall", time("upcall", upcall::run, tasks, stand));
            stand.nanos("classInitializer", time("class initializer", Pinning::initialize, tasks, stand));
            return null;
        });
    }

    /** What every task does, whatever is around it. Public, since {@link SlowStart} has another loader. */
    public static void hold() {
        try {
            Thread.sleep(wait);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts", e);
        }
    }

    private static void inMonitor() {
        synchronized (new Object()) {
            hold();
        }
    }

    private static void objectWait() throws InterruptedException {
        Object lock = new Object();
        long end = System.nanoTime() + wait.toNanos();
        synchronized (lock) {
            for (long left = wait.toNanos(); left > 0; left = end - System.nanoTime()) {
                lock.wait(Math.max(1, left / 1_000_000));
            }
        }
    }

    private static void belowNative() {
        // A native method of the JDK that calls back, as JNI code does.
        StackWalker.getInstance().walk(frames -> {
            hold();
            return frames.count();
        });
    }

    private static void initialize() throws ReflectiveOperationException {
        Class.forName(SlowStart.class.getName(), true, new Anew());
    }

    /** As many threads as there are carriers want a monitor that another has for half of all rounds. */
    private static long contended(int tasks, int carriers, Stand stand) throws Exception {
        Object lock = new Object();
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch start = new CountDownLatch(1);
        Duration holding = wait.multipliedBy(Math.max(1, tasks / carriers / 2));
        Thread holder = Thread.ofPlatform().start(() -> {
            synchronized (lock) {
                held.countDown();
                try {
                    start.await();
                    Thread.sleep(holding);
                } catch (InterruptedException e) {
                    throw new IllegalStateException("nobody interrupts", e);
                }
            }
        });
        held.await();
        Thread[] wanting = new Thread[carriers];
        for (int i = 0; i < carriers; i++) {
            wanting[i] = Thread.startVirtualThread(() -> {
                synchronized (lock) {
                    start.getCount();
                }
            });
        }
        for (Thread thread : wanting) {
            while (thread.getState() != Thread.State.BLOCKED) {
                LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
            }
        }
        start.countDown();
        long time = time("contended monitor", Pinning::hold, tasks, stand);
        holder.join();
        return time;
    }

    private static long time(String what, Task task, int tasks, Stand stand) throws Exception {
        Thread[] threads = new Thread[tasks];
        Throwable[] failure = new Throwable[1];
        CountDownLatch done = new CountDownLatch(tasks);
        long began = System.nanoTime();
        for (int i = 0; i < tasks; i++) {
            threads[i] = Thread.ofVirtual().unstarted(() -> {
                try {
                    task.run();
                } catch (Exception | LinkageError e) {
                    failure[0] = e;
                } finally {
                    done.countDown();
                }
            });
            threads[i].start();
        }
        stand.doing(what, tasks - done.getCount(), tasks, began);
        done.await();
        long time = System.nanoTime() - began;
        if (failure[0] != null) {
            throw new IllegalStateException(what + " failed", failure[0]);
        }
        return time;
    }

    /** Defines {@link SlowStart} once more, so that its initializer runs once more. */
    private static final class Anew extends ClassLoader {

        private Anew() {
            super(Pinning.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(SlowStart.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (InputStream in = Pinning.class.getResourceAsStream("SlowStart.class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
