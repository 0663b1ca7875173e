package dev.loomweight.scrub;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.capture.TemporaryFolder;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.input.recording.reader.ChunkedFile.Gap;
import dev.loomweight.input.recording.reader.RecordingReader.Reading;
import dev.loomweight.input.recording.reader.WholeChunks;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a recording without the events of some types and without the constants that only they used: names and texts
 * that no event of the copy refers to are not in its bytes.
 *
 * <p>The JDK writes the copy chunk by chunk, each as a file of its own. Over a file with chunks of several JVMs its reader
 * would apply the clock and the types of one chunk to the others, and it would wait for the end of an unfinished chunk.
 *
 * @param leftOut number of events left out, by type
 * @param kept number of events in the copy
 * @param notes what else is not in the copy, one sentence each
 */
record ScrubbedRecording(Map<String, Long> leftOut, long kept, List<String> notes) {

    ScrubbedRecording {
        leftOut = Collections.unmodifiableMap(new TreeMap<>(leftOut));
        notes = List.copyOf(notes);
    }

    /**
     * The event types in the metadata of a recording, with or without events.
     *
     * @throws DataException if nothing of it can be read
     */
    static Set<String> types(Path recording) {
        return RecordingSource.of(recording, ReaderChoice.AUTO).count().types().keySet();
    }

    /**
     * Writes the copy, then reads it to verify that it has no event of the types.
     *
     * @param from the recording
     * @param to an existing, empty file
     * @param types full names of the types to leave out
     * @throws DataException if nothing of the recording can be read or rewritten, or the copy has events of the types
     * @throws InterruptedException if the calling thread is interrupted
     */
    static ScrubbedRecording write(Path from, Path to, Set<String> types) throws InterruptedException {
        Counts before = Counts.read(from);
        List<String> notes = new ArrayList<>();
        try (TemporaryFolder temporary = new TemporaryFolder();
                OutputStream out = Files.newOutputStream(to, StandardOpenOption.WRITE)) {
            WholeChunks whole = WholeChunks.of(ChunkedFile.of(from));
            whole.gaps().forEach(gap -> notes.add(gap.sentence()));
            int written = 0;
            for (ChunkHeader chunk : whole.chunks()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("stopped");
                }
                String trouble = write(whole, chunk, types, temporary.path(), out);
                if (trouble == null) {
                    written++;
                } else {
                    notes.add("The chunk of " + chunk.size() + " bytes at offset " + chunk.offset()
                            + " could not be rewritten and is left out: " + trouble + ".");
                }
            }
            if (written == 0) {
                throw new DataException("no chunk of " + from + " can be rewritten: "
                        + (notes.isEmpty() ? "it has no complete chunk" : withoutDot(notes.getFirst()))
                        + "; copy or record it again");
            }
        } catch (IOException e) {
            if (Thread.interrupted()) {
                throw interrupted(e);
            }
            throw new DataException("cannot write a copy of " + from + ": " + e.getMessage(), e);
        }
        return verified(from, before, Counts.read(to), types, notes);
    }

    private static ScrubbedRecording verified(
            Path from, Counts before, Counts after, Set<String> types, List<String> notes) {
        Set<String> left = new HashMap<>(after.counts).keySet();
        left.retainAll(types);
        if (!left.isEmpty()) {
            throw new DataException("the copy of " + from + " still holds events of " + String.join(", ", left)
                    + " and was removed; please attach the recording's jfr summary to an issue");
        }
        Map<String, Long> leftOut = new HashMap<>(before.counts);
        leftOut.keySet().retainAll(types);
        long expected = before.sum()
                - leftOut.values().stream().mapToLong(Long::longValue).sum();
        if (after.sum() < expected) {
            notes.add((expected - after.sum()) + " of " + expected
                    + " other events are not in the copy because they are in a damaged or unfinished part of the"
                    + " recording.");
        }
        return new ScrubbedRecording(leftOut, after.sum(), notes);
    }

    /** Rewrites one chunk; returns why it cannot be, or null. */
    private static @Nullable String write(
            WholeChunks whole, ChunkHeader chunk, Set<String> types, Path folder, OutputStream out) throws IOException {
        Path alone = Files.createTempFile(folder, "chunk", ".jfr");
        Path copy = folder.resolve(alone.getFileName() + ".copy");
        try {
            whole.copyFinished(chunk, alone);
            Counts sound = Counts.read(alone);
            if (!sound.gaps.isEmpty()) {
                // The JDK does not detect the damage and would read forever.
                return withoutDot(sound.gaps.getFirst().reason());
            }
            try (RecordingFile events = new RecordingFile(alone)) {
                events.write(copy, event -> !types.contains(event.getEventType().getName()));
            } catch (IOException | RuntimeException | InternalError e) {
                // Damage that leaves no gap: in a constant or a type.
                return e.getClass().getSimpleName() + (e.getMessage() == null ? "" : ": " + firstLine(e.getMessage()));
            }
            if (!Files.exists(copy)) {
                return "the JDK wrote nothing";
            }
            Files.copy(copy, out);
            return null;
        } catch (DataException e) {
            return "nothing of it can be read";
        } finally {
            Files.deleteIfExists(copy);
            Files.deleteIfExists(alone);
        }
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("");
    }

    private static String withoutDot(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    private static InterruptedException interrupted(IOException cause) {
        InterruptedException stopped = new InterruptedException("stopped");
        stopped.initCause(cause);
        return stopped;
    }

    /** The number of events of each type in a recording, and the gaps that could not be read. */
    private record Counts(Map<String, Long> counts, List<Gap> gaps) {

        static Counts read(Path recording) {
            Reading reading = RecordingSource.of(recording, ReaderChoice.AUTO).count();
            return new Counts(reading.counts(), reading.gaps());
        }

        long sum() {
            return counts.values().stream().mapToLong(Long::longValue).sum();
        }
    }
}
