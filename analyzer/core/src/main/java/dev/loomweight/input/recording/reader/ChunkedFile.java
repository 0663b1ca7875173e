package dev.loomweight.input.recording.reader;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file with a recording: its chunks, found by their headers, without a look inside. Where a header is not where the
 * one before it says, the next valid one is searched for, so a damaged chunk costs no other.
 *
 * @param file where to read
 * @param bytes the size of the file when it was opened, in bytes
 * @param chunks in the order of the file
 * @param gaps bytes that belong to no chunk, in the order of the file
 */
public record ChunkedFile(Path file, long bytes, List<RecordingChunk> chunks, List<Gap> gaps) {

    /** How the reason ends where the bytes are a recording of an older format. */
    private static final String OLD = ", which Loomweight does not read";

    public ChunkedFile {
        chunks = List.copyOf(chunks);
        gaps = List.copyOf(gaps);
    }

    /**
     * Bytes that could not be read.
     *
     * @param offset where they begin, in bytes from the file's beginning
     * @param length how many there are
     * @param reason why, as the end of a sentence
     */
    public record Gap(long offset, long length, String reason) {

        /** The gap as a sentence. */
        public String sentence() {
            return length + (length == 1 ? " byte" : " bytes") + " from offset " + offset + " were not read: " + reason
                    + ".";
        }
    }

