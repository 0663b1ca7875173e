package dev.loomweight.memory.sizing;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import javax.management.ObjectName;
import jdk.jfr.Recording;

/**
 * A program whose live objects are known: it keeps some megabytes, makes garbage of which some has lived long enough to
 * be old, and at the end prints the class histogram, which is no part of the recording of its collections.
 */
public final class KnownHeap {

    private static final int KILOBYTES_PER_OBJECT = 16;

    private static byte[][] kept = {};
    private static byte[][] passing = {};

    private KnownHeap() {}

    /** Megabytes to keep, megabytes that live for a while, megabytes to allocate, the recording or - for none, collections at the end. */
    public static void main(String[] args) throws Exception {
        int objectsPerMegabyte = 1024 / KILOBYTES_PER_OBJECT;
        kept = new byte[Integer.parseInt(args[0]) * objectsPerMegabyte][];
        passing = new byte[Integer.parseInt(args[1]) * objectsPerMegabyte][];
        try (Recording recording = new Recording()) {
            recording.enable("jdk.GCHeapSummary");
            recording.enable("jdk.GarbageCollection");
            if (!args[3].equals("-")) {
                recording.start();
            }
            work(Integer.parseInt(args[2]) * (long) objectsPerMegabyte);
            for (int i = Integer.parseInt(args[4]); i > 0; i--) {
                System.gc();
            }
            if (!args[3].equals("-")) {
                recording.stop();
                recording.dump(Path.of(args[3]));
                System.out.println(ManagementFactory.getPlatformMBeanServer()
                        .invoke(
                                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                "gcClassHistogram",
                                new Object[] {new String[0]},
                                new String[] {String[].class.getName()}));
            }
        }
        System.out.println("kept " + kept.length + ", passing " + passing.length);
    }

    /** Computes in between, so that a collector that runs at the same time is not outrun. */
    private static void work(long objects) {
        Random random = new Random(1);
        int sum = 0;
        for (int i = 0; i < kept.length; i++) {
            kept[i] = new byte[KILOBYTES_PER_OBJECT << 10];
        }
        for (long i = 0; i < objects; i++) {
            byte[] made = new byte[KILOBYTES_PER_OBJECT << 10];
            if (i % 4 == 0 && passing.length > 0) {
                passing[random.nextInt(passing.length)] = made;
            }
            for (int turn = 0; turn < 2; turn++) {
                random.nextBytes(made);
                sum += Arrays.hashCode(made);
            }
        }
        System.out.println("computed " + sum);
    }
}
