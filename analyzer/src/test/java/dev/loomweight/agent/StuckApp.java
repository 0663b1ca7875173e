package dev.loomweight.agent;

import dev.loomweight.PoolWaker;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * An application that sticks all carriers of its scheduler, in one of four ways, when it reads a line, and ends with its
 * input. Needs {@code -Djdk.virtualThreadScheduler.parallelism=2}.
 */
public final class StuckApp {

    private static final int CARRIERS = 2;
    private static final int YIELDING = 4;
    private static final int SECONDS = 3600;

    @SuppressWarnings("UnusedVariable") // What is computed must go somewhere.
    private static volatile long sink;

    private StuckApp() {}

    /** Takes the way: {@code cpu}, {@code yield}, {@code park} or {@code native}. */
    public static void main(String[] args) throws Exception {
        // The scheduler is there, and with it the probe.
        Thread.ofVirtual().start(() -> {}).join();
        System.out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        in.readLine();
        AtomicInteger running = new AtomicInteger();
        CountDownLatch mounted = new CountDownLatch(CARRIERS);
        for (int i = 0; i < CARRIERS; i++) {
            int number = i;
            Thread.ofVirtual().name("sticky-" + i).start(() -> {
                // Each on a carrier of its own.
                running.incrementAndGet();
                while (running.get() < CARRIERS) {
                    Thread.onSpinWait();
                }
                mounted.countDown();
                stick(args[0], number);
            });
        }
        PoolWaker.await(() -> mounted.getCount() == 0);
        System.out.println("stuck");
        in.readLine();
        System.out.println("done");
        Runtime.getRuntime().halt(0);
    }

    private static void stick(String way, int number) {
        switch (way) {
            case "cpu" -> compute();
            case "yield" -> storm();
            case "park" -> park(number);
            case "native" -> sleepInNative();
            default -> throw new IllegalArgumentException(way);
        }
    }

    private static void compute() {
        for (long value = 1; ; value = value * 31 + 7) {
            sink = value;
        }
    }

    /** Threads that a virtual thread starts wait at its own carrier, and those that yield there let nobody else in. */
    private static void storm() {
        for (int i = 0; i < YIELDING; i++) {
            Thread.ofVirtual().start(StuckApp::yieldForever);
        }
        yieldForever();
    }

    @SuppressWarnings("ThreadPriorityCheck") // That is the way in which it is stuck.
    private static void yieldForever() {
        while (true) {
            Thread.yield();
        }
    }

    /** An initializer has a native frame of the JVM below it, so its thread cannot be unmounted on any JDK. */
    private static void park(int number) {
        if (number == 0) {
            First.touch();
        } else {
            Second.touch();
        }
    }

    private static final class First {
        static {
            waitForever();
        }

        static void touch() {}
    }

    private static final class Second {
        static {
            waitForever();
        }

        static void touch() {}
    }

    private static void waitForever() {
        while (true) {
            LockSupport.park();
        }
    }

    /** By the foreign function interface, which this class reaches by reflection: it is a preview on JDK 21. */
    private static void sleepInNative() {
        try {
            Class<?> linkers = Class.forName("java.lang.foreign.Linker");
            Class<?> layouts = Class.forName("java.lang.foreign.MemoryLayout");
            Class<?> descriptors = Class.forName("java.lang.foreign.FunctionDescriptor");
            Class<?> options = Class.forName("java.lang.foreign.Linker$Option");
            Object integer = Class.forName("java.lang.foreign.ValueLayout")
                    .getField("JAVA_INT")
                    .get(null);
            Object arguments = java.lang.reflect.Array.newInstance(layouts, 1);
            java.lang.reflect.Array.set(arguments, 0, integer);
            Object linker = linkers.getMethod("nativeLinker").invoke(null);
            Object lookup = linkers.getMethod("defaultLookup").invoke(linker);
            Object symbol = ((Optional<?>) Class.forName("java.lang.foreign.SymbolLookup")
                            .getMethod("find", String.class)
                            .invoke(lookup, "sleep"))
                    .orElseThrow();
            Object descriptor =
                    descriptors.getMethod("of", layouts, arguments.getClass()).invoke(null, integer, arguments);
            MethodHandle sleep = (MethodHandle) linkers.getMethod(
                            "downcallHandle",
                            Class.forName("java.lang.foreign.MemorySegment"),
                            descriptors,
                            options.arrayType())
                    .invoke(linker, symbol, descriptor, java.lang.reflect.Array.newInstance(options, 0));
            while (true) {
                sleep(sleep);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void sleep(MethodHandle sleep) {
        try {
            int left = (int) sleep.invoke(SECONDS);
            sink = left;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
