package dev.loomweight.bench.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes one chunk of a recording event by event, as HotSpot's {@code jfrChunkWriter.cpp} does, so that recordings can
 * be made of which every figure is known: of a size, or with contradictions, that no JVM writes.
 */
public final class ChunkWriter implements AutoCloseable {

    /** The clock of these chunks: ticks are nanoseconds. */
    public static final long TICKS_PER_SECOND = 1_000_000_000L;

    /** When these chunks begin, in nanoseconds since 1970, and in ticks. */
    public static final long START = 1_700_000_000_000_000_000L;

    private static final int HEADER = 68;
    private static final int BUFFER = 1 << 20;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    private final long offset;
    private long flushed;
    private long metadataAt;
    private long poolAt;

    /** Begins a chunk at the end of a file, which is made if it is not there. */
    public ChunkWriter(Path file) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        offset = channel.size();
        channel.position(offset);
        buffer.put(new byte[HEADER]);
    }

    /** Where the next event begins, in bytes from the chunk's beginning. */
    public long position() {
        return flushed + buffer.position();
    }

    /** Writes the metadata: {@link MetadataText#event}. */
    public void metadata(byte[] event) throws IOException {
        metadataAt = position();
        write(event, event.length);
    }

    /** Writes an event as it is. */
    public void write(byte[] bytes, int length) throws IOException {
        if (buffer.remaining() < length) {
            flush();
        }
        if (length > buffer.capacity()) {
            channel.write(ByteBuffer.wrap(bytes, 0, length));
            flushed += length;
        } else {
            buffer.put(bytes, 0, length);
        }
    }

    /** Writes an event of a type with the fields that were written there. */
    public void event(long type, FieldBytes fields) throws IOException {
        byte[] event = fields.asEvent(type);
        write(event, event.length);
    }

    /**
     * Writes a checkpoint, chained to the one before it.
     *
     * @param pools the number of its pools, then each: its class, the number of its constants, and these
     */
    public void checkpoint(FieldBytes pools) throws IOException {
        long before = poolAt == 0 ? 0 : poolAt - position();
        poolAt = position();
        event(
                1,
                new FieldBytes().number(START).number(0).number(before).octet(1).all(pools));
    }

    private void flush() throws IOException {
        buffer.flip();
        flushed += buffer.remaining();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
    }

    /** Finishes the chunk: its header says that it lasted a minute. */
    @Override
    public void close() throws IOException {
        flush();
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        header.put(new byte[] {'F', 'L', 'R', 0}).putShort((short) 2).putShort((short) 1);
        header.putLong(flushed).putLong(poolAt).putLong(metadataAt);
        header.putLong(START).putLong(60 * TICKS_PER_SECOND).putLong(START).putLong(TICKS_PER_SECOND);
        // Finished; integers of variable length.
        header.put((byte) 0).put((byte) 0).putShort((short) 1);
        channel.write(header.flip(), offset);
        channel.close();
    }
}
