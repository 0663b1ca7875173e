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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads by {@code jdk.jfr.consumer} of the JDK that Loomweight runs on: the reference for the other readers. One thread
 * reads everything.
 *
 * <p>The JDK's reader tells no one where it stops, and waits for ever for the end of a chunk that its JVM did not
 * finish. So it is given a copy with what is whole of a recording that is not.
 */
public final class JdkReader implements RecordingReader {

    /** A reader by the JDK. */
    public JdkReader() {}

    @Override
    public Reading read(Recording recording, Set<String> eventTypes, Supplier<? extends EventSink> sinks)
            throws IOException {
        JdkEventPass pass = new JdkEventPass(eventTypes, sinks.get());
        if (recording.whole()) {
            pass.run(recording.file());
            return reading(
                    pass,
                    recording.file(),
                    recording.chunks().stream().map(RecordingChunk::header).toList(),
                    List.of());
        }
        List<ChunkHeader> readable = new ArrayList<>();
        List<Gap> gaps = new ArrayList<>();
        Path copy = Files.createTempFile("loomweight", ".jfr");
        try {
            copyReadable(recording, copy, readable, gaps);
            if (!readable.isEmpty()) {
                pass.run(copy);
            }
            return reading(pass, copy, readable, gaps);
        } finally {
            Files.delete(copy);
        }
    }

    private static Reading reading(JdkEventPass pass, Path read, List<ChunkHeader> chunks, List<Gap> gaps)
            throws IOException {
        List<String> notes = pass.missing(EventCount.of(read, chunks));
        return new Reading(pass.types(), pass.readAnything() ? chunks.size() : 0, gaps, notes);
    }

    private static void copyReadable(Recording recording, Path copy, List<ChunkHeader> readable, List<Gap> gaps)
            throws IOException {
        try (FileChannel from = FileChannel.open(recording.file());
                FileChannel to = FileChannel.open(copy, StandardOpenOption.WRITE)) {
            for (RecordingChunk chunk : recording.chunks()) {
                ChunkHeader header = chunk.header();
                if (!header.plausible() || header.end() > chunk.limit()) {
                    gaps.add(new Gap(chunk.offset(), chunk.length(), trouble(chunk)));
                    continue;
                }
                if (header.end() < chunk.limit()) {
                    gaps.add(new Gap(header.end(), chunk.limit() - header.end(), "they lie behind the chunk's end"));
                }
                long offset = to.size();
                copy(from, chunk.offset(), to, offset, header.size());
                to.write(ByteBuffer.wrap(new byte[1]), offset + ChunkHeader.STATE_AT);
                readable.add(header.movedTo(offset));
            }
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
