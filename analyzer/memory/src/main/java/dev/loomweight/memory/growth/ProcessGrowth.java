package dev.loomweight.memory.growth;

import dev.loomweight.amount.Quantity;
import dev.loomweight.fold.LeastSquares;
import dev.loomweight.memory.Place;
import dev.loomweight.memory.reconcile.GcHistory;
import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Snapshot;
import dev.loomweight.memory.reconcile.ThreadStarts;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What grew in a process over its snapshots. The amounts of all places add up to resident memory, so that their growths add
 * up to its growth; live objects are counted where a class histogram has them, whether or not their pages are new.
 *
 * @param name the process
 * @param source what the amounts are
 * @param total resident memory; NMT's total or live objects where that is not known
 * @param noise a change of no more than this is not taken for growth, in bytes
 * @param places all places that are known, the largest growth first
 * @param leftOut how many snapshots are left out, as they have not what divides the others
 */
public record ProcessGrowth(String name, Source source, Course total, long noise, List<Grown> places, int leftOut) {

    /**
     * A JVM that does nothing moves by a few MB from one snapshot to the next: taking it costs memory, and the kernel and
     * the collector return some.
     */
    private static final long MIN_GROWTH_BYTES = 8L << 20;

    /** In a large process the same is a share of it. */
    private static final double MIN_SHARE = 0.01;

    private static final int REPEATED = 3;

    public ProcessGrowth {
        places = List.copyOf(places);
    }

    private ProcessGrowth with(List<Grown> others) {
        return new ProcessGrowth(name, source, total, noise, others, leftOut);
    }

    /** What the amounts are. */
    public enum Source {
        /** Resident memory by place, which adds up. */
        RESIDENT("resident memory"),
        /** The same of moments that do not all show their mappings: those count as committed, which adds up with the rest. */
        RESIDENT_AS_COMMITTED("resident memory"),
        /** NMT's committed memory: no input has resident memory. */
        COMMITTED("committed memory (NMT)"),
        /** Live objects alone. */
        OBJECTS("live objects in the heap"),
        /** Resident memory, and places that do not add up to it. */
        RECORDING("resident memory"),
        /** Some places of a recording without resident memory. */
        RECORDING_WITHOUT_TOTAL("the sum of these");

        private final String label;

        Source(String label) {
            this.label = label;
        }

        /** Whether the total is resident memory by snapshots. */
        public boolean isResident() {
            return this == RESIDENT || this == RESIDENT_AS_COMMITTED;
        }

        /** The name of the total. */
        public String label() {
            return label;
        }
    }

    /** Whether it is from snapshots. */
    public boolean isOfSnapshots() {
        return source != Source.RECORDING && source != Source.RECORDING_WITHOUT_TOTAL;
    }

    /** Where no histogram has live objects, the heap after collections of the old generation has; after others, at most. */
    ProcessGrowth withLive(GcHistory collections) {
        if (places.stream().noneMatch(one -> one.place() == Place.HEAP_RESIDENT)) {
            return this;
        }
        NavigableMap<Instant, Long> live = collections.live();
        List<Grown> more = new ArrayList<>(places);
        if (live.size() > 1) {
            more.add(Grown.of(
                    Place.HEAP,
                    Course.of(live),
                    noise,
                    "It is the heap after " + Amounts.count(live.size()) + " collections of the old generation, by the"
                            + " recording; the row of the heap includes it."));
        } else {
            String kept = RecordedGrowth.ofKept(collections.kept(), noise);
            more.replaceAll(one -> one.place() == Place.HEAP_RESIDENT ? one.with(kept) : one);
        }
        more.sort(Grown.BY_GROWTH);
        return with(more);
    }

    /** The same with who started the platform threads, where a recording has it. */
    public ProcessGrowth withStarts(ThreadStarts starts) {
        List<Grown> more = new ArrayList<>(places);
        more.replaceAll(one -> one.place() == Place.PLATFORM_THREADS
                ? one.with((one.evidence() + " " + starts.sentence()).strip())
                : one);
        return with(more);
    }

    /** A change of no more than this is not taken for growth, in bytes, in a process of so many. */
    public static long noise(long total) {
        return Math.max(MIN_GROWTH_BYTES, Math.round(MIN_SHARE * total));
    }

