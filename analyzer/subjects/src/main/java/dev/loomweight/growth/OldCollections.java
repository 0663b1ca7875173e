package dev.loomweight.growth;

import dev.loomweight.memory.reconcile.GcHistory.Kind;
import dev.loomweight.memory.reconcile.OldSlots;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.MemoryEvents.GarbageCollection;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * The heap after collections of its old generation, over time: what is live, and little more. A young collection leaves
 * the garbage of the old generation, so that the heap after it rises and falls without growth. Filled and merged in any
 * order; a collection takes 24 bytes, since a recording of a week can have a million.
 */
final class OldCollections {

    private static final int FIELDS = 3;

    // Triples: the number of a collection, its time, the bytes after it. Which ones are old is in another event.
    private long[] after = new long[0];
    private int size;
    private final Map<Long, Kind> kinds = new HashMap<>();
    // Whether it is known of collections which ones are old.
    private boolean named;

    void add(Sample sample) {
        if (sample instanceof HeapSummary summary && summary.after()) {
            add(new long[] {summary.gcId(), EpochNanos.of(summary.time()), summary.usedBytes()}, FIELDS);
        } else if (sample instanceof GarbageCollection one) {
            named = true;
            if (Kind.of(one.name()) != Kind.YOUNG) {
                kinds.merge(one.gcId(), Kind.of(one.name()), Kind::stronger);
            }
        }
    }

    void merge(OldCollections other) {
        add(other.after, other.size);
        named |= other.named;
        other.kinds.forEach((id, kind) -> kinds.merge(id, kind, Kind::stronger));
    }

    private void add(long[] more, int length) {
        if (size + length > after.length) {
            after = Arrays.copyOf(after, Math.max(size + length, after.length * 2));
        }
        System.arraycopy(more, 0, after, size, length);
        size += length;
    }

    /** The time of a collection's end, and the bytes after it. */
    private record After(long nanos, long bytes) {

        /** An event that is there twice counts once; the choice does not depend on the order. */
        After or(After other) {
            return bytes > other.bytes || (bytes == other.bytes && nanos >= other.nanos) ? this : other;
        }
    }

    /**
     * The bytes after each collection, by its time: what is live, and the garbage of the old generation. Empty where it is not
     * known of collections which generation they were of.
     */
    NavigableMap<Instant, Long> kept() {
        NavigableMap<Instant, Long> kept = new TreeMap<>();
        for (int i = 0; named && i < size; i += FIELDS) {
            kept.merge(Instant.EPOCH.plusNanos(after[i + 1]), after[i + 2], Math::min);
        }
        return kept;
    }

    /**
     * What {@link #kept} says of a heap; nothing where it does not say that it grew.
     *
     * @param noise a change of no more than this is none, in bytes
     */
    static String words(NavigableMap<Instant, Long> kept, long noise) {
        if (kept.size() < 2 || !Course.of(kept).trend(noise).isGrowth()) {
            return "";
        }
        return "After collections it kept " + Amounts.bytes(kept.firstEntry().getValue()) + " at first and "
                + Amounts.bytes(kept.lastEntry().getValue()) + " at last (" + Amounts.count(kept.size())
                + " collections). The old generation was collected once at most, so that it is not known whether this is live.";
    }

    /**
     * The bytes after each collection of the old generation, by its time. After G1 has marked it, the young collections
     * that follow remove its garbage: the lowest value until the next marking counts.
     */
    NavigableMap<Instant, Long> live() {
        NavigableMap<Long, After> byId = new TreeMap<>();
        for (int i = 0; i < size; i += FIELDS) {
            byId.merge(after[i], new After(after[i + 1], after[i + 2]), After::or);
        }
        NavigableMap<Long, Long> old = new TreeMap<>();
        byId.forEach((id, one) -> {
            if (kinds.containsKey(id)) {
                old.put(id, one.bytes());
            }
        });
        Set<Long> chosen = OldSlots.chosen(old, kinds);
        NavigableMap<Instant, Long> live = new TreeMap<>();
        Instant marked = null;
        for (Map.Entry<Long, After> one : byId.entrySet()) {
            Kind kind = kinds.get(one.getKey());
            long bytes = one.getValue().bytes();
            if (kind != null && !chosen.contains(one.getKey())) {
                continue;
            }
            if (kind != null) {
                Instant time = Instant.EPOCH.plusNanos(one.getValue().nanos());
                live.merge(time, bytes, Math::min);
                marked = kind == Kind.MARKED ? time : null;
            } else if (marked != null) {
                live.merge(marked, bytes, Math::min);
            }
        }
        return live;
    }
}
