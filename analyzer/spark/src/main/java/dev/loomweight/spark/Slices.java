package dev.loomweight.spark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Which recordings are one task. Tasks are alike in bytes, so that none is left alone at the end, and small enough that a
 * lost executor does not take much with it.
 */
final class Slices {

    /** Each core has at least so many tasks, as far as there are recordings. */
    static final int TASKS_PER_CORE = 4;

    /** A task has at most about so many bytes, or one recording. */
    static final long BYTES_PER_TASK = 256L << 20;

    /** A task has at most about so many recordings: the folds of one are in memory together. */
    static final int RECORDINGS_PER_TASK = 256;

    private Slices() {}

    private static final class Slice {
        private final int number;
        private final ArrayList<Recording> recordings = new ArrayList<>();
        private long weight;

        Slice(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }

        long weight() {
            return weight;
        }

        void add(Recording recording) {
            recordings.add(recording);
            weight += Slices.weight(recording);
        }
    }

    // To open an object costs about as much as to read some of it.
    private static long weight(Recording recording) {
        return recording.bytes() + (recording.parts().size() * (64L << 10));
    }

    /**
     * The tasks; the same for the same recordings.
     *
     * @param recordings in any order
     * @param cores how many tasks run at a time; positive
     * @return none of them empty
     */
    static List<List<Recording>> of(List<Recording> recordings, int cores) {
        long bytes = recordings.stream().mapToLong(Recording::bytes).sum();
        long wanted = Math.max((long) cores * TASKS_PER_CORE, bytes / BYTES_PER_TASK);
        wanted = Math.max(wanted, recordings.size() / RECORDINGS_PER_TASK);
        int number = (int) Math.min(wanted, recordings.size());
        // The largest first, each to where there is least.
        List<Recording> sorted = new ArrayList<>(recordings);
        sorted.sort(Comparator.comparingLong((Recording recording) -> weight(recording))
                .reversed()
                .thenComparing(Recording::name));
        PriorityQueue<Slice> slices =
                new PriorityQueue<>(Comparator.comparingLong(Slice::weight).thenComparingInt(Slice::number));
        for (int i = 0; i < number; i++) {
            slices.add(new Slice(i));
        }
        for (Recording recording : sorted) {
            Slice least = slices.remove();
            least.add(recording);
            slices.add(least);
        }
        return slices.stream()
                .sorted(Comparator.comparingInt(Slice::number))
                .<List<Recording>>map(slice -> slice.recordings)
                .toList();
    }
}
