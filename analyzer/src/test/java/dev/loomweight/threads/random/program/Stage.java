package dev.loomweight.threads.random.program;

import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Starts threads, and waits until they stand where they stay. */
public final class Stage {

    private static final String OWN = Stage.class.getPackageName() + ".";
    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final long BEFORE_WAKING_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Map<String, Thread> started = new LinkedHashMap<>();

    /** What a thread does. */
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    /** A thread that is not started. */
    static Thread unstarted(String name, boolean virtual, Runnable work) {
        if (!virtual) {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        }
        // JDK 17 has none of these.
        return unstarted(sure(() -> Thread.class.getMethod("ofVirtual").invoke(null)), name, work);
    }

    private static Thread unstarted(Object builder, String name, Runnable work) {
        try {
            Method named = Class.forName("java.lang.Thread$Builder").getMethod("name", String.class);
            Method made = Class.forName("java.lang.Thread$Builder").getMethod("unstarted", Runnable.class);
            return (Thread) made.invoke(named.invoke(builder, name), work);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    Thread start(Role role, Work work) {
        return start(role, unstarted(role.name(), role.virtual(), () -> Depth.go(role.depth(), work)));
    }

    /** Starts a virtual thread made by a builder, which decides its scheduler. */
    Thread start(Role role, Object builder, Work work) {
        return start(role, unstarted(builder, role.name(), () -> Depth.go(role.depth(), work)));
    }

    private synchronized Thread start(Role role, Thread thread) {
        started.put(role.name(), thread);
        thread.start();
        return thread;
    }

    Thread loop(Role role, Work work) {
        return start(role, () -> {
            while (true) {
                work.run();
            }
        });
    }

    /** Makes the threads of a pool, of these names. */
    ThreadFactory factory(List<Role> roles) {
        AtomicInteger next = new AtomicInteger();
        return work -> {
            Role role = roles.get(next.getAndIncrement());
            Thread thread = unstarted(role.name(), role.virtual(), work);
            synchronized (this) {
                started.put(role.name(), thread);
            }
            return thread;
        };
    }

    /** The thread of a role, which a pool may still have to start. */
    Thread of(Role role) {
        await(() -> started().containsKey(role.name()));
        return Objects.requireNonNull(started().get(role.name()));
    }

    synchronized Map<String, Thread> started() {
        return new LinkedHashMap<>(started);
    }

    static void await(BooleanSupplier reached) {
        long since = System.nanoTime();
        while (!reached.getAsBoolean()) {
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
            if (System.nanoTime() - since > BEFORE_WAKING_NANOS) {
                wake();
                since = System.nanoTime();
            }
        }
    }

    /** The scheduler of JDK 21 can overlook a virtual thread until another is started. */
    private static void wake() {
        if (Runtime.version().feature() >= 21) {
            Thread waking = new Thread(() -> unstarted("waking", true, () -> {}).start(), "waking");
            waking.setDaemon(true);
            waking.start();
        }
    }

    /** Waits until a thread waits. */
    void stands(Thread thread) {
        await(() -> isWaiting(thread));
    }

    /** Waits until a thread waits, some of its frames being of a method of these programs. */
    void standsIn(Thread thread, String method, int times) {
        await(() -> ownFrames(thread)
                                .filter(frame -> frame.getMethodName().equals(method))
                                .count()
                        >= times
                && isWaiting(thread));
    }

    /** Waits until the innermost frame of these programs is a method, whatever the thread's state. */
    void runsIn(Thread thread, String method) {
        await(() -> ownFrames(thread)
                .limit(1)
                .anyMatch(frame -> frame.getMethodName().equals(method)));
    }

    /** Waits until a thread is inside of the JDK's sockets, and does not compute there. */
    void standsInSocket(Thread thread) {
        await(() -> {
            StackTraceElement[] stack = thread.getStackTrace();
            return Stream.of(stack).anyMatch(frame -> frame.getClassName().startsWith("sun.nio.ch."))
                    && (stack[0].isNativeMethod() || isWaiting(thread));
        });
    }

    private static boolean isWaiting(Thread thread) {
        Thread.State state = thread.getState();
        return state == Thread.State.WAITING || state == Thread.State.BLOCKED || state == Thread.State.TIMED_WAITING;
    }

    private static Stream<StackTraceElement> ownFrames(Thread thread) {
        return Stream.of(thread.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith(OWN));
    }

    /** Where a thread stands in these programs: class and line; empty where it has no such frame. */
    static String site(Thread thread) {
        return ownFrames(thread)
                .findFirst()
                .map(frame -> frame.getFileName() + ":" + frame.getLineNumber())
                .orElse("");
    }

    /** The result, or an error that ends the thread. */
    static <T> T sure(Callable<T> work) {
        try {
            return work.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
