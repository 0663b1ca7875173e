package dev.loomweight.junit;

import dev.loomweight.junit.spi.NewThreads;
import dev.loomweight.junit.spi.PlatformThread;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * For which test each thread is created. A thread has from the one that creates it what that one has: the test, on whose
 * own thread it is set. {@link Thread}'s constructors ask for it right after they have drawn the id of the new thread.
 */
final class ThreadsOfTests {

    private static final Inherited CURRENT = new Inherited();
    private static final @Nullable MethodHandle IS_VIRTUAL = isVirtual();
    private static final StackWalker STACK = StackWalker.getInstance();

    // Of a thread that creates others: looking at its stack takes microseconds.
    private static final ThreadLocal<Boolean> IS_TASK = ThreadLocal.withInitial(ThreadsOfTests::isTask);

    /** On which JUnit runs the body of a test that may take only so long. */
    private static final String OF_JUNIT = "junit-timeout-thread-";

    // Threads that begin while they are counted.
    private static final int SPARE = 16;

    private final Thread thread = Thread.currentThread();
    private final NewThreads created = new NewThreads();
    private final @Nullable ThreadsOfTests outer;
    private final boolean mayLeaveNone;

    private ThreadsOfTests(@Nullable ThreadsOfTests outer, boolean mayLeaveNone) {
        this.outer = outer;
        this.mayLeaveNone = mayLeaveNone;
    }

    /**
     * Creates threads as tests do. What runs for the first time takes milliseconds, in which others draw ids.
     */
    static void prepare() {
        ThreadsOfTests test = begin(true);
        try {
            Runnable create = () -> new Thread(() -> {});
            create.run();
            Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
            ((Thread) start.invoke(null, create)).join();
        } catch (ReflectiveOperationException e) {
            // Before 21, where nothing is recorded.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            test.end();
        }
    }

    /**
     * A test begins on this thread.
     *
     * @param mayLeaveNone whether its threads must have ended when it has: then by what code each is created is noted, too
     */
    static ThreadsOfTests begin(boolean mayLeaveNone) {
        ThreadsOfTests begun = new ThreadsOfTests(CURRENT.get(), mayLeaveNone);
        CURRENT.set(begun);
        return begun;
    }

    /** It ends: this thread goes on with what it is in. */
    NewThreads end() {
        if (thread.equals(Thread.currentThread())) {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
        created.end();
        if (mayLeaveNone) {
            created.leave(alive(created.first()));
        }
        return created;
    }

    /** The platform threads that are alive, of those that were created since a moment. */
    @SuppressWarnings("deprecation") // the successor of getId is not in Java 11
    private static List<PlatformThread> alive(long since) {
        ThreadGroup all = Thread.currentThread().getThreadGroup();
        while (all.getParent() != null) {
            all = all.getParent();
        }
        Thread[] threads = new Thread[2 * all.activeCount() + SPARE];
        int count = all.enumerate(threads);
        while (count == threads.length) {
            threads = new Thread[2 * count];
            count = all.enumerate(threads);
        }
        List<PlatformThread> alive = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Thread each = threads[i];
            if (each.getId() > since) {
                alive.add(new PlatformThread(
                        each.getId(),
                        each.getName(),
                        each.isDaemon(),
                        each.getClass().getName()));
            }
        }
        return alive;
    }

    private static final class Inherited extends InheritableThreadLocal<ThreadsOfTests> {

        @Override
        protected ThreadsOfTests childValue(ThreadsOfTests test) {
            // Before all else: the longer it takes, the more others draw ids meanwhile.
            long note = NewThreads.nextId();
            Thread creator = Thread.currentThread();
            boolean isOfTest = test.thread.equals(creator) || creator.getName().startsWith(OF_JUNIT) || IS_TASK.get();
            if (isOfTest) {
                test.created.note(note, test.mayLeaveNone ? Origins.here() : null);
            } else if (test.mayLeaveNone) {
                test.created.noteThrough(note, Origins.here());
            }
            return test;
        }
    }

    /**
     * Whether this thread, which was created for a test, does one task alone, which is the test's: a virtual one that is not a worker of
     * a pool. Platform threads serve whoever has work for them: pools, event loops, what accepts connections.
     */
    private static boolean isTask() {
        try {
            return IS_VIRTUAL != null
                    && (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread())
                    && STACK.walk(frames ->
                            frames.noneMatch(frame -> frame.getMethodName().equals("runWorker")));
        } catch (Throwable e) {
            // It was only asked for what is known; whoever creates a thread must not fail by it.
            return false;
        }
    }

    private static @Nullable MethodHandle isVirtual() {
        try {
            return MethodHandles.lookup().findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException e) {
            // Before 21, where nothing is recorded.
            return null;
        }
    }
}
