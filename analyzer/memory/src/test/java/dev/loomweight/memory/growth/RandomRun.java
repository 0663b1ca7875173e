package dev.loomweight.memory.growth;

import dev.loomweight.memory.Place;
import dev.loomweight.sample.MemoryEvents.GarbageCollection;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import dev.loomweight.sample.MemoryEvents.NativeMemoryTotal;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.ThreadEvents.ThreadStatistics;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/**
 * The memory of a made-up program: a base, warm-up, noise of several kinds and perhaps a leak. What the program is comes from
 * one seed, what chance does in a run from another.
 */
final class RandomRun {

    private static final double MB = 1 << 20;

    /** A leak of so many megabytes a second, in a place; threads have 10 for each megabyte. */
    record Leak(Place place, double rate) {

        static final Leak NONE = new Leak(Place.OTHER, 0);

        private double at(Place other, double second) {
            return place == other ? rate * second : 0;
        }
    }

    private final Random chance;
    private final double load;
    private final Leak leak;
    private final double seconds;

    // The program.
    private final double live;
    private final double promoted;
    private final double young;
    private final double cache;
    private final double collections;
    private final boolean marks;
    private final double ownLeak;
    private final double warm;
    private final double tenured;
    private double settledAt;
    private final double[] bases = new double[6];

    /** @param grows whether the program grows by itself: garbage of the old generation, a cache, a leak that all its runs have */
    RandomRun(long program, long chance, double seconds, double load, Leak leak, boolean grows) {
        Random of = new Random(program);
        this.chance = new Random(chance);
        this.load = load;
        this.leak = leak;
        this.seconds = seconds;
        live = between(of, 3, 60);
        double garbage = between(of, 0.2, 3);
        promoted = grows ? garbage : 0;
        young = between(of, 20, 150);
        cache = grows && of.nextInt(3) == 0 ? between(of, 5, 40) : 0;
        collections = between(of, 1.6, 5);
        marks = of.nextBoolean();
        ownLeak = grows && of.nextInt(4) == 0 ? between(of, 0.2, 2) : 0;
        warm = between(of, 0.3, 2);
        for (int i = 0; i < bases.length; i++) {
            bases[i] = between(of, 1, 30);
        }
        tenured = of.nextInt(3) == 0 ? between(of, 10, 120) : 0;
    }

    /** Whether its leak led to more than another run has: else it may be a cache that fills later. Once both have run. */
    boolean ledToMoreThan(RandomRun other) {
        return leak.place != Place.HEAP
                || settledAt + leak.rate * Math.min(seconds, other.seconds) / 2 > other.settledAt;
    }

    @Override
    public String toString() {
        return "%.1f s, load %.1f, %.1f collections/s, %s".formatted(seconds, load, collections * load, leak);
    }

    private static double between(Random random, double from, double to) {
        return from + (to - from) * random.nextDouble();
    }

    private double warmUp(double second, double size) {
        return size * (1 - Math.exp(-second * load / warm));
    }

    /** Its events, the earliest first, from a time on. */
    GrowingProcess process(String name, Instant from) {
        GrowingProcess process = new GrowingProcess(name);
        heap(process, from);
        double phase = chance.nextDouble();
        double compiler = 5;
        double step = chance.nextInt(3) == 0 ? between(chance, 0, seconds) : seconds + 1;
        double stepSize = between(chance, 0.5, 20);
        double walk = 0;
        double pool = between(chance, 8, 30);
        for (double second = phase; second < seconds; second += 1 + between(chance, -0.01, 0.01)) {
            Instant time = from.plusNanos(Math.round(second * 1e9));
            compiler = chance.nextInt(4) == 0 ? between(chance, 0.2, 9) : compiler;
            walk += chance.nextGaussian() * 0.1;
            Map<String, Double> nmt = new LinkedHashMap<>();
            nmt.put("Java Heap", 512.0);
            nmt.put("Metaspace", bases[0] + warmUp(second, 3) + leak.at(Place.METASPACE, second));
            nmt.put("Code", bases[1] + warmUp(second, 4));
            nmt.put("GC", bases[2] + (second > step ? 1 : 0));
            nmt.put("Compiler", compiler);
            nmt.put(
                    "Other",
                    bases[3]
                            + leak.at(Place.DIRECT_BUFFERS, second)
                            + ownLeak * load * second
                            + (second > step ? stepSize : 0)
                            + chance.nextGaussian() * 0.2);
            nmt.put("Internal", bases[4] + walk);
            nmt.put("Thread Stack", 9.0);
            nmt.forEach((category, size) ->
                    process.loose(new NativeMemory(time, category, 1L << 30, Math.round(size * MB))));
            double total = nmt.values().stream().mapToDouble(one -> one).sum();
            double touched = Math.min(512, live + young + warmUp(second / 4, 300));
            process.loose(
                    new NativeMemoryTotal(time, 1L << 32, Math.round(total * MB)),
                    new ResidentSetSize(time, Math.round((total - 512 + touched + 30 + chance.nextGaussian()) * MB), 0),
                    new ThreadStatistics(
                            time,
                            Math.round(pool + chance.nextInt(6) + 10 * leak.at(Place.PLATFORM_THREADS, second)),
                            0));
        }
        return process;
    }

    private void heap(GrowingProcess process, Instant from) {
        double garbage = 0;
        long id = 0;
        int sinceMark = 0;
        // What collections leave rises until the first objects that live for a while have grown old.
        double most = tenured * between(chance, 0.5, 1.5);
        settledAt = most;
        double settled = between(chance, 0.7, 2.5);
        for (double second = 0.2; second < seconds; second += between(chance, 0.8, 1.2) / collections / load) {
            garbage += promoted * between(chance, 0.5, 1.5);
            boolean marked = marks && garbage > 10 * promoted && sinceMark > 8;
            sinceMark = marked ? 0 : sinceMark + 1;
            double kept = live
                    + garbage
                    + warmUp(second / 3, cache)
                    + most * Math.min(1, second / settled)
                    + leak.at(Place.HEAP, second)
                    + Math.abs(chance.nextGaussian()) * 0.2;
            Instant time = from.plusNanos(Math.round(second * 1e9));
            process.loose(
                    summary(time, kept + young, id, false),
                    summary(time.plusMillis(5), kept, id, true),
                    new GarbageCollection(time, id, marked ? "G1Old" : "G1New", "", 1));
            if (marked || garbage > 200) {
                garbage = 0;
            }
            id++;
        }
    }

    private static HeapSummary summary(Instant time, double used, long id, boolean after) {
        return new HeapSummary(time, 1 << 29, 1 << 29, Math.round(used * MB), id, after);
    }
}
