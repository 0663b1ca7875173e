package dev.loomweight.source.recording;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The chunks of a recording as their headers tell them, without a look inside.
 *
 * @param readable the chunks that are in the file from beginning to end, in its order
 * @param fileBytes the size of the file, in bytes
 * @param trouble why what follows the last readable chunk cannot be read; empty where nothing follows
 */
record Chunks(List<ChunkHeader> readable, long fileBytes, String trouble) {

    Chunks {
        readable = List.copyOf(readable);
    }

    /**
     * Walks from header to header.
     *
     * @throws IOException if the file cannot be read at all
     */
    static Chunks of(Path file) throws IOException {
        List<ChunkHeader> readable = new ArrayList<>();
        String trouble = "";
        try (FileChannel channel = FileChannel.open(file)) {
            long fileBytes = channel.size();
            long at = 0;
            while (at < fileBytes && trouble.isEmpty()) {
                if (fileBytes - at < ChunkHeader.SIZE) {
                    trouble = "it is cut off in the header of a chunk";
                    break;
                }
                ChunkHeader header = ChunkHeader.decode(bytesAt(channel, at), at);
                if (header == null) {
                    trouble = "what begins there is not a chunk";
                } else if (header.major() != 1 && header.major() != 2) {
                    trouble = "the chunk there is of version " + header.major() + ", which is not known";
                } else if (!header.plausible()) {
                    trouble = "the chunk there has no metadata, or a header that contradicts itself";
                } else if (header.end() > fileBytes) {
                    trouble = "it is cut off: the chunk there needs " + header.size() + " bytes";
                } else {
                    readable.add(header);
                    at = header.end();
                }
            }
            return new Chunks(readable, fileBytes, trouble);
        }
    }

    private static ByteBuffer bytesAt(FileChannel channel, long at) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(ChunkHeader.SIZE);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, at + bytes.position()) < 0) {
                throw new EOFException("the file became shorter while it was read");
            }
        }
        return bytes;
    }

    /** The bytes of the chunks that can be read. */
    long readableBytes() {
        return readable.isEmpty() ? 0 : readable.getLast().end();
    }

    /** The bytes at the end of the file that cannot be read. */
    long unreadBytes() {
        return fileBytes - readableBytes();
    }

    /** Whether every chunk is finished. */
    boolean finished() {
        return readable.stream().allMatch(ChunkHeader::finished);
    }

    /** When the first chunk begins. There must be one. */
    Instant start() {
        return instant(readable.getFirst().startNanos());
    }

    /** When the last chunk ends. There must be one. */
    Instant end() {
        return instant(readable.stream().mapToLong(ChunkHeader::endNanos).max().orElseThrow());
    }

    private static Instant instant(long nanos) {
        return Instant.EPOCH.plusNanos(nanos);
    }

    /**
     * A copy in which every readable chunk is marked as finished and nothing follows them. The JDK's reader waits
     * forever for the end of a chunk whose JVM was killed.
     *
     * @param file the recording that these chunks are of
     * @param copy the file to write
     * @throws IOException if it cannot be written
     */
    void copyFinished(Path file, Path copy) throws IOException {
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
            channel.truncate(readableBytes());
            for (ChunkHeader header : readable) {
                channel.write(ByteBuffer.wrap(new byte[1]), header.offset() + ChunkHeader.STATE_AT);
            }
        }
    }
}
