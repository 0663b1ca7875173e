package dev.loomweight.bench.recording;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A shape that nobody chose: everything that makes a recording cheap or dear to read, drawn from ranges in which
 * recordings of servers were seen. The same seed and size give the same shape, on every JDK.
 *
 * <p>Of an amount, each order of magnitude is as likely as the others ({@link #wide}). The ranges:
 *
 * <ul>
 *   <li>Pins: one per 1,200 to 500,000 bytes. JFR's own settings on a server that hardly pins leave the latter, a
 *       service under load that pins in each request one per 3,000, short virtual threads that do nothing else one per
 *       1,300.
 *   <li>Virtual threads: as few as the pins need, or one per 100 to 100,000 bytes; with names or without; with their
 *       starts and ends or without. What is recorded of a thread's life takes 60 bytes.
 *   <li>Their waits: none, or up to two a thread. Refused ones: none, or one per 10,000 to 1,000,000 bytes; all of them
 *       at their start, or one in 1,000 and more after they have parked.
 *   <li>Pins in {@code Object.wait}: none, or one in 1,000 and more of all.
 *   <li>Load: any of the kinds that there are, in any relation; of those that take time, as sleeps do, no more than are
 *       made in a minute for 1 GB, which is as many as servers record. Samples of allocations come from 300 to 13,000
 *       stacks, everything else from 20 to 2,000: the distinct stacks that were counted in 12 MB of servers' recordings.
 *   <li>Depths: 24 to 200 frames where threads pin, 3 to 160 elsewhere: from a loop of a library to a framework with a
 *       dozen filters. JFR cuts at 64, as it comes, or at 16 to 512.
 *   <li>Carriers: 1 to 64; platform threads: 2 to 24.
 *   <li>Chunks: 12 MB, as JFR comes, or 1 to 64 MB.
 *   <li>Settings: the events above alone, or with those of JFR's {@code default} or {@code profile}.
 *   <li>Collector and compilers: a frame is interpreted, compiled or inlined, and stacks that differ in that alone are
 *       distinct, so the same code has more stacks where it is compiled while it is recorded.
 * </ul>
 */
public final class RandomShape {

    private static final long MB = 1 << 20;

    /** How long it may take to make a recording, for each kind of event that takes time: a minute for 1 GB. */
    private static final long NANOS_PER_BYTE = 60;

    /** A wait of a millisecond, with what it takes to wake up. */
    private static final long MIN_WAIT_NANOS = 1_100_000;

    /** What an event takes with its share of everything else. */
    private static final int BYTES_PER_EVENT = 40;

    private final SplittableRandom random;
    private final long bytes;

    private RandomShape(long seed, long bytes) {
        this.random = new SplittableRandom(Route.mix(seed));
        this.bytes = bytes;
    }

    /**
     * Prints what {@code scripts/make-recording} asks for: the shape of seed {@code args[0]} and {@code args[1]} bytes.
     */
    public static void main(String[] args) {
        of(Long.parseLong(args[0]), Long.parseLong(args[1])).forEach(System.out::println);
    }

    /**
     * The shape of a seed. Lines of two kinds: NAME=VALUE for options of the script and keys of {@link Shape}, and options
     * of the JVM, which begin with a dash.
     *
     * @param seed any
     * @param bytes about how big the recording is to be, at least 100,000
     */
    public static List<String> of(long seed, long bytes) {
        return new RandomShape(seed, bytes).draw();
    }

    private List<String> draw() {
        List<String> lines = new ArrayList<>();
        // Nothing is drawn depending on the size, so that a seed has one character in all sizes.
        double bytesPerPin = wide(1_200, 500_000);
        double stacksOfPins = wide(30, 5_000);
        double sites = wide(1, 400);
        int depth = (int) wide(24, 200);
        long carriers = (long) wide(1, 64);
        int loaders = (int) wide(2, 24);
        double nanos = wide(20_000, 1_000_000);
        long pins = Math.max(1, (long) (bytes / bytesPerPin));
        lines.add("pins=" + pins);
        long mostSites = Math.min(pins, (long) sites);
        lines.add("sites=" + mostSites);
        lines.add("stacks=" + Math.max(Math.clamp(pins / 4, 1, (long) stacksOfPins), mostSites));
        lines.add("depth=" + depth);
        lines.add("loaders=" + loaders);
        // A pin takes three times the usual one on the average.
        double affordable = (double) NANOS_PER_BYTE * bytes * carriers / (3 * pins);
        lines.add("pin_nanos=" + (long) Math.max(1_000, Math.min(nanos, affordable)));
        long refused = drawThreads(lines);
        lines.add("load=" + drawLoad(loaders));
        lines.add("chunk_bytes=" + (random.nextInt(3) == 0 ? 12 * MB : (long) wide(MB, 64 * MB)));
        int frames = random.nextInt(3) > 0 ? 64 : (int) wide(16, 512);
        lines.add("frames=" + frames);
        lines.add("events=" + List.of("own", "default", "profile").get(random.nextInt(3)));
        lines.add("-Djdk.virtualThreadScheduler.parallelism=" + carriers);
        lines.add(List.of("-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseG1GC")
                .get(random.nextInt(3)));
        lines.add(random.nextBoolean() ? "-XX:TieredStopAtLevel=1" : "-XX:TieredStopAtLevel=4");
        // Of a small recording no more than it takes, so that a test can make some.
        lines.add("warm_up=" + Math.min(60_000, bytes / 200));
        // What the ranges did not have at first comes last, so that the seeds keep what they had.
        boolean waited = random.nextInt(3) == 0;
        double waitedPins = wide(0.001, 1);
        double most = (double) NANOS_PER_BYTE * bytes * carriers / MIN_WAIT_NANOS;
        lines.add("waited_pins=" + (waited ? (long) Math.ceil(Math.min(pins * waitedPins, most)) : 0));
        boolean strands = random.nextBoolean();
        double stranded = wide(0.001, 1);
        lines.add("stranded=" + (strands ? (long) Math.ceil(refused * stranded) : 0));
        return lines;
    }

    /** Returns how many are refused. */
    private long drawThreads(List<String> lines) {
        double perThread = wide(100, 100_000);
        double waitsOfThread = wide(0.05, 2);
        double perRefusal = wide(10_000, 1_000_000);
        boolean some = random.nextInt(3) > 0;
        boolean waits = random.nextBoolean();
        boolean refusals = random.nextInt(3) == 0;
        long threads = some ? Math.max(1, (long) (bytes / perThread)) : 0;
        lines.add("threads=" + threads);
        // A wait takes a millisecond, of which only some hundred go by at a time.
        lines.add("waits=" + (waits ? Math.min((long) (threads * waitsOfThread), bytes / 1_200) : 0));
        long refused = some && refusals ? (long) (bytes / perRefusal) : 0;
        lines.add("refused=" + refused);
        lines.add("lives=" + (random.nextInt(3) > 0 ? 1 : 0));
        lines.add("named=" + (random.nextInt(3) == 0 ? 1 : 0));
        return refused;
    }

    private String drawLoad(int loaders) {
        Map<Load, String> stacksAndDepth = new EnumMap<>(Load.class);
        Map<Load, Double> weights = new EnumMap<>(Load.class);
        Load always = List.of(Load.values()).get(random.nextInt(Load.values().length));
        for (Load load : Load.values()) {
            double weight = wide(1, 500);
            double stacks = load == Load.ALLOC ? wide(300, 13_000) : wide(20, 2_000);
            double depth = wide(3, 160);
            if (random.nextBoolean() || load == always) {
                weights.put(load, weight);
                // A stack takes a few hundred bytes in each chunk that has it.
                long most = Math.max(10, bytes / 10_000);
                stacksAndDepth.put(load, ":" + Math.clamp((long) stacks, 1, most) + ":" + (long) depth);
            }
        }
        if (weights.keySet().stream().allMatch(load -> nanos(load, loaders) > 0)) {
            weights.put(Load.PARK, wide(1, 500));
            stacksAndDepth.put(Load.PARK, ":100:30");
        }
        double quick = 0;
        for (Map.Entry<Load, Double> entry : weights.entrySet()) {
            quick += nanos(entry.getKey(), loaders) == 0 ? entry.getValue() : 0;
        }
        List<String> drawn = new ArrayList<>();
        for (Map.Entry<Load, Double> entry : weights.entrySet()) {
            Load load = entry.getKey();
            double nanos = nanos(load, loaders);
            double most = nanos == 0 ? Double.MAX_VALUE : quick * NANOS_PER_BYTE * BYTES_PER_EVENT / nanos;
            long weight = (long) Math.ceil(10 * Math.min(entry.getValue(), most));
            drawn.add(load.name().toLowerCase(Locale.ROOT) + ":" + weight + stacksAndDepth.get(load));
        }
        return String.join(",", drawn);
    }

    /** What one event of a load takes, where that is not next to nothing. */
    private static double nanos(Load load, int loaders) {
        return switch (load) {
            // One thread at a time.
            case MONITOR -> 60_000;
            case SLEEP -> 60_000.0 / loaders;
            case WAIT -> (double) MIN_WAIT_NANOS / loaders;
            case ALLOC, PARK, SOCKET, FILE, THROW -> 0;
        };
    }

    /** A number from one to another, of which each order of magnitude is as likely as the others. */
    private double wide(double least, double most) {
        return least * Math.exp(random.nextDouble() * Math.log(most / least));
    }
}
