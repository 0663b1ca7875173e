package dev.loomweight.samples.experiment;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Tasks that wait and tasks that compute, each kind on one virtual thread per task and on a fixed pool of platform
 * threads. A pool bounds how many tasks wait at once, so waiting tasks queue for it; a virtual thread waits without
 * holding anything. Tasks that compute are bounded by the processors, whatever runs them.
 *
 * <p>Arguments: the number of tasks that wait, for how many milliseconds, the number of tasks that compute, how many
 * terms each adds, the size of the pool.
 */
public final class Pools {

    @SuppressWarnings("UnusedVariable") // Written, so that the sum is not optimised away.
    private static volatile long sink;

    private Pools() {}

    /**
     * Runs the experiment.
     *
     * @param args five numbers
     * @throws Exception if a task could not run
     */
    public static void main(String[] args) throws Exception {
        int waiting = Integer.parseInt(args[0]);
        Duration wait = Duration.ofMillis(Integer.parseInt(args[1]));
        int computing = Integer.parseInt(args[2]);
        long terms = Long.parseLong(args[3]);
        int pool = Integer.parseInt(args[4]);
        Stand.play(0, stand -> {
            stand.count("waitingTasks", waiting);
            stand.count("pool", pool);
            stand.nanos("waitEach", wait.toNanos());
            // A pool of that size cannot be faster: so many rounds, one wait each.
            stand.nanos("poolBound", wait.toNanos() * ((waiting + pool - 1) / pool));
            Runnable waits = Batch.waiting(wait);
            Runnable computes = () -> add(terms);
            // Compiled before it is measured, for both alike.
            computes.run();
            stand.nanos("virtualWaiting", perTask("waiting on virtual threads", waits, waiting, stand));
            stand.nanos("poolWaiting", pooled("waiting on the pool", waits, waiting, pool, stand));
            stand.count("computingTasks", computing);
            stand.count("terms", terms);
            stand.nanos("virtualComputing", perTask("computing on virtual threads", computes, computing, stand));
            stand.nanos("poolComputing", pooled("computing on the pool", computes, computing, pool, stand));
            return null;
        });
    }

    private static long perTask(String what, Runnable task, int tasks, Stand stand) throws InterruptedException {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            return Batch.time(what, executor, task, tasks, stand);
        }
    }

    private static long pooled(String what, Runnable task, int tasks, int size, Stand stand)
            throws InterruptedException {
        try (ExecutorService executor = Executors.newFixedThreadPool(size)) {
            return Batch.time(what, executor, task, tasks, stand);
        }
    }

    private static void add(long terms) {
        long sum = 0;
        for (long i = 0; i < terms; i++) {
            sum += i;
        }
        sink = sum;
    }
}
