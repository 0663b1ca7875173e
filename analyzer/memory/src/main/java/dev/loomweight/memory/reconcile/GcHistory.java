package dev.loomweight.memory.reconcile;

import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.MemoryEvents.GarbageCollection;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * The garbage collections of a process in their order: what each left in the heap, and how long it stopped the
 * application. Filled and merged in any order; an event that is there twice counts once. A recording of a week can hold
 * a million, so that a collection takes 48 bytes.
 */
public final class GcHistory {

    /** What a class histogram costs is no cost of the application. */
    private static final String OF_HISTOGRAM = "Heap Inspection Initiated GC";

    /** The flags that select a collector; the first stands for one that is not known. */
    private static final List<String> FLAGS = List.of(
            "", "-XX:+UseG1GC", "-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseZGC", "-XX:+UseShenandoahGC");

    private static final List<Kind> KINDS = List.of(Kind.values());

    // Triples of the number of a collection, its time, and what was in the heap after it.
    private final Longs after = new Longs();
    // Triples of the number of a collection, what it was, and its pauses.
    private final Longs cycles = new Longs();

    /** What the value after a collection says of the objects that are live. */
    public enum Kind {
        /** All dead objects are gone, except for a few that a compaction leaves in place. */
        FULL,
        /** The old generation was marked; its garbage goes with the young collections that follow (G1). */
        MARKED,
        /** Marked and moved while the application ran: what it allocated meanwhile is still there. */
        CONCURRENT,
        /** The old generation was not looked at, or it is not known what was done. */
        YOUNG;

        /** The one that says more, where damage gives one collection two. */
        public Kind stronger(Kind other) {
            return compareTo(other) <= 0 ? this : other;
        }

        /** By HotSpot's {@code GCName}, JDK 11 and later. */
        public static Kind of(String name) {
            return switch (name) {
                case "G1Full", "SerialOld", "ParallelOld", "PSMarkSweep" -> FULL;
                case "G1Old" -> MARKED;
                case "Z", "ZGC Major", "Shenandoah", "ConcurrentMarkSweep" -> CONCURRENT;
                default -> YOUNG;
            };
        }
    }

    /**
     * What a collection was, as one number.
     *
     * @param kind what its result says
     * @param flag the place of its collector's flag in {@link #FLAGS}
     * @param ofHistogram whether a class histogram caused it
     */
    private record Code(Kind kind, int flag, boolean ofHistogram) {

        static Code of(long packed) {
            return new Code(KINDS.get((int) packed & 7), (int) (packed >> 3) & 7, (packed >> 6 & 1) != 0);
        }

        long packed() {
            return KINDS.indexOf(kind) | flag << 3 | (ofHistogram ? 1 << 6 : 0);
        }
    }

    /**
     * A collection whose result is known.
     *
     * @param kind what its result says
     * @param usedBytes what was in the heap after it, in bytes
     */
    public record Collection(Kind kind, long usedBytes) {}

    /** None yet. */
    public GcHistory() {}

    /** The time of a collection's end, and what was in the heap after it. */
    private record After(long nanos, long usedBytes) {

        /** An event that is there twice counts once; the choice does not depend on the order. */
        After or(After other) {
            return usedBytes > other.usedBytes || (usedBytes == other.usedBytes && nanos >= other.nanos) ? this : other;
        }
    }

    /** Adds what a sample says of a collection; ignores others. */
    public void add(Sample sample) {
        if (sample instanceof HeapSummary summary && summary.after()) {
            after.add(summary.gcId(), EpochNanos.of(summary.time()), summary.usedBytes());
        } else if (sample instanceof GarbageCollection one) {
            Code code = new Code(
                    Kind.of(one.name()), flagOf(one.name()), one.cause().equals(OF_HISTOGRAM));
            cycles.add(one.gcId(), code.packed(), one.pausesNanos());
        }
    }

    private static int flagOf(String name) {
        return switch (name) {
            case "G1New", "G1Old", "G1Full" -> 1;
            case "DefNew", "SerialOld" -> 2;
            case "ParallelScavenge", "ParallelOld" -> 3;
            case "Z", "ZGC Major", "ZGC Minor" -> 4;
            case "Shenandoah" -> 5;
            default -> 0;
        };
    }

    /** Adds those of another part of the recordings. */
    public void merge(GcHistory other) {
        after.addAll(other.after);
        cycles.addAll(other.cycles);
    }

