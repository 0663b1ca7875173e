package dev.loomweight.input.recording;

import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.input.recording.reader.ChunkedFile.RecordingChunk;
import dev.loomweight.sample.EpochNanos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A chunk which its JVM had only just begun, and of which nothing can be read: the newest of a recording that is being
 * written, or whose JVM was killed or stopped at that moment.
 */
final class NewestChunk {

    /** How JFR names the chunks in its repository: by the time, with a number where there are several of a second. */
    private static final Pattern OF_REPOSITORY = Pattern.compile("\\d{4}(_\\d\\d){5}(_\\d+)?\\.jfr");

    /** What a JVM that was killed may have had in memory after it wrote to its file for the last time. */
    private static final Duration BETWEEN_FLUSHES = Duration.ofSeconds(1);

    /** A file that was last written later is a copy, and its time says nothing. */
    private static final long MAX_SECONDS = 600;

    private NewestChunk() {}

    /**
     * What there is to say of a file that is nothing but such a chunk, by its beginning alone.
     *
     * @return a sentence without its end, or null for any other file
     */
    static @Nullable String onlyBegun(Path file) {
        try {
            if (Files.size(file) == 0) {
                return OF_REPOSITORY.matcher(String.valueOf(file.getFileName())).matches()
                        ? "the newest chunk had only just begun, and nothing of it is written yet"
                        : null;
            }
            if (!ChunkedFile.isBegunIn(file)) {
                return null;
            }
            List<RecordingChunk> chunks = ChunkedFile.of(file).chunks();
            if (chunks.size() != 1 || !chunks.getFirst().header().onlyBegun()) {
                return null;
            }
            ChunkHeader header = chunks.getFirst().header();
            Instant began = EpochNanos.toInstant(header.start().nanos());
            long seconds =
                    Duration.between(began, Files.getLastModifiedTime(file).toInstant())
                                    .plus(BETWEEN_FLUSHES)
                                    .toSeconds()
                            + 1;
            // Before it had flushes, JFR did not number them.
            boolean known = header.state() != 0 && seconds > 0 && seconds <= MAX_SECONDS;
            return "the newest chunk had only just begun, at " + began.truncatedTo(ChronoUnit.SECONDS)
                    + ", and is not yet written" + (known ? ": at most " + seconds + " s of the recording" : "");
        } catch (IOException e) {
            // Its reading says why.
            return null;
        }
    }
}