    /**
     * Finds the chunks of a file.
     *
     * @throws IOException if the file cannot be read at all
     */
    public static ChunkedFile of(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            long bytes = channel.size();
            ChunkFinder finder = new ChunkFinder(channel, bytes);
            List<RecordingChunk> chunks = new ArrayList<>();
            List<Gap> gaps = new ArrayList<>();
            long at = 0;
            while (at < bytes) {
                ChunkHeader header = finder.header(at);
                if (header == null) {
                    long next = finder.next(at + 1, null);
                    gaps.add(new Gap(at, next - at, finder.complaint(at, next)));
                    at = next;
                } else {
                    long limit =
                            header.finished() && header.size() > ChunkHeader.SIZE && finder.isBoundary(header.end())
                                    ? header.end()
                                    : finder.next(at + ChunkHeader.SIZE, header);
                    chunks.add(new RecordingChunk(header, limit));
                    at = limit;
                }
            }
            return new ChunkedFile(file, bytes, chunks, gaps);
        }
    }

    /** What to do with a recording of which nothing can be read, as the end of a sentence on why. */
    public static String advice(String reason) {
        return reason.endsWith(OLD)
                ? "; open it in JDK Mission Control, or record again with JDK 8u262 or later, or async-profiler 2 or later"
                : "; copy or record it again";
    }

    /**
     * Whether a file begins as a recording does, whatever follows.
     *
     * @throws IOException if it cannot be read
     */
    public static boolean isBegunIn(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return isBegunIn(in.readNBytes(ChunkFinder.MAGIC.length));
        }
    }

    /** Whether bytes begin as a recording does. */
    public static boolean isBegunIn(byte[] start) {
        int length = ChunkFinder.MAGIC.length;
        return start.length >= length && Arrays.equals(start, 0, length, ChunkFinder.MAGIC, 0, length);
    }

    /** The same file without some of its chunks, as if they were not there: by the offsets where they begin. */
    public ChunkedFile without(Set<Long> offsets) {
        return new ChunkedFile(
                file,
                bytes,
                chunks.stream()
                        .filter(chunk -> !offsets.contains(chunk.offset()))
                        .toList(),
                gaps);
    }

    /** Whether every chunk is whole, nothing is between them, and none of the file's is left out. */
    public boolean whole() {
        return gaps.isEmpty()
                && chunks.stream().allMatch(RecordingChunk::whole)
                && chunks.stream().mapToLong(RecordingChunk::length).sum() == bytes;
    }

    /** Whether it is whole, and one JVM has written all of it without a pause. */
    public boolean plain() {
        for (int i = 1; i < chunks.size(); i++) {
            if (!chunks.get(i - 1).header().continuedBy(chunks.get(i).header())) {
                return false;
            }
        }
        return whole();
    }

    /** Whether each chunk begins after the one before it, so that none is there twice. */
    public boolean ascends() {
        for (int i = 1; i < chunks.size(); i++) {
            if (chunks.get(i - 1).header().start().nanos()
                    >= chunks.get(i).header().start().nanos()) {
                return false;
            }
        }
        return true;
    }

    /** Whether the JVM has finished every chunk. */
    public boolean finished() {
        return chunks.stream().allMatch(chunk -> chunk.header().finished());
    }

    /** Reads one header after another, and searches for the next one where there is none. */
    private static final class ChunkFinder {
        private static final int BUFFER_BYTES = 1 << 16;
        private static final byte[] MAGIC = {'F', 'L', 'R', 0};

        /** After so many bytes without a header no further one is searched for: a sparse file can have terabytes of zeros. */
        private static final long MOST_SEARCHED = 256L << 20;

        private final FileChannel channel;
        private final long bytes;

        ChunkFinder(FileChannel channel, long bytes) {
            this.channel = channel;
            this.bytes = bytes;
        }

        /** The header there, or null if there is no valid one. */
        @Nullable
        ChunkHeader header(long at) throws IOException {
            if (at < 0 || bytes - at < ChunkHeader.SIZE) {
                return null;
            }
            ChunkHeader header = ChunkHeader.read(channel, at);
            return header != null && header.known() ? header : null;
        }

        /** Whether a chunk, or the end of the file, is there. */
        boolean isBoundary(long at) throws IOException {
            return at == bytes || header(at) != null;
        }

        /**
         * Where the next chunk starts, at the given position or after it; the file's end where there is none. The JVM
         * writes copies of a chunk's header into its checkpoints: none of them begins a chunk. The end, too, where none
         * begins in {@link #MOST_SEARCHED}.
         *
         * @param current the header of the chunk that is looked through, or null
         */
        long next(long from, @Nullable ChunkHeader current) throws IOException {
            long at = from;
            while (bytes - at >= ChunkHeader.SIZE && at - from < MOST_SEARCHED) {
                byte[] buffer =
                        read(at, (int) Math.min(BUFFER_BYTES, bytes - at)).array();
                int candidates = buffer.length - MAGIC.length + 1;
                int i = 0;
                while (i < candidates) {
                    byte last = buffer[i + MAGIC.length - 1];
                    if (last == 0 && isMagic(buffer, i) && begins(at + i, current)) {
                        return at + i;
                    }
                    i += shift(last);
                }
                at += candidates;
            }
            return bytes;
        }

        private boolean begins(long at, @Nullable ChunkHeader current) throws IOException {
            ChunkHeader found = header(at);
            if (found == null || (current != null && found.sameChunk(current))) {
                return false;
            }
            long end = at + ChunkHeader.SIZE;
            return end < bytes && !startsAsChunk(end);
        }

        private static boolean isMagic(byte[] buffer, int at) {
            return buffer[at] == MAGIC[0] && buffer[at + 1] == MAGIC[1] && buffer[at + 2] == MAGIC[2];
        }

        /** How far on the magic can be at the earliest, by the byte where its last one would be (Horspool's search). */
        private static int shift(byte last) {
            return switch (last) {
                case 'R' -> 1;
                case 'L' -> 2;
                case 'F' -> 3;
                default -> 4;
            };
        }

        /** Why the bytes between are no chunk. */
        String complaint(long at, long next) throws IOException {
            String why = complaintAt(at, next);
            return next == bytes && next - at > MOST_SEARCHED
                    ? why + ", and no chunk begins in " + (MOST_SEARCHED >> 20) + " MB from there"
                    : why;
        }

        private String complaintAt(long at, long next) throws IOException {
            if (next == bytes && bytes - at < ChunkHeader.SIZE && startsAsChunk(at)) {
                return "the file is truncated in a chunk header";
            }
            ByteBuffer start = read(at, (int) Math.min(ChunkHeader.SIZE, next - at));
            boolean zeros = true;
            for (int i = 0; i < start.limit(); i++) {
                zeros &= start.get(i) == 0;
            }
            if (zeros) {
                return "they start with zeros: never written, or the disk was full";
            }
            ChunkHeader header = ChunkHeader.read(channel, at);
            if (header == null) {
                return "no chunk starts there";
            }
            return ChunkHeader.isKnownVersion(header.major())
                    ? "the header of the chunk there is inconsistent"
                    : switch (header.major()) {
                        case 0 ->
                            "its format is 0.9, that of Oracle's JDK 7 and 8 and of profilers of their time" + OLD;
                        case 1 -> "its format is 1.0, that of JDK 9 and 10" + OLD;
                        default -> "the chunk there has the unknown version " + header.major();
                    };
        }

        private boolean startsAsChunk(long at) throws IOException {
            int length = (int) Math.min(MAGIC.length, bytes - at);
            ByteBuffer start = read(at, length);
            for (int i = 0; i < length; i++) {
                if (start.get(i) != MAGIC[i]) {
                    return false;
                }
            }
            return true;
        }

        private ByteBuffer read(long at, int length) throws IOException {
            ByteBuffer buffer = ByteBuffer.allocate(length);
            // A read may give less than was asked for; a file that became shorter reads as zeros.
            int read = 0;
            while (read >= 0 && buffer.hasRemaining()) {
                read = channel.read(buffer, at + buffer.position());
            }
            return buffer.position(0);
        }
    }

    /**
     * A chunk, and how far its bytes can reach.
     *
     * @param header its header
     * @param limit where the next chunk begins, or the file ends, in bytes from the file's beginning: with a header that
     *     is right about a finished chunk, where the chunk ends
     */
    public record RecordingChunk(ChunkHeader header, long limit) {

        /** Where it begins in its file, in bytes. */
        public long offset() {
            return header.offset();
        }

        /** The bytes that can belong to it. */
        public long length() {
            return limit - header.offset();
        }

        /** Whether it is all there, finished, and as long as its header says. */
        public boolean whole() {
            return header.finished() && header.plausible() && header.end() == limit;
        }

        /**
         * Why none of its events can be read, as the end of a sentence.
         *
         * @param otherwise why, where it is more than only begun
         */
        public String unreadable(String otherwise) {
            return header.onlyBegun()
                    ? "the chunk there had only just begun, and what its events are is not yet written"
                    : otherwise;
        }

        /** How many of its bytes are missing at the end of the file, or 0. */
        public long missingBytes() {
            return header.finished() ? Math.max(0, header.end() - limit) : 0;
        }
    }
}
