package dev.loomweight.samples.experiment;

import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Many short tasks, one thread each: each adds the numbers from 0 to 999. What is measured is what a thread costs to
 * start and to end, since the work is next to nothing. Platform threads are made by the kernel, one after the other;
 * virtual ones are objects in the heap. The same is measured in this JVM, which is under capture, and by
 * {@link PlainTasks} in one that is not.
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
            warmUp(few);
            stand.count("tasksFew", few);
            stand.nanos("platformFew", time(Thread.ofPlatform(), "platform threads", few, stand));
            stand.nanos("virtualFew", time(Thread.ofVirtual(), "virtual threads", few, stand));
            stand.count("tasksMany", many);
            stand.nanos("platformMany", time(Thread.ofPlatform(), "platform threads", many, stand));
            stand.nanos("virtualMany", time(Thread.ofVirtual(), "virtual threads", many, stand));
            stand.doing("the same without NMT and recording");
            try (Child plain = Child.jvm(PlainTasks.class, List.of(), args)) {
                stand.relay(plain);
            }
            return null;
        });
    }

    /** Hears how far it is. */
    @FunctionalInterface
    interface Pace {

        /**
         * One more thread has been started.
         *
         * @param done how many were before
         * @param began when the first was, by {@link System#nanoTime}
         */
        void started(long done, long began);
    }

    /** Once without measuring: JIT compilation must not count for whichever kind runs first. */
    static void warmUp(int tasks) throws InterruptedException {
        time(Thread.ofPlatform(), tasks / 4, (done, began) -> {});
        time(Thread.ofVirtual(), tasks / 4, (done, began) -> {});
    }

    /** How long so many tasks take, in nanoseconds, from the start of the first thread to the end of the last task. */
    static long time(Thread.Builder builder, int tasks, Pace pace) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(tasks);
        long began = System.nanoTime();
        for (int i = 0; i < tasks; i++) {
            builder.start(() -> {
                add();
                done.countDown();
            });
            pace.started(i, began);
        }
        done.await();
        return System.nanoTime() - began;
    }

    private static long time(Thread.Builder builder, String what, int tasks, Stand stand) throws InterruptedException {
        return time(builder, tasks, (done, began) -> stand.doing(what, done, tasks, began));
    }

    private static void add() {
        long sum = 0;
        for (int i = 0; i < TERMS; i++) {
            sum += i;
        }
        sink = sum;
    }
}
