package dev.loomweight.bench.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** How big the recording is on disk, and how many more events bring it near the size that is asked for. */
final class Growth {

    private static final int MAX_PER_ROUND = 400_000;

    /** Bytes that one event takes with its share of everything else, before anything was measured. */
    private static final double FIRST_GUESS = 60;

    private final Path repository = Path.of(System.getProperty("jdk.jfr.repository", "."));
    private final long wanted;
    private double bytesPerEvent = FIRST_GUESS;
    private long size;
    private long events;

    Growth(long wanted) {
        this.wanted = wanted;
    }

    /** Whether the size is reached, but for what the end of the recording adds. */
    boolean done() {
        return wanted - size < Math.max(wanted / 100, Math.min(1 << 16, wanted / 8));
    }

    /** How many events the next round is to have: some less than would reach the size if the last rounds are a guide. */
    int next() {
        return (int) Math.clamp((wanted - size) / bytesPerEvent * 0.7, 500, MAX_PER_ROUND);
    }

    /** Which part of the size will be reached after {@link #next}: from 0 to 1. */
    double shareAfterNext() {
        return Math.min(1, (size + next() * bytesPerEvent) / wanted);
    }

    /** Takes note that a round of {@code count} events is over. */
    void grown(int count) throws IOException, ReflectiveOperationException {
        flush();
        events += count;
        try (Stream<Path> files = Files.list(repository)) {
            size = 0;
            for (Path file : (Iterable<Path>) files::iterator) {
                size += Files.size(file);
            }
        }
        bytesPerEvent = Math.max(1, (double) size / events);
    }

    // A recording's own size leaves out the chunk that is being written, and nothing public makes the JVM write. Two
    // threads that flush at once can wait for each other forever; this way takes the lock that JFR's own thread takes.
    private static void flush() throws ReflectiveOperationException {
        Class<?> metadata = Class.forName("jdk.jfr.internal.MetadataRepository");
        Object repository = metadata.getMethod("getInstance").invoke(null);
        metadata.getMethod("flush").invoke(repository);
    }
}
