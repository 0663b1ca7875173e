package dev.loomweight.source.capture;

import dev.loomweight.capture.DataException;
import dev.loomweight.sample.ContainerLimit;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.source.SampleSink;
import dev.loomweight.source.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * The control groups' figures of a snapshot: lines of a file name and its value. The lowest limit on the way up binds.
 */
final class CgroupSource implements Source {

    /** Version 1 says "no limit" by the largest multiple of the page size that fits, version 2 by the word max. */
    private static final long NO_LIMIT_FROM = 1L << 62;

    private final Path file;
    private final Origin origin;

    CgroupSource(Path file, Origin origin) {
        this.file = file;
        this.origin = origin;
    }

    @Override
    public Origin origin() {
        return origin;
    }

    @Override
    public Coverage read(Interest interest, Supplier<? extends SampleSink> sinks) {
        if (interest.wants(ContainerLimit.class)) {
            try {
                ContainerLimit limit = lowest(Files.readAllLines(file));
                if (!limit.file().isEmpty()) {
                    sinks.get().accept(origin, limit);
                }
            } catch (IOException e) {
                throw new DataException("cannot read " + origin.file() + ": " + e.getMessage(), e);
            }
        }
        return Coverage.of(Coverage.OfSource.text(origin, List.of()));
    }

    /** The lowest limit; -1 if none binds, with an empty file name where no group has a limit file at all. */
    static ContainerLimit lowest(List<String> lines) {
        ContainerLimit lowest = new ContainerLimit(-1, "");
        for (String line : lines) {
            int blank = line.lastIndexOf(' ');
            String name = blank < 0 ? "" : line.substring(0, blank);
            if (name.endsWith("/memory.max") || name.endsWith("/memory.limit_in_bytes")) {
                long bytes = limit(line.substring(blank + 1));
                boolean lower = bytes >= 0 && (lowest.limitBytes() < 0 || bytes < lowest.limitBytes());
                if (lower || lowest.file().isEmpty()) {
                    lowest = new ContainerLimit(bytes, name);
                }
            }
        }
        return lowest;
    }

    private static long limit(String value) {
        try {
            long bytes = Long.parseLong(value.strip());
            return bytes >= NO_LIMIT_FROM ? -1 : bytes;
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
