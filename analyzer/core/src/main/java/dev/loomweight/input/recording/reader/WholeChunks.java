package dev.loomweight.input.recording.reader;

import dev.loomweight.input.recording.reader.ChunkedFile.Gap;
import dev.loomweight.input.recording.reader.ChunkedFile.RecordingChunk;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;

/**
 * What is whole of a recording: for readers that take a chunk whole or not at all, and know nothing of damage.
 *
 * @param file where the chunks are
 * @param chunks those that are all there, in the order of the file; some may never have been finished, and end at their
 *     last flush
 * @param gaps what else lies where chunks are, in the order of the file
 */
public record WholeChunks(Path file, List<ChunkHeader> chunks, List<Gap> gaps) {

    public WholeChunks {
        chunks = List.copyOf(chunks);
        gaps = List.copyOf(gaps);
    }

    /** Sorts the chunks of a recording. */
    public static WholeChunks of(ChunkedFile recording) {
        List<ChunkHeader> whole = new ArrayList<>();
        List<Gap> gaps = new ArrayList<>();
        for (RecordingChunk chunk : recording.chunks()) {
            ChunkHeader header = chunk.header();
            if (!header.plausible() || header.end() > chunk.limit()) {
                gaps.add(new Gap(chunk.offset(), chunk.length(), trouble(chunk)));
                continue;
            }
            if (header.end() < chunk.limit()) {
                gaps.add(new Gap(header.end(), chunk.limit() - header.end(), "they lie after the chunk's end"));
            }
            whole.add(header);
        }
        return new WholeChunks(recording.file(), whole, gaps);
    }

    private static String trouble(RecordingChunk chunk) {
        return chunk.missingBytes() > 0
                ? "the file is truncated, " + chunk.missingBytes() + " bytes of the chunk are missing"
                : chunk.unreadable("the chunk there has no metadata, or an inconsistent header");
    }

    /**
     * The bytes of one of the chunks, as they were written.
     *
     * @throws IOException if the file cannot be opened
     */
    public InputStream open(ChunkHeader chunk) throws IOException {
        FileChannel channel = FileChannel.open(file);
        try {
            channel.position(chunk.offset());
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        return new Limited(new BufferedInputStream(Channels.newInputStream(channel)), chunk.size());
    }

    /** The bytes of all of the chunks one after the other, as they were written; each is opened when it is come to. */
    @SuppressWarnings("JdkObsolete") // A sequence of streams wants an enumeration.
    public InputStream open() {
        Iterator<ChunkHeader> all = chunks.iterator();
        return new SequenceInputStream(new Enumeration<>() {
            @Override
            public boolean hasMoreElements() {
                return all.hasNext();
            }

            @Override
            public InputStream nextElement() {
                try {
                    return open(all.next());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
    }

    /**
     * Writes one of the chunks as a recording of its own, as if its JVM had finished it.
     *
     * @param chunk the chunk
     * @param copy a file that exists and is empty
     * @throws IOException if the file became shorter meanwhile, or the copy cannot be written
     */
    public void copyFinished(ChunkHeader chunk, Path copy) throws IOException {
        try (FileChannel from = FileChannel.open(file);
                FileChannel to = FileChannel.open(copy, StandardOpenOption.WRITE)) {
            long done = 0;
            while (done < chunk.size()) {
                long copied = from.transferTo(chunk.offset() + done, chunk.size() - done, to);
                if (copied <= 0) {
                    throw new IOException("the file became shorter while it was read");
                }
                done += copied;
            }
            to.write(ByteBuffer.wrap(new byte[1]), ChunkHeader.STATE_AT);
        }
    }

    /** Ends after a number of bytes, or before if the file does. */
    private static final class Limited extends FilterInputStream {

        private long left;

        Limited(InputStream in, long length) {
            super(in);
            left = length;
        }

        @Override
        public int read() throws IOException {
            int read = left == 0 ? -1 : super.read();
            left -= read < 0 ? 0 : 1;
            return read;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (left == 0 && length > 0) {
                return -1;
            }
            int read = super.read(into, offset, (int) Math.min(length, left));
            left -= Math.max(read, 0);
            return read;
        }

        @Override
        public long skip(long count) throws IOException {
            long skipped = super.skip(Math.min(count, left));
            left -= skipped;
            return skipped;
        }

        @Override
        public int available() throws IOException {
            return (int) Math.min(super.available(), left);
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
