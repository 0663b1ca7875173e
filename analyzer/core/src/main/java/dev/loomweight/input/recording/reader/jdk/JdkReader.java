package dev.loomweight.input.recording.reader.jdk;

import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.input.recording.reader.LibrarySink;
import dev.loomweight.input.recording.reader.RecordingReader;
import dev.loomweight.input.recording.reader.RecordingReader.EventSink;
import dev.loomweight.input.recording.reader.RecordingReader.Reading;
import dev.loomweight.input.recording.reader.RecordingReader.WantedEvents;
import dev.loomweight.input.recording.reader.WholeChunks;
import dev.loomweight.sample.EventType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Reads with {@code jdk.jfr.consumer} of the JDK that Loomweight runs on: the reference for the other readers. One
 * thread reads everything.
 *
 * <p>The JDK's reader does not report where it stops, waits forever for the end of a chunk that its JVM did not finish,
 * and takes chunks of several JVMs in one file for chunks of one, with its clock and, where the numbers are equal, its
 * metadata. So it gets the chunks of a recording that is not the complete work of one JVM one by one, each as a file of
 * its own.
 */
public final class JdkReader implements RecordingReader {

    /** A reader that uses the JDK. */
    public JdkReader() {}

    @Override
    public Reading read(ChunkedFile recording, WantedEvents wanted, Supplier<? extends EventSink> sinks)
            throws IOException {
        WholeChunks whole = WholeChunks.of(recording);
        Passes passes = new Passes(whole, wanted, new LibrarySink(sinks.get()));
        if (recording.plain()) {
            passes.read(recording.file(), whole.chunks());
        } else {
            for (ChunkHeader chunk : whole.chunks()) {
                passes.readAlone(chunk);
            }
        }
        return passes.reading();
    }

    /** Skips parts of one recording, and what they gave together. */
    private static final class Passes {

        private final WholeChunks whole;
        private final WantedEvents wanted;
        private final LibrarySink sink;
        private final Map<String, EventType> types = new HashMap<>();
        private final Map<String, Long> counts = new TreeMap<>();
        private final Map<String, Long> missing = new TreeMap<>();
        private final List<String> errors = new ArrayList<>();
        private int chunks;

        Passes(WholeChunks whole, WantedEvents wanted, LibrarySink sink) {
            this.whole = whole;
            this.wanted = wanted;
            this.sink = sink;
        }

        /** Reads a file that consists of some of the chunks. */
        void read(Path file, List<ChunkHeader> consistsOf) throws IOException {
            JdkEventPass pass = new JdkEventPass(wanted, sink);
            pass.read(file);
            types.putAll(pass.types());
            Map<Long, Long> written = new HashMap<>();
            for (ChunkHeader chunk : consistsOf) {
                try (InputStream bytes = whole.open(chunk)) {
                    EventCount.add(chunk, bytes, written);
                }
            }
            pass.counts(written).forEach((type, count) -> counts.merge(type, count, Long::sum));
            pass.missing(written).forEach((type, count) -> missing.merge(type, count, Long::sum));
            if (pass.parserError() != null) {
                errors.add(String.valueOf(pass.parserError()));
            }
            chunks += pass.readAnything() ? consistsOf.size() : 0;
        }

        void readAlone(ChunkHeader chunk) throws IOException {
            Path alone = Files.createTempFile("loomweight", ".jfr");
            try {
                // Marked as finished in any case: the JDK would wait.
                whole.copyFinished(chunk, alone);
                read(alone, List.of(chunk));
            } finally {
                Files.delete(alone);
            }
        }

        Reading reading() {
            List<String> notes = new ArrayList<>();
            missing.forEach((type, count) ->
                    notes.add(count + " " + type + " events were not read: the recording is damaged."));
            if (notes.isEmpty() && !errors.isEmpty()) {
                notes.add("The recording is damaged: the JDK's reader stopped with " + errors.getFirst() + ".");
            }
            notes.addAll(sink.notes());
            return new Reading(types, counts, chunks, whole.gaps(), notes);
        }
    }
}
