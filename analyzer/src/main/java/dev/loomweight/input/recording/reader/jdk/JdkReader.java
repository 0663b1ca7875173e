package dev.loomweight.input.recording.reader.jdk;

import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.input.recording.reader.EventSink;
import dev.loomweight.input.recording.reader.Reading;
import dev.loomweight.input.recording.reader.Recording;
import dev.loomweight.input.recording.reader.RecordingChunk;
import dev.loomweight.input.recording.reader.RecordingReader;
import dev.loomweight.input.recording.reader.WholeChunks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads by {@code jdk.jfr.consumer} of the JDK that Loomweight runs on: the reference for the other readers. One thread
 * reads everything.
 *
 * <p>The JDK's reader tells no one where it stops, waits for ever for the end of a chunk that its JVM did not finish,
 * and takes chunks of several JVMs in one file for chunks of one, with its clock and, where the numbers meet, its
 * metadata. So a recording that is not the whole and plain work of one JVM is given to it chunk by chunk, each as a file
 * of its own.
 */
public final class JdkReader implements RecordingReader {

    /** A reader by the JDK. */
    public JdkReader() {}

    @Override
    public Reading read(Recording recording, Set<String> eventTypes, Supplier<? extends EventSink> sinks)
            throws IOException {
        EventSink sink = sinks.get();
        JdkOutcome outcome = new JdkOutcome();
        if (recording.plain()) {
            JdkEventPass pass = new JdkEventPass(eventTypes, sink);
            pass.run(recording.file());
            List<ChunkHeader> headers =
                    recording.chunks().stream().map(RecordingChunk::header).toList();
            outcome.add(pass, EventCount.of(recording.file(), headers), headers.size());
            return outcome.reading();
        }
        WholeChunks whole = WholeChunks.of(recording);
        whole.gaps().forEach(outcome::add);
        for (ChunkHeader header : whole.chunks()) {
            readAlone(whole, header, new JdkEventPass(eventTypes, sink), outcome);
        }
        return outcome.reading();
    }

    private static void readAlone(WholeChunks whole, ChunkHeader header, JdkEventPass pass, JdkOutcome outcome)
            throws IOException {
        Path alone = Files.createTempFile("loomweight", ".jfr");
        try {
            // Finished, whatever it was: the JDK would wait.
            whole.copyFinished(header, alone);
            pass.run(alone);
            outcome.add(pass, EventCount.of(alone, List.of(header.movedTo(0))), 1);
        } finally {
            Files.delete(alone);
        }
    }
}
