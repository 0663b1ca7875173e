package dev.loomweight.samples.gallery;

import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * A scheduler of virtual threads that refuses when it is told to. The JDK has no public way to a scheduler of one's own;
 * the one used here is inside java.lang and has to be opened.
 */
final class Scheduler implements Executor {

    private final CountDownLatch refusals;
    private volatile boolean refusing;

    /** A scheduler that can be waited for until it has refused so many times. */
    Scheduler(int refusals) {
        this.refusals = new CountDownLatch(refusals);
    }

    @Override
    public void execute(Runnable continuation) {
        if (refusing) {
            refusals.countDown();
            throw new RejectedExecutionException("the scheduler is full");
        }
        Thread.ofPlatform().daemon().name("carrier").start(continuation);
    }

    /** From now on, refuses all. */
    void refuse() {
        refusing = true;
    }

    /** Waits until it has refused as often as was said. */
    void awaitRefusals() throws InterruptedException {
        refusals.await();
    }

    /** A virtual thread on this scheduler, not started. */
    Thread thread(String name, Runnable task) throws ReflectiveOperationException {
        Class<?> builders = Class.forName("java.lang.ThreadBuilders");
        Method create =
                builders.getDeclaredMethod("newVirtualThread", Executor.class, String.class, int.class, Runnable.class);
        create.setAccessible(true);
        return (Thread) create.invoke(null, this, name, 0, task);
    }
}
