package dev.loomweight.source.recording.reader.jdk;

import dev.loomweight.source.recording.reader.ChunkHeader;
import dev.loomweight.source.recording.reader.EventSink;
import dev.loomweight.source.recording.reader.Reading;
import dev.loomweight.source.recording.reader.Recording;
import dev.loomweight.source.recording.reader.Recording.Gap;
import dev.loomweight.source.recording.reader.RecordingChunk;
import dev.loomweight.source.recording.reader.RecordingReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
        for (RecordingChunk chunk : recording.chunks()) {
            ChunkHeader header = chunk.header();
            if (!header.plausible() || header.end() > chunk.limit()) {
                outcome.add(new Gap(chunk.offset(), chunk.length(), trouble(chunk)));
                continue;
            }
            if (header.end() < chunk.limit()) {
                outcome.add(new Gap(header.end(), chunk.limit() - header.end(), "they lie behind the chunk's end"));
            }
            readAlone(recording.file(), header, new JdkEventPass(eventTypes, sink), outcome);
        }
        return outcome.reading();
    }

    private static void readAlone(Path file, ChunkHeader header, JdkEventPass pass, JdkOutcome outcome)
            throws IOException {
        Path alone = Files.createTempFile("loomweight", ".jfr");
        try {
            try (FileChannel from = FileChannel.open(file);
                    FileChannel to = FileChannel.open(alone, StandardOpenOption.WRITE)) {
                copy(from, header.offset(), to, 0, header.size());
                // Finished, whatever it was: the JDK would wait.
                to.write(ByteBuffer.wrap(new byte[1]), ChunkHeader.STATE_AT);
            }
            pass.run(alone);
            outcome.add(pass, EventCount.of(alone, List.of(header.movedTo(0))), 1);
        } finally {
            Files.delete(alone);
        }
    }

    private static String trouble(RecordingChunk chunk) {
        return chunk.missingBytes() > 0
                ? "the file is cut off, " + chunk.missingBytes() + " bytes of the chunk are missing"
                : "the chunk there has no metadata, or a header that contradicts itself";
    }

    private static void copy(FileChannel from, long fromOffset, FileChannel to, long toOffset, long length)
            throws IOException {
        to.position(toOffset);
        long done = 0;
        while (done < length) {
            long copied = from.transferTo(fromOffset + done, length - done, to);
            if (copied <= 0) {
                throw new IOException("the file became shorter while it was read");
            }
            done += copied;
        }
    }
}
