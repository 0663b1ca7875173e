package dev.loomweight.pins.pinning;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;

/**
 * Two virtual threads park for half a second at a time, pinned by a native frame, while others make progress where a carrier
 * is left to them. Prints when they did, and how many carriers there were at that time.
 */
final class Progress {

    private static final int ROUNDS = 3;
    private static final long PARKED_NANOS = 500_000_000;
    private static final int MORE_THAN_A_PIPE_HOLDS = 1 << 17;

    private static final Queue<String> LINES = new ConcurrentLinkedQueue<>();
    private static volatile boolean over;

    private Progress() {}

    /** What is called by a native frame, where {@code -Djdk.reflect.useNativeAccessorOnly=true} is given. */
    public static void park() {
        long until = System.nanoTime() + PARKED_NANOS;
        for (long left = PARKED_NANOS; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /**
     * Arguments: {@code alone}; or {@code waits} for others in {@code Object.wait}; or {@code writes} for others that write to
     * a pipe, whose path follows; then the file for the recording, and whether it has the starts of threads.
     */
    public static void main(String[] args) throws Exception {
        try (Recording recording = new Recording()) {
            for (String event : List.of("jdk.VirtualThreadPinned", "jdk.JavaMonitorWait", "jdk.JavaMonitorEnter")) {
                recording.enable(event).withThreshold(Duration.ZERO).withStackTrace();
            }
            for (String event : List.of("jdk.ThreadStart", "jdk.ThreadEnd")) {
                if (args[3].equals("true")) {
                    recording.enable(event).withoutStackTrace();
                }
            }
            recording.enable("jdk.ActiveSetting");
            recording.enable("jdk.JVMInformation");
            recording.start();
            work(args);
            recording.stop();
            recording.dump(Path.of(args[2]));
        }
        LINES.forEach(System.out::println);
    }

    private static void work(String[] args) throws Exception {
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            others.add(Thread.ofVirtual().start(Progress::progress));
        }
        switch (args[0]) {
            case "waits" -> {
                for (int i = 0; i < 4; i++) {
                    others.add(Thread.ofVirtual().start(Progress::await));
                }
            }
            case "writes" -> {
                for (int i = 0; i < 2; i++) {
                    others.add(Thread.ofVirtual().start(() -> write(args[1])));
                }
                others.add(Thread.ofPlatform().start(() -> drain(args[1])));
            }
            default -> {}
        }
        List<Thread> pinned = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            pinned.add(Thread.ofVirtual().start(Progress::parkPinned));
        }
        for (Thread each : pinned) {
            each.join();
        }
        over = true;
        for (Thread each : others) {
            each.join();
        }
    }

    private static void parkPinned() {
        try {
            Method park = Progress.class.getMethod("park");
            for (int i = 0; i < ROUNDS; i++) {
                park.invoke(null);
                Thread.sleep(50);
            }
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void progress() {
        try {
            while (!over) {
                Thread.sleep(10);
                LINES.add(ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now()) + " " + carriers());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long carriers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getThreadGroup() != null
                        && thread.getThreadGroup().getName().equals("CarrierThreads")
                        && thread.getName().contains("-worker-"))
                .count();
    }

    private static void await() {
        Object monitor = new Object();
        try {
            while (!over) {
                synchronized (monitor) {
                    monitor.wait(30);
                }
                Thread.sleep(5);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes more than a pipe holds, so that it blocks until some is read: what is to be written through, is compensated. */
    private static void write(String pipe) {
        try (RandomAccessFile out = new RandomAccessFile(pipe, "rws")) {
            while (!over) {
                out.write(new byte[MORE_THAN_A_PIPE_HOLDS]);
                Thread.sleep(5);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void drain(String pipe) {
        try (FileInputStream in = new FileInputStream(pipe)) {
            byte[] some = new byte[1 << 14];
            while (in.read(some) >= 0) {
                Thread.sleep(1);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
