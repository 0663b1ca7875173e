package dev.loomweight.samples.experiment;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Virtual threads in a pool. A pool saves the making of threads, which costs nothing worth saving here, and takes what
 * they are good for: it bounds how many tasks wait at once. The threads that wait in it for work stay in the heap.
 *
 * <p>Arguments: how many tasks, for how many milliseconds each waits, the size of the pool, how many idle threads of a
 * pool are weighed.
 */
public final class Pooling {

    private Pooling() {}

    /**
     * Runs the experiment.
     *
     * @param args four numbers
     * @throws Exception if a task could not run
     */
    public static void main(String[] args) throws Exception {
        int tasks = Integer.parseInt(args[0]);
        Duration wait = Duration.ofMillis(Integer.parseInt(args[1]));
        int size = Integer.parseInt(args[2]);
        int idle = Integer.parseInt(args[3]);
        Runnable waits = Batch.waiting(wait);
        Stand.play(0, stand -> {
            try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
                // The first one loads what both need.
                Batch.time("warm-up", executor, waits, size, stand);
            }
            stand.count("pooledTasks", tasks);
            stand.count("pooledSize", size);
            try (ExecutorService perTask = Executors.newVirtualThreadPerTaskExecutor()) {
                stand.nanos("perTask", Batch.time("one thread a task", perTask, waits, tasks, stand));
            }
            try (ExecutorService pool =
                    Executors.newFixedThreadPool(size, Thread.ofVirtual().factory())) {
                stand.nanos("pooled", Batch.time("a pool of virtual threads", pool, waits, tasks, stand));
            }
            long empty = Heap.live();
            ThreadPoolExecutor idlers = new ThreadPoolExecutor(
                    idle,
                    idle,
                    0,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(),
                    Thread.ofVirtual().factory());
            idlers.prestartAllCoreThreads();
            // A task on each thread or after it: all of them have started by then.
            Batch.time("idle threads", idlers, Batch.waiting(Duration.ofMillis(1)), idle, stand);
            stand.count("idleThreads", idle);
            stand.bytes("idleEach", (Heap.live() - empty) / idle);
            return idlers;
        });
    }
}
