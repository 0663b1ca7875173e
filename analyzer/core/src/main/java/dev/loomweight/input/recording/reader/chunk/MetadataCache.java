package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.input.recording.reader.RecordingChunk;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of chunks. Most chunks repeat that of the one before them byte for byte, and comparing is a hundred times
 * faster than parsing.
 */
final class MetadataCache {

    private static final int MOST_KEPT = 4;

    /** That of a JVM takes some hundred KB; what claims to be longer than this is damage. */
    private static final int LONGEST_BYTES = 64 << 20;

    private final Deque<Entry> kept = new ArrayDeque<>();

    // Nobody compares two of them.
    @SuppressWarnings("ArrayRecordComponent")
    private record Entry(byte[] bytes, Metadata metadata) {}

    /**
     * The metadata of a chunk: where its header says, or else where a walk over its events finds some.
     *
     * @return null if it has none that can be read
     */
    @Nullable
    Metadata of(RecordingChunk chunk, ChunkWindows windows) {
        ChunkInput in = new ChunkInput(windows);
        Metadata stated = at(in, chunk.header().metadataOffset(), windows.size());
        return stated == null ? search(in, windows.size()) : stated;
    }

    // The last one describes the most.
    private @Nullable Metadata search(ChunkInput in, long size) {
        AtomicReference<@Nullable Metadata> last = new AtomicReference<>();
        EventHeads.walk(in, ChunkHeader.SIZE, size, Metadata.EVENT, position -> {
            Metadata found = at(in, position, size);
            if (found != null) {
                last.set(found);
            }
        });
        return last.get();
    }

    private @Nullable Metadata at(ChunkInput in, long position, long size) {
        if (position < ChunkHeader.SIZE || position >= size) {
            return null;
        }
        try {
            in.seek(position);
            long length = in.readLong();
            if (length <= 0 || length > Math.min(size - position, LONGEST_BYTES) || in.readLong() != Metadata.EVENT) {
                return null;
            }
            in.skipLongs(3);
            return of(in.bytes(position + length - in.position()));
        } catch (IndexOutOfBoundsException e) {
            return null;
        }
    }

    private synchronized Metadata of(ByteBuffer bytes) {
        for (Entry entry : kept) {
            if (entry.bytes.length == bytes.limit()
                    && ByteBuffer.wrap(entry.bytes).mismatch(bytes) < 0) {
                return entry.metadata;
            }
        }
        byte[] copy = new byte[bytes.limit()];
        bytes.get(0, copy);
        Metadata metadata = MetadataParser.parse(new ChunkInput(new ChunkWindows(copy)));
        // Layouts are computed when they are asked for; what contradicts itself is to be found here.
        metadata.events().forEach(metadata::layout);
        kept.addFirst(new Entry(copy, metadata));
        if (kept.size() > MOST_KEPT) {
            kept.removeLast();
        }
        return metadata;
    }
}