    /**
     * How far resident memory moves by itself: its range from the second snapshot on, as the first is mostly taken before
     * there is load, or the range of what a slope leaves, if that is smaller: a steady growth is no noise.
     *
     * @param resident at the snapshots in their order, in bytes
     * @return in bytes; empty with fewer than three snapshots that have it: two are a beginning and an end
     */
    public static OptionalLong variation(Stream<Quantity> resident) {
        long[] known = resident.flatMapToLong(bytes -> bytes.value().stream()).toArray();
        if (known.length < REPEATED) {
            return OptionalLong.empty();
        }
        int from = known.length > REPEATED ? 1 : 0;
        double[][] rows = new double[known.length - from][];
        double[] values = new double[rows.length];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new double[] {1, i};
            values[i] = known[from + i];
        }
        List<LeastSquares.Estimate> terms = LeastSquares.fit(rows, values).orElseThrow();
        DoubleSummaryStatistics rest = IntStream.range(0, values.length)
                .mapToDouble(
                        i -> values[i] - terms.get(0).value() - i * terms.get(1).value())
                .summaryStatistics();
        LongSummaryStatistics later = Arrays.stream(known).skip(1).summaryStatistics();
        return OptionalLong.of(Math.min(later.getMax() - later.getMin(), Math.round(rest.getMax() - rest.getMin())));
    }

    /**
     * The growth over snapshots.
     *
     * @param snapshots in their order
     * @param leastNoise how far the process is known to move by itself, in bytes, or 0
     * @return empty with fewer than two that have figures in common
     */
    public static Optional<ProcessGrowth> of(String name, List<MemoryMoment> snapshots, long leastNoise) {
        return of(name, snapshots, leastNoise, TouchedHeap.Uses.NONE);
    }

    /** The same, with what recordings have of the heap between the snapshots. */
    static Optional<ProcessGrowth> of(
            String name, List<MemoryMoment> snapshots, long leastNoise, TouchedHeap.Uses heapUses) {
        ComparableMoments moments = ComparableMoments.of(snapshots);
        return moments.all().size() < 2
                ? Optional.empty()
                : Optional.of(new Division(moments, heapUses)
                        .growth(name, leastNoise)
                        .withSteps(ObservedProcess.dividing(
                                snapshots.getLast().snapshot(), ObservedProcess.mayHaveNativeHeap(snapshots))));
    }

    /** The same with what would divide the rest, of what the snapshots do not have. */
    private ProcessGrowth withSteps(List<String> steps) {
        List<Grown> more = new ArrayList<>(places);
        more.replaceAll(one -> one.place() != Place.UNDIVIDED
                ? one
                : one.withAdvice(
                        steps.isEmpty()
                                ? Place.NATIVE_MALLOC.advice()
                                : "To divide it, " + String.join(", and ", steps) + "."));
        return with(more);
    }

    /** The amounts of one process by place. */
    private static final class Division {

        /** So many more strings in the JVM's table are interned strings, and not names of classes. */
        private static final long STRINGS = 5_000;

        /** A class brings fewer entries into the JVM's tables. */
        private static final long ENTRIES_OF_A_CLASS = 20;

        /** Places with mappings that NMT counts as soon as they may be touched. */
        private static final Set<Place> COMMITTED = EnumSet.of(Place.METASPACE, Place.CODE, Place.GC);

        private final List<MemoryMoment> moments;
        private final Source source;
        private final Map<Place, long[]> bytes = new EnumMap<>(Place.class);
        // Of the bytes, what is allocated, of which a part may not be touched.
        private final Map<Place, long[]> malloc = new EnumMap<>(Place.class);
        private final Evidence evidence;
        private final int leftOut;
        private Place rest = Place.UNDIVIDED;
        private long[] heap = {};

        Division(ComparableMoments comparable, TouchedHeap.Uses heapUses) {
            this.moments = comparable.all();
            this.leftOut = comparable.leftOut();
            this.source = source(moments);
            boolean parts = source != Source.OBJECTS;
            boolean histograms = moments.stream().allMatch(one -> one.snapshot().histogram() != null);
            if (parts) {
                for (int i = 0; i < moments.size(); i++) {
                    int moment = i;
                    moments.get(i).outsideHeap().forEach((place, amount) -> of(place)[moment] += amount);
                    moments.get(i)
                            .malloc()
                            .forEach((place, amount) ->
                                    malloc.computeIfAbsent(place, key -> new long[moments.size()])[moment] += amount);
                }
                rest = oneRest();
                heap = moments.stream().mapToLong(MemoryMoment::heapBytes).toArray();
                if (source.isResident() && !knowsHeap()) {
                    heap = new TouchedHeap(moments, heapUses).bytes(comparable.firstHeap(), this::outside);
                }
                if (knowsHeap()) {
                    bytes.put(histograms ? Place.HEAP_SPARE : Place.HEAP_RESIDENT, heap.clone());
                }
                takeRest();
                takeUntouched();
            }
            ObjectsOverTime live = histograms ? liveObjects(parts) : null;
            evidence = new Evidence(moments, live);
            if (live != null) {
                divideDirect();
                if (parts) {
                    // Had they grown, they would have been seen: their growth is none, and not unknown.
                    of(Place.FOREIGN_ARENAS);
                    of(Place.INTERNED_STRINGS);
                }
            }
        }

        private boolean isAsCommitted() {
            return source == Source.RESIDENT_AS_COMMITTED;
        }

        /** All places but the rest, at a moment. */
        private long outside(int moment) {
            return bytes.entrySet().stream()
                    .filter(one -> one.getKey() != rest)
                    .mapToLong(one -> one.getValue()[moment])
                    .sum();
        }

        /** What is in no account; a moment whose heap is not known has that in it too. */
        private void takeRest() {
            for (int i = 0; i < moments.size(); i++) {
                long open = moments.get(i).placedBytes() - outside(i);
                if (open != 0 || bytes.containsKey(rest)) {
                    of(rest)[i] = open;
                }
            }
        }

        /** What all moments have: resident memory of one and NMT's of another are no course. */
        private static Source source(List<MemoryMoment> moments) {
            if (moments.stream().allMatch(MemoryMoment::isResident)) {
                return moments.getFirst().isAsCommitted() ? Source.RESIDENT_AS_COMMITTED : Source.RESIDENT;
            }
            return moments.stream().allMatch(one -> ComparableMoments.hasParts(one) && !one.isResident())
                    ? Source.COMMITTED
                    : Source.OBJECTS;
        }

        private long[] of(Place place) {
            return bytes.computeIfAbsent(place, key -> new long[moments.size()]);
        }

        private void move(Place from, Place to, long[] amounts) {
            for (int i = 0; i < amounts.length; i++) {
                of(from)[i] -= amounts[i];
                of(to)[i] += amounts[i];
            }
        }

        /** The place of what is in no account; what one moment cannot divide, no difference can. */
        private Place oneRest() {
            Set<Place> rests = moments.stream()
                    .filter(MemoryMoment::isResident)
                    .map(MemoryMoment::rest)
                    .collect(Collectors.toCollection(() -> EnumSet.noneOf(Place.class)));
            if (rests.size() == 1) {
                return rests.iterator().next();
            }
            rests.remove(Place.UNDIVIDED);
            for (Place other : rests) {
                move(other, Place.UNDIVIDED, of(other).clone());
                bytes.remove(other);
            }
            return Place.UNDIVIDED;
        }

        /**
         * Malloc counts as allocated. Where the anonymous memory did not grow with a place in it, the difference was not
         * touched, and is taken from that place. If it is touched later, the process has no more writable memory than
         * before; otherwise, something new was mapped.
         */
        private void takeUntouched() {
            if (!bytes.containsKey(rest)) {
                return;
            }
            long noise = noise(moments.getLast().placedBytes());
            Set<Place> blocks = Set.copyOf(malloc.keySet());
            if (isAsCommitted()) {
                COMMITTED.stream()
                        .filter(bytes::containsKey)
                        .forEach(place -> malloc.put(place, of(place).clone()));
            }
            Place owner = null;
            long owed = 0;
            for (int i = 1; i < moments.size(); i++) {
                long change = of(rest)[i] - of(rest)[i - 1];
                if (-change > noise / 2) {
                    // What glibc has free was often never used; of the rest, the place that grew most is the likely
                    // one.
                    if (bytes.containsKey(Place.RETAINED)) {
                        shiftFrom(i, Place.RETAINED, rest, Math.clamp(step(bytes, Place.RETAINED, i), 0, -change));
                    }
                    Place most = mostAllocated(i);
                    long untouched = most == null ? 0 : Math.clamp(-step(bytes, rest, i), 0, step(malloc, most, i));
                    if (most != null && untouched > 0) {
                        // Of committed mappings it is not known whether it is they that are touched later.
                        if (blocks.contains(most)) {
                            owner = most;
                            owed += untouched;
                        }
                        shiftFrom(i, most, rest, untouched);
                    }
                } else if (owner != null && change > noise / 2 && !hasMapped(i, change)) {
                    long touched = Math.min(owed, change);
                    owed -= touched;
                    shiftFrom(i, rest, owner, touched);
                }
            }
        }

        private static long step(Map<Place, long[]> of, Place place, int moment) {
            long[] amounts = of.getOrDefault(place, new long[moment + 1]);
            return amounts[moment] - amounts[moment - 1];
        }

        private @Nullable Place mostAllocated(int moment) {
            return malloc.keySet().stream()
                    .filter(place -> step(malloc, place, moment) > 0)
                    .max(Comparator.comparingLong(place -> step(malloc, place, moment)))
                    .orElse(null);
        }

        private boolean hasMapped(int moment, long change) {
            Quantity before = moments.get(moment - 1).snapshot().writableBytes();
            Quantity mapped = moments.get(moment).snapshot().writableBytes().minus(before);
            return mapped.orElse(Long.MAX_VALUE) > change / 2;
        }

        /** Moves an amount from one place to another, at a moment and all after it. */
        private void shiftFrom(int moment, Place from, Place to, long amount) {
            long[] nowhere = new long[moments.size()];
            for (int i = moment; i < moments.size(); i++) {
                of(from)[i] -= amount;
                of(to)[i] += amount;
                malloc.getOrDefault(from, nowhere)[i] -= amount;
                malloc.getOrDefault(to, nowhere)[i] += amount;
            }
        }

        private ObjectsOverTime liveObjects(boolean parts) {
            ObjectsOverTime live = new ObjectsOverTime(
                    moments.stream()
                            .flatMap(one -> Stream.ofNullable(one.snapshot().histogram()))
                            .toList(),
                    internedStrings());
            for (Place place : List.of(Place.HEAP, Place.SMALL_OBJECTS, Place.VIRTUAL_THREADS)) {
                add(place, live.bytes(place), parts);
            }
            if (Arrays.stream(internedStrings()).anyMatch(strings -> strings > 0)) {
                add(Place.INTERNED_STRINGS, live.interned(), parts);
                move(
                        Place.METASPACE,
                        Place.INTERNED_STRINGS,
                        moments.stream()
                                .mapToLong(one -> one.snapshot().nmtOrNone().tableBytes())
                                .toArray());
            }
            return live;
        }

        private void add(Place place, long[] amounts, boolean parts) {
            for (int i = 0; i < amounts.length; i++) {
                of(place)[i] += amounts[i];
                if (parts) {
                    of(knowsHeap() ? Place.HEAP_SPARE : rest)[i] -= amounts[i];
                }
            }
        }

        /** Where the heap's addresses are not known, its live objects are in what is not divided. */
        private boolean knowsHeap() {
            return Arrays.stream(heap).allMatch(bytes -> bytes > 0);
        }

        /**
         * How many strings were interned since the first moment: entries of the JVM's tables, if as many strings came and
         * too few classes for so many names.
         */
        private long[] internedStrings() {
            Snapshot first = moments.getFirst().snapshot();
            Snapshot last = moments.getLast().snapshot();
            long atFirst = first.nmtOrNone().tableBlocks();
            long entries = last.nmtOrNone().tableBlocks() - atFirst;
            long loaded = Math.max(
                    0,
                    last.nmtOrNone().count(NmtCategory.CLASS, "classes")
                            - first.nmtOrNone().count(NmtCategory.CLASS, "classes"));
            long strings = ObjectsOverTime.strings(
                    Objects.requireNonNull(first.histogram()), Objects.requireNonNull(last.histogram()));
            boolean interned = entries >= STRINGS && entries > ENTRIES_OF_A_CLASS * loaded && strings >= entries / 2;
            return moments.stream()
                    .mapToLong(one -> interned ? one.snapshot().nmtOrNone().tableBlocks() - atFirst : 0)
                    .toArray();
        }

        /** NMT counts direct buffers and arenas of java.lang.foreign as one; the objects that own them are in the heap. */
        private void divideDirect() {
            long[] amounts = bytes.get(Place.DIRECT_BUFFERS);
            if (amounts != null && evidence.arenas() > 0 && evidence.buffers() <= 0) {
                bytes.put(Place.FOREIGN_ARENAS, amounts);
                bytes.remove(Place.DIRECT_BUFFERS);
            }
        }

        ProcessGrowth growth(String name, long leastNoise) {
            long[] totals =
                    moments.stream().mapToLong(MemoryMoment::placedBytes).toArray();
            if (source == Source.OBJECTS) {
                for (int i = 0; i < totals.length; i++) {
                    int moment = i;
                    totals[i] = bytes.values().stream()
                            .mapToLong(amounts -> amounts[moment])
                            .sum();
                }
            }
            long noise = Math.max(leastNoise, noise(totals[totals.length - 1]));
            List<Grown> places = new ArrayList<>();
            bytes.forEach((place, amounts) -> places.add(Grown.of(place, course(amounts), noise, evidence.of(place))));
            places.sort(Grown.BY_GROWTH);
            return new ProcessGrowth(name, source, course(totals), noise, places, leftOut);
        }

        private Course course(long[] amounts) {
            List<Instant> times = moments.stream()
                    .flatMap(one -> Stream.ofNullable(one.time()))
                    .toList();
            return new Course(times, Arrays.stream(amounts).boxed().toList());
        }
    }
}
