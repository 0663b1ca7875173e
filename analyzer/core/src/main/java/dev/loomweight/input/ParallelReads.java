package dev.loomweight.input;

import java.util.Comparator;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads many sources on all processors: many small ones at a time, each on one thread; one that is most of the whole, on
 * most of the threads. The largest are begun first, so that none is left alone at the end.
 *
 * <p>No more threads read at a time than were given, so what a thread needs is needed that many times, however many
 * sources there are.
 */
public final class ParallelReads {

    /** Less than this is read faster than a thread starts. */
    private static final long BYTES_PER_THREAD = 1 << 20;

    private final int processors;
    private volatile boolean stopped;

    /** Reads on all processors. */
    public ParallelReads() {
        this(Runtime.getRuntime().availableProcessors());
    }

    /** @param processors how many threads read at a time, at most; positive */
    public ParallelReads(int processors) {
        this.processors = processors;
    }

    /** Reads one of the sources. */
    @FunctionalInterface
    public interface ReadOne {

        /**
         * Reads a source.
         *
         * @param number its place in the list
         * @param threads on how many threads, at most, the calling one among them; positive
         */
        void read(int number, int threads);
    }

    /** Whether the reading has failed or was cancelled, so that what is still being read is not needed. */
    public boolean isStopped() {
        return stopped;
    }

    /**
     * Reads every source once, in no order. To be called once.
     *
     * @param bytes the size of each source
     * @param reader reads one; called by several threads
     * @throws CancellationException if the calling thread is interrupted meanwhile; its interrupt status is then set
     * @throws RuntimeException the first that the reader throws; what others are reading then is read to its end first
     */
    public void run(long[] bytes, ReadOne reader) {
        Run run = new Run(bytes, reader);
        Workers.run(run.threads(), "loomweight-source-", run::work, run::stop);
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("stopped");
        }
    }

    /** The sources that are left, and the threads. */
    private final class Run {
        private final long[] bytes;
        private final ReadOne reader;
        // The largest first; those of one size in the order of the list.
        private final int[] order;
        private int next;
        private long leftBytes;
        private int idle = processors;

        Run(long[] bytes, ReadOne reader) {
            this.bytes = bytes;
            this.reader = reader;
            this.order = IntStream.range(0, bytes.length)
                    .boxed()
                    .sorted(Comparator.comparingLong((Integer i) -> -bytes[i]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            this.leftBytes =
                    IntStream.range(0, bytes.length).mapToLong(i -> bytes[i]).sum();
        }

        int threads() {
            return (int) Math.min(Math.min(processors, order.length), 1 + leftBytes / BYTES_PER_THREAD);
        }

        void work() {
            try {
                Taken taken = take();
                while (taken != null) {
                    try {
                        reader.read(taken.number, taken.threads);
                    } finally {
                        giveBack(taken.threads);
                    }
                    taken = take();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                stop();
            }
        }

        private synchronized @Nullable Taken take() throws InterruptedException {
            while (idle == 0 && next < order.length && !stopped) {
                wait();
            }
            if (next == order.length || stopped || Thread.currentThread().isInterrupted()) {
                return null;
            }
            int number = order[next++];
            // What is most of all that is left gets most of the threads that are free.
            double share = leftBytes == 0 ? 0 : (double) bytes[number] / leftBytes;
            int threads = Math.max(1, (int) Math.round(share * idle));
            leftBytes -= bytes[number];
            idle -= threads;
            return new Taken(number, threads);
        }

        private synchronized void giveBack(int threads) {
            idle += threads;
            notifyAll();
        }

        synchronized void stop() {
            stopped = true;
            notifyAll();
        }
    }

    private record Taken(int number, int threads) {}
}
