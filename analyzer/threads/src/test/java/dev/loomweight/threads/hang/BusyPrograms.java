package dev.loomweight.threads.hang;

import dev.loomweight.PoolWaker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/**
 * Programs that are busy or idle and healthy, each in its own way, to be run as {@code main} of a JVM of its own with the
 * name of one of them: it prints {@code busy} when all of it runs, and ends when its standard input does.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Nobody asks what becomes of the work.
public final class BusyPrograms {

    private static final Map<String, Program> PROGRAMS = Map.ofEntries(
            Map.entry("idlePools", BusyPrograms::idlePools),
            Map.entry("queues", BusyPrograms::queues),
            Map.entry("monitorContention", BusyPrograms::monitorContention),
            Map.entry("lockContention", BusyPrograms::lockContention),
            Map.entry("timers", BusyPrograms::timers),
            Map.entry("sleepers", BusyPrograms::sleepers),
            Map.entry("server", BusyPrograms::server),
            Map.entry("phases", BusyPrograms::phases),
            Map.entry("futures", BusyPrograms::futures),
            Map.entry("collections", BusyPrograms::collections),
            Map.entry("console", BusyPrograms::console),
            Map.entry("printer", BusyPrograms::printer));

    private static final LongAdder WORK = new LongAdder();

    /** As many as the JVM is started with. */
    private static final int CARRIERS = 4;

    private BusyPrograms() {}

    @FunctionalInterface
    interface Program {
        void start() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        Objects.requireNonNull(PROGRAMS.get(args[0])).start();
        System.out.println("busy");
        System.out.flush();
        HangingPrograms.awaitEndOfInput();
        Runtime.getRuntime().halt(0);
    }

    /** Whatever throws ends its thread, and the test sees that. */
    private static void virtual(String name, Callable<?> work) {
        Thread.ofVirtual().name(name).start(() -> run(work));
    }

    private static void platform(String name, Callable<?> work) {
        Thread.ofPlatform().daemon().name(name).start(() -> run(work));
    }

    private static void run(Callable<?> work) {
        try {
            while (true) {
                work.call();
                WORK.increment();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void idlePools() {
        ExecutorService fixed = Executors.newFixedThreadPool(8);
        ExecutorService virtual = Executors.newFixedThreadPool(
                8, Thread.ofVirtual().name("pooled-", 0).factory());
        ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(3);
        for (int i = 0; i < 8; i++) {
            fixed.submit(WORK::increment);
            virtual.submit(WORK::increment);
        }
        scheduled.scheduleAtFixedRate(WORK::increment, 1, 1, TimeUnit.HOURS);
        CompletableFuture.runAsync(WORK::increment).join();
        for (int i = 0; i < 20; i++) {
            BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
            virtual("consumer-" + i, queue::take);
        }
    }

    /** One thread waits for a line of the console in a reader of the JDK's, and others for the lock of the reader. */
    private static void console() throws Exception {
        BufferedReader console = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (int i = 0; i < 3; i++) {
            Thread reader = Thread.ofVirtual().name("reader-" + i).start(() -> run(console::readLine));
            // The first reads; the others wait for a lock, or on later JDKs for a monitor.
            boolean first = i == 0;
            PoolWaker.await(() -> first
                    ? isIn(reader, "java.io.FileInputStream")
                    : reader.getState() == Thread.State.WAITING || reader.getState() == Thread.State.BLOCKED);
        }
    }

    /** A platform thread prints into a pipe that nobody reads, and virtual threads wait for the lock of its stream. */
    private static void printer() throws Exception {
        // It reads nothing, and ends with this JVM.
        Process reader = new ProcessBuilder("sh", "-c", "while kill -0 $PPID 2> /dev/null; do sleep 1; done").start();
        PrintStream out = new PrintStream(reader.getOutputStream(), true, StandardCharsets.UTF_8);
        Thread printer = Thread.ofPlatform().daemon().name("printer").start(() -> out.println("x".repeat(1 << 20)));
        awaitIn(printer, "java.io.FileOutputStream");
        for (int i = 0; i < 3; i++) {
            Thread logs = Thread.ofVirtual().name("logs-" + i).start(() -> out.println("x"));
            // A lock on JDK 21, a monitor on later ones.
            PoolWaker.await(() -> logs.getState() == Thread.State.WAITING || logs.getState() == Thread.State.BLOCKED);
        }
    }

    private static void awaitIn(Thread thread, String className) {
        PoolWaker.await(() -> isIn(thread, className));
    }

    private static boolean isIn(Thread thread, String className) {
        return List.of(thread.getStackTrace()).stream()
                .anyMatch(frame -> frame.getClassName().equals(className));
    }

    private static void queues() {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(16);
        for (int i = 0; i < 8; i++) {
            virtual("producer-" + i, () -> {
                queue.put(1);
                return null;
            });
            virtual("consumer-" + i, () -> {
                Thread.sleep(1);
                return queue.take();
            });
        }
    }

    private static void monitorContention() {
        Object lock = new Object();
        for (int i = 0; i < 20; i++) {
            virtual("virtual-" + i, () -> {
                synchronized (lock) {
                    return spin(20_000);
                }
            });
        }
        for (int i = 0; i < 4; i++) {
            platform("platform-" + i, () -> {
                synchronized (lock) {
                    return spin(20_000);
                }
            });
        }
    }

    private static void lockContention() {
        ReentrantLock lock = new ReentrantLock();
        for (int i = 0; i < 20; i++) {
            Callable<?> work = () -> {
                lock.lock();
                try {
                    return spin(20_000);
                } finally {
                    lock.unlock();
                }
            };
            virtual("virtual-" + i, work);
            if (i % 5 == 0) {
                platform("platform-" + i, work);
            }
        }
    }

    private static long spin(int rounds) {
        long sum = System.nanoTime();
        for (int i = 0; i < rounds; i++) {
            sum = sum * 31 + i;
        }
        return sum;
    }

    private static void timers() {
        new Timer("timer", true)
                .schedule(
                        new TimerTask() {
                            @Override
                            public void run() {
                                WORK.increment();
                            }
                        },
                        10,
                        10);
        Executors.newScheduledThreadPool(2).scheduleWithFixedDelay(WORK::increment, 5, 5, TimeUnit.MILLISECONDS);
        for (int i = 0; i < 50; i++) {
            virtual("ticks-" + i, () -> {
                Thread.sleep(7);
                return null;
            });
        }
    }

    private static void sleepers() {
        for (int i = 0; i < 4000; i++) {
            virtual("sleeper-" + i, () -> {
                Thread.sleep(600_000);
                return null;
            });
        }
    }

    /** Half of the connections are busy, half of them idle. */
    private static void server() throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        platform("acceptor", () -> {
            Socket connection = server.accept();
            virtual("connection", () -> echo(connection.getInputStream(), connection.getOutputStream()));
            return null;
        });
        for (int i = 0; i < 20; i++) {
            boolean idle = i % 2 == 0;
            Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
            virtual("client-" + i, () -> {
                if (!idle) {
                    client.getOutputStream().write(1);
                }
                return client.getInputStream().read();
            });
        }
    }

    private static int echo(InputStream in, OutputStream out) throws IOException {
        int read = in.read();
        out.write(read);
        return read;
    }

    private static void phases() {
        CyclicBarrier barrier = new CyclicBarrier(6);
        Phaser phaser = new Phaser(6);
        for (int i = 0; i < 6; i++) {
            virtual("barrier-" + i, barrier::await);
            virtual("phaser-" + i, phaser::arriveAndAwaitAdvance);
        }
    }

    private static void futures() {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        ExecutorService own = Executors.newVirtualThreadPerTaskExecutor();
        for (int i = 0; i < 10; i++) {
            virtual("asks-" + i, () -> pool.submit(() -> spin(50_000)).get());
            virtual("fans-out-" + i, () -> own.invokeAll(List.of(() -> spin(10_000), () -> spin(20_000))));
            virtual(
                    "chains-" + i,
                    () -> CompletableFuture.supplyAsync(() -> spin(10_000))
                            .thenApply(sum -> sum + spin(1000))
                            .get());
        }
        virtual(
                "parallel",
                () -> IntStream.range(0, 100)
                        .parallel()
                        .mapToLong(BusyPrograms::spin)
                        .sum());
    }

    /**
     * Garbage, collected all the time by a collector that stops everything, and virtual threads that are pinned for a while: no
     * more than there are carriers, since before JDK 24 they keep these, and others would not begin.
     */
    private static void collections() {
        Object[] own = IntStream.range(0, CARRIERS).mapToObj(i -> new Object()).toArray();
        for (int i = 0; i < CARRIERS; i++) {
            Object lock = own[i];
            virtual("pinned-" + i, () -> {
                synchronized (lock) {
                    Thread.sleep(3);
                    return new byte[100_000];
                }
            });
        }
        platform("collector", () -> {
            System.gc();
            return null;
        });
    }
}