    /** The collections in their order; of very many of the old generation, those that count. */
    public List<Collection> collections() {
        Map<Long, Long> codes = byId(1);
        List<Collection> all = new ArrayList<>();
        counted(oldKinds()).forEach((id, one) -> {
            Long code = codes.get(id);
            all.add(new Collection(code == null ? Kind.YOUNG : Code.of(code).kind, one.usedBytes));
        });
        return all;
    }

    /**
     * What was in the heap after each collection of the old generation, by its time, in bytes: what is live, and little
     * more. A young collection leaves the garbage of the old generation, so that the heap after it rises and falls without
     * growth. After G1 has marked it, the young collections that follow remove its garbage: the lowest value until the next
     * marking counts.
     */
    public NavigableMap<Instant, Long> live() {
        Map<Long, Kind> kinds = oldKinds();
        NavigableMap<Instant, Long> live = new TreeMap<>();
        Instant marked = null;
        for (Map.Entry<Long, After> one : counted(kinds).entrySet()) {
            Kind kind = kinds.get(one.getKey());
            long bytes = one.getValue().usedBytes;
            if (kind != null) {
                Instant time = Instant.EPOCH.plusNanos(one.getValue().nanos);
                live.merge(time, bytes, Math::min);
                marked = kind == Kind.MARKED ? time : null;
            } else if (marked != null) {
                live.merge(marked, bytes, Math::min);
            }
        }
        return live;
    }

    /**
     * What was in the heap after each collection, by its time, in bytes: what is live, and the garbage of the old
     * generation. Empty where it is not known of collections which generation they were of.
     */
    public NavigableMap<Instant, Long> kept() {
        NavigableMap<Instant, Long> kept = new TreeMap<>();
        for (int i = 0; isNamed() && i < after.size; i += 3) {
            kept.merge(Instant.EPOCH.plusNanos(after.values[i + 1]), after.values[i + 2], Math::min);
        }
        return kept;
    }

    /** The results by the numbers of the collections, without those of the old generation that do not count. */
    private NavigableMap<Long, After> counted(Map<Long, Kind> kinds) {
        NavigableMap<Long, After> byId = new TreeMap<>();
        for (int i = 0; i < after.size; i += 3) {
            byId.merge(after.values[i], new After(after.values[i + 1], after.values[i + 2]), After::or);
        }
        NavigableMap<Long, Long> old = new TreeMap<>();
        byId.forEach((id, one) -> {
            if (kinds.containsKey(id)) {
                old.put(id, one.usedBytes);
            }
        });
        Set<Long> chosen = OldSlots.chosen(old, kinds);
        byId.keySet().removeIf(id -> kinds.containsKey(id) && !chosen.contains(id));
        return byId;
    }

    /** The kinds of those of the old generation, by their numbers. */
    private Map<Long, Kind> oldKinds() {
        Map<Long, Kind> kinds = new HashMap<>();
        for (int i = 0; i < cycles.size; i += 3) {
            Kind kind = Code.of(cycles.values[i + 1]).kind;
            if (kind != Kind.YOUNG) {
                kinds.merge(cycles.values[i], kind, Kind::stronger);
            }
        }
        return kinds;
    }

    /** What stands at a place of the triples, by the number of the collection; of two the larger. */
    private Map<Long, Long> byId(int place) {
        TreeMap<Long, Long> byId = new TreeMap<>();
        for (int i = 0; i < cycles.size; i += 3) {
            byId.merge(cycles.values[i], cycles.values[i + place], Math::max);
        }
        return byId;
    }

    /** Whether the recordings say what was done in each collection. */
    public boolean isNamed() {
        return cycles.size > 0;
    }

    /** How long all collections stopped the application, in nanoseconds; those of class histograms do not count. */
    public long pausesNanos() {
        Map<Long, Long> codes = byId(1);
        long sum = 0;
        for (var cycle : byId(2).entrySet()) {
            Long code = codes.get(cycle.getKey());
            sum += code == null || Code.of(code).ofHistogram ? 0 : cycle.getValue();
        }
        return sum;
    }

    /** The flag that selects the collector that was used; empty where it is not known. */
    public String collectorFlag() {
        return FLAGS.get(byId(1).values().stream()
                .mapToInt(code -> Code.of(code).flag)
                .max()
                .orElse(0));
    }

    /** Numbers in an array that grows. */
    private static final class Longs {
        private long[] values = new long[0];
        private int size;

        private void add(long... more) {
            addAll(more, more.length);
        }

        private void addAll(Longs other) {
            addAll(other.values, other.size);
        }

        private void addAll(long[] more, int count) {
            if (size + count > values.length) {
                values = Arrays.copyOf(values, Math.max(size + count, values.length * 2));
            }
            System.arraycopy(more, 0, values, size, count);
            size += count;
        }
    }
}
