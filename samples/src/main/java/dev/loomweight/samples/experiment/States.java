package dev.loomweight.samples.experiment;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * One virtual thread in each state of {@code java.lang.VirtualThread} that can be kept still, so that a dump of the
 * threads can be compared with what is so. The states that pass in a moment (PARKING, YIELDING and their like) cannot.
 * The real state is the private field {@code state}, so this JVM needs {@code --add-opens
 * java.base/java.lang=ALL-UNNAMED}; and three carriers, which are all taken in the end: {@code
 * -Djdk.virtualThreadScheduler.parallelism=3} and {@code maxPoolSize=3}.
 *
 * <p>A thread is named for the state that it is in.
 */
public final class States {

    private static final long BETWEEN_LOOKS_NANOS = 500_000;
    private static final long MAX_NANOS = 20_000_000_000L;
    private static final long LONG_NANOS = Long.MAX_VALUE / 2;
    private static final long LONG_MILLIS = LONG_NANOS / 1_000_000;
    private static final String PREFIX = "state ";

    /** The flag of a thread that a debugger suspended, and what is no state at all. */
    private static final String NO_STATES = "SUSPENDED|TRACE_.*";

    private final Field state;
    private final Map<Integer, String> names;
    private final Map<String, Thread> threads = new ConcurrentHashMap<>();

    private States() throws ReflectiveOperationException {
        Class<?> type = Class.forName("java.lang.VirtualThread");
        state = type.getDeclaredField("state");
        state.setAccessible(true);
        names = names(type);
    }

    /**
     * Runs the experiment.
     *
     * @param args none
     * @throws Exception if the JDK does not let itself be looked into
     */
    public static void main(String[] args) throws Exception {
        Stand.play(0, stand -> new States().run(stand));
    }

    /** The states as their class declares them: constants of type int, in the order of their values. */
    private static Map<Integer, String> names(Class<?> type) throws IllegalAccessException {
        Map<Integer, String> names = new TreeMap<>();
        for (Field field : type.getDeclaredFields()) {
            boolean constant = Modifier.isStatic(field.getModifiers()) && Modifier.isFinal(field.getModifiers());
            if (constant && field.getType() == int.class && !field.getName().matches(NO_STATES)) {
                field.setAccessible(true);
                names.put(field.getInt(null), field.getName());
            }
        }
        return names;
    }

    private List<Thread> run(Stand stand) throws Exception {
        stand.count("declared", names.size());
        stand.words("names", names.values().stream().collect(Collectors.joining(", ")));

        // First what leaves its carrier by itself.
        keep("PARKED", States::park);
        keep("TIMED_PARKED", States::parkTimed);
        Thread unparked = start("UNPARKED", States::park);
        awaitState(unparked, "PARKED");
        keep("TERMINATED", () -> {});
        addMonitors();

        // Then the three that keep the carriers, and with them everything else where it is. The last is started by the
        // one that gives way to it, so that it stands before that one in the carrier's queue.
        keep("PINNED", () -> belowNative(States::park));
        keep("TIMED_PINNED", () -> belowNative(States::parkTimed));
        CountDownLatch running = new CountDownLatch(1);
        Thread yielded = start("YIELDED", () -> {
            start("RUNNING", () -> spin(running));
            yieldOn();
        });
        running.await();
        awaitState(yielded, "YIELDED");
        keep("STARTED", () -> {});
        LockSupport.unpark(unparked);
        awaitState(unparked, "UNPARKED");
        threads.put("NEW", Thread.ofVirtual().name(PREFIX + "NEW").unstarted(() -> {}));

        for (String name : names.values()) {
            Thread thread = threads.get(name);
            String key = "state" + camel(name);
            if (thread == null) {
                stand.absent(key, "transient: it lasts only a moment");
            } else {
                stand.words(key, nameOf(thread) + ", to Java " + thread.getState());
            }
        }
        return new ArrayList<>(threads.values());
    }

    /** Where the JDK has states for threads that unmount at monitors; elsewhere they would keep the carriers. */
    private void addMonitors() throws Exception {
        if (!names.containsValue("BLOCKED")) {
            return;
        }
        Object lock = new Object();
        keep("WAIT", () -> waitOn(new Object(), 0));
        keep("TIMED_WAIT", () -> waitOn(new Object(), LONG_MILLIS));
        CountDownLatch held = new CountDownLatch(1);
        Thread.ofPlatform().daemon().name("monitor holder").start(() -> {
            synchronized (lock) {
                held.countDown();
                park();
            }
        });
        held.await();
        keep("BLOCKED", () -> {
            synchronized (lock) {
                park();
            }
        });
    }

    private static void waitOn(Object lock, long millis) {
        synchronized (lock) {
            while (true) {
                try {
                    lock.wait(millis);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    private Thread start(String name, Runnable task) {
        Thread thread = Thread.ofVirtual().name(PREFIX + name).start(task);
        threads.put(name, thread);
        return thread;
    }

    /** Starts a thread, and waits until it is in the state that it is named for. */
    private void keep(String name, Runnable task) throws IllegalAccessException {
        awaitState(start(name, task), name);
    }

    private void awaitState(Thread thread, String wanted) throws IllegalAccessException {
        long began = System.nanoTime();
        while (!nameOf(thread).equals(wanted)) {
            if (System.nanoTime() - began > MAX_NANOS) {
                throw new IllegalStateException(
                        "the thread that was to be " + wanted + " is " + nameOf(thread) + " still");
            }
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        }
    }

    private String nameOf(Thread thread) throws IllegalAccessException {
        int value = state.getInt(thread);
        return names.getOrDefault(value, "state " + value);
    }

    private static String camel(String name) {
        StringBuilder camel = new StringBuilder();
        for (String word : name.split("_", -1)) {
            camel.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return camel.toString();
    }

    private static void park() {
        while (true) {
            LockSupport.park();
        }
    }

    private static void parkTimed() {
        while (true) {
            LockSupport.parkNanos(LONG_NANOS);
        }
    }

    private static void belowNative(Runnable task) {
        StackWalker.getInstance().walk(frames -> {
            task.run();
            return frames.count();
        });
    }

    private static void spin(CountDownLatch running) {
        running.countDown();
        while (true) {
            Thread.onSpinWait();
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // To be where yield leads to is all that is wanted.
    private static void yieldOn() {
        while (true) {
            Thread.yield();
        }
    }
}
