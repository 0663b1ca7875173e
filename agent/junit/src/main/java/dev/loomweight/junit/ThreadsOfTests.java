package dev.loomweight.junit;

import dev.loomweight.junit.spi.NewThreads;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
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

    private final Thread thread = Thread.currentThread();
    private final NewThreads created = new NewThreads();
    private final @Nullable ThreadsOfTests outer;

    private ThreadsOfTests(@Nullable ThreadsOfTests outer) {
        this.outer = outer;
    }

    /**
     * Creates threads as tests do. What runs for the first time takes milliseconds, in which others draw ids.
     */
    static void prepare() {
        ThreadsOfTests test = begin();
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

    /** A test begins on this thread. */
    static ThreadsOfTests begin() {
        ThreadsOfTests begun = new ThreadsOfTests(CURRENT.get());
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
        return created;
    }

    private static final class Inherited extends InheritableThreadLocal<ThreadsOfTests> {

        @Override
        protected ThreadsOfTests childValue(ThreadsOfTests test) {
            // Before all else: the longer it takes, the more others draw ids meanwhile.
            long note = NewThreads.nextId();
            Thread creator = Thread.currentThread();
            if (test.thread.equals(creator) || creator.getName().startsWith(OF_JUNIT) || IS_TASK.get()) {
                test.created.note(note);
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
