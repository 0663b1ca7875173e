package dev.loomweight.samples.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A ThreadLocal that keeps something dear for each thread, as formatters and buffers are kept. In a pool there are as
 * many copies as the pool has threads; with a virtual thread per task, as many as there are tasks, and each lives as
 * long as its thread.
 *
 * <p>Arguments: how many virtual threads, how many bytes each copy has, the size of the pool.
 */
public final class ThreadLocals {

    private static final byte[] EMPTY = {};

    private ThreadLocals() {}

    /** What a thread keeps. */
    private static final class Copy {
        @SuppressWarnings("UnusedVariable") // What counts is that it is there.
        private volatile byte[] bytes;

        private Copy(int size) {
            bytes = new byte[size];
        }
    }

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
            Queue<Copy> copies = new ConcurrentLinkedQueue<>();
            ThreadLocal<Copy> local = ThreadLocal.withInitial(() -> {
                Copy copy = new Copy(bytes);
                copies.add(copy);
                return copy;
            });
            stand.count("localThreads", threads);
            stand.bytes("localBytes", bytes);
            stand.count("localPool", pool);
            pooled(threads, pool, local);
            stand.count("copiesPool", copies.size());
            copies.clear();

            long empty = Heap.live();
            Crowd crowd = new Crowd(threads, local::get, "threads with a copy each", stand);
            long full = Heap.live();
            stand.bytes("heapLocalEach", (full - empty) / threads);
            stand.count("copiesVirtual", copies.size());
            // Of the same threads without what they keep: a crowd of others could have other frames.
            copies.forEach(copy -> copy.bytes = EMPTY);
            stand.bytes("heapCopyEach", (full - Heap.live()) / threads);
            copies.forEach(copy -> copy.bytes = new byte[bytes]);
            return List.of(crowd, copies);
        });
    }

    private static void pooled(int tasks, int size, ThreadLocal<Copy> local) throws Exception {
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
