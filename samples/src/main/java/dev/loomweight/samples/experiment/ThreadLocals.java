package dev.loomweight.samples.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A ThreadLocal that keeps something dear for each thread, as formatters and buffers are kept. In a pool there are as
 * many copies as the pool has threads; with a virtual thread per task, as many as there are tasks, and each lives as
 * long as its thread.
 *
 * <p>Arguments: how many virtual threads, how many bytes each copy has, the size of the pool.
 */
public final class ThreadLocals {

    private ThreadLocals() {}

    /**
     * Runs the experiment.
     *
     * @param args three numbers
     * @throws Exception if a task could not run
     */
    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[0]);
        int bytes = Integer.parseInt(args[1]);
        int pool = Integer.parseInt(args[2]);
        Stand.play(threads, stand -> {
            AtomicLong copies = new AtomicLong();
            ThreadLocal<byte[]> local = ThreadLocal.withInitial(() -> {
                copies.incrementAndGet();
                return new byte[bytes];
            });
            stand.count("localThreads", threads);
            stand.bytes("localBytes", bytes);
            stand.count("localPool", pool);
            pooled(threads, pool, local);
            stand.count("copiesPool", copies.getAndSet(0));

            // The first few bring what is there once, for all.
            new Crowd(Math.min(threads, 100), () -> {}, "warm-up", stand).letGo();
            long empty = Heap.live();
            Crowd plain = new Crowd(threads, () -> {}, "threads without a copy", stand);
            stand.bytes("heapPlainEach", (Heap.live() - empty) / threads);
            plain.letGo();

            long emptyAgain = Heap.live();
            Crowd withCopies = new Crowd(threads, local::get, "threads with a copy each", stand);
            stand.bytes("heapLocalEach", (Heap.live() - emptyAgain) / threads);
            stand.count("copiesVirtual", copies.get());
            return withCopies;
        });
    }

    private static void pooled(int tasks, int size, ThreadLocal<byte[]> local) throws Exception {
        try (ExecutorService executor = Executors.newFixedThreadPool(size)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < tasks; i++) {
                all.add(executor.submit(local::get));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
    }
}
