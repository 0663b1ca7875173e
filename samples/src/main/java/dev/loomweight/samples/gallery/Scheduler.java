package dev.loomweight.samples.gallery;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * A scheduler of virtual threads that refuses: either all of them from the start, or each when it is to go on after its
 * first block. The JDK has no public way to a scheduler of one's own; the one used here is inside java.lang and has to
 * be opened.
 */
final class Scheduler implements Executor {

    private final boolean starts;
    private final CountDownLatch refusals;
    private final Set<Runnable> started = ConcurrentHashMap.newKeySet();

    /**
     * A scheduler that refuses.
     *
     * @param starts whether it lets threads start
     * @param refusals how often it refuses until {@link #awaitRefusals} ends
     */
    Scheduler(boolean starts, int refusals) {
        this.starts = starts;
        this.refusals = new CountDownLatch(refusals);
    }

    @Override
    public void execute(Runnable continuation) {
        if (starts && started.add(continuation)) {
            Thread.ofPlatform().daemon().name("carrier").start(continuation);
            return;
        }
        refusals.countDown();
        throw new RejectedExecutionException("the scheduler is full");
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
