package dev.loomweight.samples.experiment;

import java.util.concurrent.CountDownLatch;

/**
 * Many short tasks, one thread each: each adds the numbers from 0 to 999. What is measured is what a thread costs to
 * start and to end, since the work is next to nothing. Platform threads are made by the kernel, one after the other;
 * virtual ones are objects in the heap.
 *
 * <p>Arguments: two numbers of tasks, the smaller first.
 */
public final class Tasks {

    private static final int TERMS = 1000;

    @SuppressWarnings("UnusedVariable") // Written, so that the sum is not optimised away.
    private static volatile long sink;

    private Tasks() {}

    /**
     * Runs the experiment.
     *
     * @param args two numbers of tasks
     * @throws Exception if a task could not run
     */
    public static void main(String[] args) throws Exception {
        int few = Integer.parseInt(args[0]);
        int many = Integer.parseInt(args[1]);
        Stand.play(0, stand -> {
            // Once unmeasured: what the JIT compiles on the way is not to be charged to whoever comes first.
            time(Thread.ofPlatform(), "warm-up", few / 4, stand);
            time(Thread.ofVirtual(), "warm-up", few / 4, stand);
            stand.count("tasksFew", few);
            stand.nanos("platformFew", time(Thread.ofPlatform(), "platform threads", few, stand));
            stand.nanos("virtualFew", time(Thread.ofVirtual(), "virtual threads", few, stand));
            stand.count("tasksMany", many);
            stand.nanos("platformMany", time(Thread.ofPlatform(), "platform threads", many, stand));
            stand.nanos("virtualMany", time(Thread.ofVirtual(), "virtual threads", many, stand));
            return null;
        });
    }

    private static long time(Thread.Builder builder, String what, int tasks, Stand stand) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(tasks);
        long began = System.nanoTime();
        for (int i = 0; i < tasks; i++) {
            builder.start(() -> {
                add();
                done.countDown();
            });
            stand.doing(what, i, tasks, began);
        }
        done.await();
        return System.nanoTime() - began;
    }

    private static void add() {
        long sum = 0;
        for (int i = 0; i < TERMS; i++) {
            sum += i;
        }
        sink = sum;
    }
}
