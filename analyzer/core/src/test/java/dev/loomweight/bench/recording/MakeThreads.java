package dev.loomweight.bench.recording;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Makes a recording of one chunk in which each of many virtual threads pins once, as a JVM records it: before a thread's
 * first event, a checkpoint with the thread.
 */
public final class MakeThreads {

    private static final int STACKS = 100;
    private static final long NANOS = 1_000_000;

    private MakeThreads() {}

    /** Writes the file {@code args[0]} with {@code args[1]} threads, and prints the pins and their sum. */
    public static void main(String[] args) throws IOException {
        long threads = Long.parseLong(args[1]);
        long sum = 0;
        try (PinChunk chunk = new PinChunk(Path.of(args[0]))) {
            chunk.settings();
            chunk.stacks(STACKS);
            for (long thread = 1; thread <= threads; thread++) {
                long nanos = NANOS + thread;
                chunk.threads(thread, 1);
                chunk.pin(thread * 1000, nanos, thread, 1 + thread % STACKS);
                sum += nanos;
            }
        }
        System.out.println("pins " + threads + " nanos " + sum + " sites - stacks " + STACKS);
    }
}
