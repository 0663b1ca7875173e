package dev.loomweight.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A fleet of recordings in which three things are planted: {@code site7} comes to {@code checkout} in version 3; the pod
 * {@code search-1-4} pins twenty times as much as its siblings; {@code cart} is near its limit of memory. And 50 recordings
 * are broken: 20 end in the middle, 15 are no recordings, 15 could not tell whether anything pinned.
 */
public final class MadeFleet {

    /** Those that are whole. */
    public static final int WHOLE = 1000;

    /** Those that end in the middle. */
    public static final int DAMAGED = 20;

    /** Those that are no recordings. */
    public static final int UNREADABLE = 15;

    /** Those in which pinning was switched off. */
    public static final int OFF = 10;

    /** Those that do not say whether it was on. */
    public static final int UNSTATED = 5;

    /** The pattern of their paths. */
    public static final String PATTERN = "{service}/{version}/{pod}-{time}.jfr";

    /** The limit of memory of every pod, in bytes. */
    public static final long LIMIT = 512L << 20;

    private static final String[] SERVICES = {"cart", "checkout", "search"};
    private static final int VERSIONS = 4;
    private static final int PODS = 9;
    // 2026-11-02T00:00:00Z
    private static final long BEGAN = TimeUnit.SECONDS.toNanos(1_793_577_600L);

    private MadeFleet() {}

    /** Makes it in a folder: {@code args[0]}. */
    public static void main(String... args) throws IOException {
        make(Path.of(args[0]));
    }

    /** Makes all of it. */
    public static void make(Path folder) throws IOException {
        make(folder, WHOLE, true, true);
    }

    /**
     * Makes a smaller one.
     *
     * @param whole how many recordings are whole
     * @param broken whether there are broken ones, too
     * @param planted whether something is planted; without, it is healthy
     */
    public static void make(Path folder, int whole, boolean broken, boolean planted) throws IOException {
        Random random = new Random(42);
        for (int i = 0; i < whole; i++) {
            one(i, random, planted).write(file(folder, i));
        }
        if (broken) {
            makeBroken(folder, whole, random, planted);
        }
    }

    private static void makeBroken(Path folder, int whole, Random random, boolean planted) throws IOException {
        for (int i = 0; i < DAMAGED; i++) {
            Path file = one(whole + i, random, planted).write(file(folder, whole + i));
            byte[] bytes = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(bytes, bytes.length - 1 - 60 * (i % 5)));
        }
        for (int i = 0; i < UNREADABLE; i++) {
            Path file = file(folder, whole + DAMAGED + i);
            Files.createDirectories(file.getParent());
            Files.writeString(file, i % 3 == 0 ? "" : "no recording " + i);
        }
        for (int i = 0; i < OFF + UNSTATED; i++) {
            MadeRecording one = new MadeRecording().at(BEGAN, 60_000_000_000L);
            (i < OFF ? one.off() : one.withoutSettings()).write(file(folder, whole + DAMAGED + UNREADABLE + i));
        }
    }

    private static int service(int i) {
        return i % SERVICES.length;
    }

    private static int version(int i) {
        return 1 + i / SERVICES.length / PODS % VERSIONS;
    }

    private static int pod(int i) {
        return i / SERVICES.length % PODS;
    }

    private static long hour(int i) {
        int round = i / (SERVICES.length * PODS * VERSIONS);
        return (version(i) - 1) * 24L + round;
    }

    private static Path file(Path folder, int i) {
        String service = SERVICES[service(i)];
        return folder.resolve(service)
                .resolve(Integer.toString(version(i)))
                .resolve(service + "-" + version(i) + "-" + pod(i) + "-20261102-" + (100_000 + i) + ".jfr");
    }

    private static MadeRecording one(int i, Random random, boolean planted) {
        int service = service(i);
        MadeRecording made = new MadeRecording()
                .at(BEGAN + TimeUnit.HOURS.toNanos(hour(i)), TimeUnit.MINUTES.toNanos(1))
                .container(LIMIT, 4);
        // What every recording of a service has.
        int times = planted && service == 2 && version(i) == 1 && pod(i) == 4 ? 20 : 1;
        made.pins(1 + service, (10 + random.nextInt(5)) * times, 20 + random.nextInt(5));
        if (planted && service == 1 && version(i) >= 3) {
            made.pins(7, 4 + random.nextInt(3), 60);
        }
        double share = planted && service == 0 ? 0.92 + random.nextDouble() * 0.03 : 0.40 + random.nextDouble() * 0.05;
        return made.resident((long) (LIMIT * share));
    }
}
