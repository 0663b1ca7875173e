package dev.loomweight.memory.threadcost.site;

import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.memory.reconcile.HeapPart;
import dev.loomweight.memory.reconcile.Snapshot;
import dev.loomweight.sample.Dumps.WeighedThreads;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import java.util.Map;

/**
 * What virtual threads are in the heap, all together, by a class histogram or else by a heap dump. Amounts are in bytes.
 *
 * @param ofHistogram whether a class histogram has it
 * @param threads how many virtual threads there are, those that have ended and are not collected yet included; -1 where
 *     that is not known
 * @param own they and their continuations; -1 where that is not known
 * @param chunks how many stack chunks there are, or -1
 * @param chunkBytes what they take, or -1
 * @param timers what wakes threads up after a time, or -1
 * @param arrays what all arrays and maps of thread-locals take, or -1
 * @param localValues how many values all thread-locals of all threads have, or -1
 */
record HeapSums(
        boolean ofHistogram,
        long threads,
        long own,
        long chunks,
        long chunkBytes,
        long timers,
        long arrays,
        long localValues) {

    private static final String LOCALS = "java.lang.ThreadLocal$ThreadLocalMap";

    /** Where no input has it. */
    static final HeapSums UNKNOWN = new HeapSums(false, -1, -1, -1, -1, -1, -1, -1);

    static HeapSums of(Snapshot snapshot) {
        ClassHistogram histogram = snapshot.histogram();
        if (histogram != null) {
            Map<HeapPart, Long> bytes = HeapPart.bytesByPart(histogram);
            return new HeapSums(
                    true,
                    histogram.instancesOf(VirtualThreads.CLASS),
                    bytes.getOrDefault(HeapPart.VIRTUAL_THREADS, 0L) + bytes.getOrDefault(HeapPart.CONTINUATIONS, 0L),
                    histogram.instancesOf(VirtualThreads.STACK_CHUNK),
                    bytes.getOrDefault(HeapPart.STACK_CHUNKS, 0L),
                    bytes.getOrDefault(HeapPart.TIMERS, 0L),
                    histogram.lines().stream()
                            .filter(HeapSums::isOnThreads)
                            .mapToLong(ClassHistogram.Line::bytes)
                            .sum(),
                    histogram.instancesOf(LOCALS + "$Entry"));
        }
        WeighedThreads weighed = snapshot.weighed();
        return weighed == null ? UNKNOWN : of(weighed);
    }

    private static HeapSums of(WeighedThreads weighed) {
        long own = weighed.threads().stream()
                .filter(WeighedThreads.WeighedThread::virtual)
                .mapToLong(WeighedThreads.WeighedThread::ownBytes)
                .sum();
        return new HeapSums(false, -1, own, weighed.chunks(), weighed.chunkBytes(), -1, -1, -1);
    }

    // What much memory of threads that no stack shows mostly is.
    private static boolean isOnThreads(ClassHistogram.Line line) {
        return !line.className().equals(HeapPart.FILLER)
                && (line.className().startsWith("[") || line.className().startsWith(LOCALS));
    }
}
