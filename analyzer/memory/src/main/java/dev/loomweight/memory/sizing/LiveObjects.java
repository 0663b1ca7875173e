package dev.loomweight.memory.sizing;

import dev.loomweight.memory.reconcile.GcHistory;
import dev.loomweight.memory.reconcile.GcHistory.Collection;
import dev.loomweight.memory.reconcile.GcHistory.Kind;
import dev.loomweight.memory.reconcile.HeapPart;
import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.RecordedFigures.Peak;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much of the heap was live at the most. The used heap of a moment is mostly garbage; what a collection leaves is an
 * upper bound of what is live, and how close a bound depends on the collection.
 *
 * @param bytes the live objects, in bytes
 * @param exact whether they were measured; else it is an upper bound
 * @param source where it is from
 */
record LiveObjects(long bytes, boolean exact, String source) {

    private static final String MORE = "at least: it ran out of this heap, and how much it needed is not known";

    private static final String FULL = "after a full collection";
    private static final String HISTOGRAM = "class histogram";
    private static final String MARKED = "at most: after G1's mixed collections, with garbage that they leave";
    private static final String CONCURRENT = "at most: after a concurrent cycle, with what was allocated during it";
    private static final String YOUNG =
            "at most: after young collections, with the garbage in the old generation, which was not collected";
    private static final String SINCE = "at most: after young collections since the old generation was last collected";
    private static final String UNNAMED = "at most: after collections of a kind that was not recorded";
    private static final String USED = "at most: in use, dead objects included; no collection was recorded";

    /** The heap is not equally full before each collection of the old generation. */
    private static final double ABOUT = 1.1;

    /** What is allocated during a concurrent cycle varies: the least after so many in sequence counts. */
    private static final int CYCLES = 5;

    /** What the old generation's collections of a list show, and where in it. */
    private record Trough(long bytes, String source, int at) {}

    /** The live objects of a process; 0 bytes where nothing is known of its heap. */
    static LiveObjects of(ObservedProcess process, MemoryMoment whole) {
        GcHistory history = whole.recorded().collections();
        List<Collection> collections = history.collections();
        LiveObjects recorded = of(collections, history.isNamed());
        long counted = process.moments().stream()
                .map(moment -> moment.snapshot().histogram())
                .mapToLong(LiveObjects::liveBytes)
                .max()
                .orElse(0);
        if (counted > 0) {
            // A capture takes its last one in the second half of the run, so that less than before can have been
            // missed.
            boolean open = !recorded.exact && recorded.bytes > counted;
            return new LiveObjects(
                    counted,
                    true,
                    HISTOGRAM + (open ? "; collections bound it by " + Amounts.bytes(recorded.bytes) : ""));
        }
        if (recorded.bytes > 0) {
            return recorded;
        }
        long used = Math.max(
                whole.recorded().peak(Peak.HEAP_USED).orElse(0),
                whole.heapUsed().orElse(0));
        return new LiveObjects(Math.max(0, used), false, USED);
    }

    /** The same for a process that ran out of a heap, in bytes; 0 if it did not. What it needs is more than that heap. */
    LiveObjects notLessThan(long exhaustedBytes) {
        return exhaustedBytes > 0 ? new LiveObjects(Math.max(bytes, exhaustedBytes), false, MORE) : this;
    }

    /** Whether it is a lower bound. */
    boolean isAtLeast() {
        return source.equals(MORE);
    }

    /** What precedes the amount in a sentence: empty where it is exact. */
    String about() {
        return exact ? "" : isAtLeast() ? "at least " : "up to ";
    }

    private static long liveBytes(@Nullable ClassHistogram histogram) {
        return histogram == null ? 0 : HeapPart.liveBytes(histogram);
    }

    /**
     * What collections in their order show. A full one shows what is live. What is left later counts only where it is
     * more than ever before the last full one: then it may be live, and below that, collections have freed it before.
     *
     * @param named whether it is known what was done in them
     */
    static LiveObjects of(List<Collection> all, boolean named) {
        if (all.isEmpty() || !named) {
            return new LiveObjects(highest(all), false, UNNAMED);
        }
        int lastFull = -1;
        long live = 0;
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).kind() == Kind.FULL) {
                lastFull = i;
                live = Math.max(live, all.get(i).usedBytes());
            }
        }
        List<Collection> since = all.subList(lastFull + 1, all.size());
        if (lastFull >= 0 && wasFreedBefore(highest(since), all.subList(0, lastFull + 1))) {
            return new LiveObjects(live, true, FULL);
        }
        LiveObjects bound = bound(since, lastFull >= 0 ? SINCE : YOUNG);
        return bound.bytes > live ? bound : new LiveObjects(live, true, FULL);
    }

    /** The upper bound where no collection was full. */
    private static LiveObjects bound(List<Collection> all, String withoutOld) {
        List<Trough> troughs = troughs(all);
        if (troughs.isEmpty()) {
            return new LiveObjects(highest(all), false, withoutOld);
        }
        Trough most = troughs.getFirst();
        for (Trough trough : troughs) {
            most = trough.bytes > most.bytes ? trough : most;
        }
        int last = troughs.getLast().at;
        long since = highest(all.subList(last + 1, all.size()));
        return wasFreedBefore(since, all.subList(0, last + 1))
                ? new LiveObjects(most.bytes, false, most.source)
                : new LiveObjects(since, false, all.getLast().kind() == Kind.CONCURRENT ? CONCURRENT : SINCE);
    }

    /** Whether the heap had been about as full before, and the old generation's collections freed it then. */
    private static boolean wasFreedBefore(long bytes, List<Collection> before) {
        return bytes <= highest(before) * ABOUT;
    }

    /**
     * What each collection of the old generation left. After G1's marking it is the least until the next marking, since
     * mixed collections free the garbage step by step: two pauses at least. With concurrent cycles, it is the least of
     * some in sequence.
     */
    private static List<Trough> troughs(List<Collection> all) {
        List<Integer> old = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).kind() != Kind.YOUNG) {
                old.add(i);
            }
        }
        List<Trough> troughs = new ArrayList<>();
        for (int i = 0; i < old.size(); i++) {
            int from = old.get(i);
            boolean isLast = i + 1 == old.size();
            int next = isLast ? all.size() : old.get(i + 1);
            if (all.get(from).kind() == Kind.MARKED) {
                int least = least(all, from, next);
                if (!isLast || next - from > 2 || troughs.isEmpty()) {
                    troughs.add(new Trough(all.get(least).usedBytes(), MARKED, least));
                }
            } else if (i + CYCLES <= old.size() || i == 0) {
                int end = old.get(Math.min(i + CYCLES, old.size()) - 1) + 1;
                int least = least(all, from, end);
                troughs.add(new Trough(all.get(least).usedBytes(), CONCURRENT, least));
            }
        }
        return troughs;
    }

    private static int least(List<Collection> all, int from, int to) {
        int least = from;
        for (int i = from; i < to; i++) {
            least = all.get(i).usedBytes() < all.get(least).usedBytes() ? i : least;
        }
        return least;
    }

    private static long highest(List<Collection> some) {
        return some.stream().mapToLong(Collection::usedBytes).max().orElse(0);
    }
}
