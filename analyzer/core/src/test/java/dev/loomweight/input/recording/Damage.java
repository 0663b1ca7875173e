package dev.loomweight.input.recording;

import dev.loomweight.input.recording.ChunkBytes.EventBytes;
import dev.loomweight.input.recording.Damaged.Part;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Makes damaged recordings of a good one, each with one fault, and says what is left. Chunks are numbered from 0. The
 * same arguments give the same bytes. Faults that leave every event where it is are made by {@link Falsified}.
 */
final class Damage {

    private static final byte[] MAGIC = "FLR\0".getBytes(StandardCharsets.ISO_8859_1);

    private final List<GoodChunk> chunks;
    private final byte[] tail;

    private Damage(List<GoodChunk> chunks, byte[] tail) {
        this.chunks = List.copyOf(chunks);
        this.tail = tail;
    }

    /** What can be done to a recording; it may be one of a killed JVM. */
    static Damage of(Path recording) throws IOException {
        return of(Files.readAllBytes(recording));
    }

    /** What can be done to recordings that stand one behind the other in one file, by different JDKs maybe. */
    static Damage ofJoined(Path... recordings) throws IOException {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (Path recording : recordings) {
            joined.write(Files.readAllBytes(recording));
        }
        return of(joined.toByteArray());
    }

    private static Damage of(byte[] recording) {
        List<GoodChunk> chunks = new ArrayList<>();
        int at = 0;
        while (at + ChunkBytes.HEADER <= recording.length
                && Arrays.equals(recording, at, at + MAGIC.length, MAGIC, 0, MAGIC.length)) {
            int size = Math.toIntExact(ByteBuffer.wrap(recording).getLong(at + ChunkBytes.SIZE_AT));
            byte[] chunk = Arrays.copyOfRange(recording, at, at + size);
            chunk[ChunkBytes.STATE_AT] = 0;
            chunks.add(new GoodChunk(chunks.size(), chunk));
            at += size;
        }
        return new Damage(chunks, Arrays.copyOfRange(recording, at, recording.length));
    }

    /** The chunks, each a recording of its own; an unfinished one is finished at its last flush. */
    List<GoodChunk> chunks() {
        return chunks;
    }

    /** The chunks without what follows them, all of them finished. */
    byte[] finished() {
        return whole().bytes();
    }

    /** The recording without a fault. */
    Damaged whole() {
        return assembly(0, chunks.size()).as("whole");
    }

    /** One of each kind of fault; those that have a place are in the middle chunk. There must be two chunks or more. */
    Stream<Damaged> ofEveryKind() {
        int middle = chunks.size() / 2;
        GoodChunk chunk = chunks.get(middle);
        int last = chunks.size();
        return Stream.of(
                cut(middle, chunk.bytes().length / 2),
                cut(middle, chunk.bytes().length - 1),
                cut(middle, 1),
                cut(middle, 40),
                garbageBefore(0, 5000),
                garbageBefore(middle, 5000),
                garbageBefore(last, 5000),
                garbageBefore(middle, 3),
                falseHeadersBefore(middle),
                headerSize(middle, chunk.bytes().length / 2),
                headerSize(middle, chunk.bytes().length + 37L),
                headerSize(middle, Long.MAX_VALUE),
                headerSize(middle, 0),
                headerSize(middle, 67),
                headerSize(middle, -1),
                headerSize(middle, Long.MIN_VALUE),
                eventSize(middle, 0),
                eventSize(middle, 0x0FFFFFFF),
                garbageForMetadata(middle),
                metadataAt(middle, chunk.bytes().length - 3L),
                metadataAt(middle, -1),
                poolAt(middle, chunk.bytes().length - 3L),
                poolAt(middle, Long.MAX_VALUE),
                unfinished(true),
                unfinished(false),
                neverFlushed(),
                zerosBehind(4096),
                zerosFrom(middle, chunk.bytes().length / 2),
                headerAlone());
    }

    /** The file ends in a chunk, {@code kept} bytes behind its beginning: in the header or behind it. */
    Damaged cut(int chunk, int kept) {
        byte[] rest = Arrays.copyOf(chunks.get(chunk).bytes(), kept);
        return assembly(0, chunk)
                .broken(rest, pinsUpTo(chunk, kept), 0, false)
                .as("chunk %d cut after %d bytes".formatted(chunk, kept));
    }

    /** Random bytes before a chunk, or behind the last one. They do not look like a chunk's beginning. */
    Damaged garbageBefore(int chunk, int length) {
        return assembly(0, chunk)
                .broken(garbage(length), 0, 0, false)
                .and(chunk, chunks.size())
                .as("%d bytes of garbage before chunk %d".formatted(length, chunk));
    }

    /** Garbage before a chunk in which headers seem to begin: bare letters, a header of garbage, one of huge size. */
    Damaged falseHeadersBefore(int chunk) {
        byte[] garbage = garbage(3000);
        System.arraycopy(MAGIC, 0, garbage, 100, MAGIC.length);
        System.arraycopy(chunks.getFirst().bytes(), 0, garbage, 1000, 8);
        System.arraycopy(chunks.getFirst().bytes(), 0, garbage, 2000, ChunkBytes.HEADER);
        ByteBuffer.wrap(garbage).putLong(2000 + ChunkBytes.SIZE_AT, 1L << 40);
        System.arraycopy(MAGIC, 0, garbage, garbage.length - 3, 3);
        return assembly(0, chunk)
                .broken(garbage, 0, 0, false)
                .and(chunk, chunks.size())
                .as("false headers before chunk %d".formatted(chunk));
    }

    /** A chunk's header tells a wrong size. */
    Damaged headerSize(int chunk, long size) {
        return header(chunk, ChunkBytes.SIZE_AT, size, false).as("size %d in header %d".formatted(size, chunk));
    }

    /** A chunk's header tells a wrong place for its metadata. */
    Damaged metadataAt(int chunk, long at) {
        return header(chunk, ChunkBytes.METADATA_AT, at, true).as("metadata at %d in header %d".formatted(at, chunk));
    }

    /** A chunk's header tells a wrong place for its constant pools. */
    Damaged poolAt(int chunk, long at) {
        return header(chunk, ChunkBytes.POOL_AT, at, true).as("pools at %d in header %d".formatted(at, chunk));
    }

    /**
     * An event in a chunk's middle, which is no pin, tells a wrong size.
     *
     * @param size 0 to 0x0FFFFFFF; written in four bytes
     */
    Damaged eventSize(int chunk, int size) {
        GoodChunk good = chunks.get(chunk);
        EventBytes event = good.middleEvent();
        byte[] bytes = good.bytes().clone();
        System.arraycopy(ChunkBytes.varint(size, 4), 0, bytes, event.at(), 4);
        return broken(chunk, bytes, event.at(), true).as("an event of size %d in chunk %d".formatted(size, chunk));
    }

    /** A chunk's metadata is overwritten by random bytes behind the first two, which are its size. */
    Damaged garbageForMetadata(int chunk) {
        GoodChunk good = chunks.get(chunk);
        EventBytes metadata = good.parsed().event(good.parsed().metadataAt());
        byte[] bytes = good.bytes().clone();
        byte[] garbage = garbage(metadata.end() - metadata.bodyAt());
        System.arraycopy(garbage, 0, bytes, metadata.bodyAt(), garbage.length);
        return broken(chunk, bytes, metadata.bodyAt(), true).as("metadata of chunk %d is garbage".formatted(chunk));
    }

    /**
     * The last chunk is one that is still written: its header is as of the last flush, and its pins follow once more
     * behind it.
     *
     * @param half whether the file ends in the middle of an event
     */
    Damaged unfinished(boolean half) {
        GoodChunk good = chunks.getLast();
        byte[] flushed = good.bytes().clone();
        flushed[ChunkBytes.STATE_AT] = 1;
        ByteArrayOutputStream behind = new ByteArrayOutputStream();
        List<EventBytes> pins = good.pinEvents();
        pins.forEach(pin -> behind.write(flushed, pin.at(), pin.size()));
        if (half) {
            EventBytes event = good.middleEvent();
            behind.write(flushed, event.at(), event.size() - 1);
        }
        return assembly(0, good.index())
                .part(good, flushed)
                .broken(behind.toByteArray(), pins.size(), 0, false)
                .as(half ? "unfinished, ends in an event" : "unfinished");
    }

    /** The file of a killed JVM as it is: the last chunk up to its last flush, and what was written behind it. */
    Damaged killed() {
        GoodChunk good = chunks.getLast();
        byte[] flushed = good.bytes().clone();
        flushed[ChunkBytes.STATE_AT] = 1;
        byte[] all = Arrays.copyOf(flushed, flushed.length + tail.length);
        System.arraycopy(tail, 0, all, flushed.length, tail.length);
        return assembly(0, good.index())
                .part(good, flushed)
                .broken(tail, good.pinEvents(flushed.length, all.length, all).size(), 0, false)
                .as("killed");
    }

    /** The last chunk is one that was never flushed: events, and a header that knows of no metadata. */
    Damaged neverFlushed() {
        GoodChunk good = chunks.getLast();
        ChunkBytes parsed = good.parsed();
        byte[] bytes = Arrays.copyOf(good.bytes(), Math.min(parsed.metadataAt(), parsed.poolAt()));
        ByteBuffer header = ByteBuffer.wrap(bytes);
        for (int field : List.of(ChunkBytes.SIZE_AT, ChunkBytes.POOL_AT, ChunkBytes.METADATA_AT)) {
            header.putLong(field, 0);
        }
        bytes[ChunkBytes.STATE_AT] = 1;
        return assembly(0, good.index())
                .broken(bytes, pinsUpTo(good.index(), bytes.length), 0, false)
                .as("never flushed");
    }

    /** Zeros behind the last chunk. */
    Damaged zerosBehind(int length) {
        return assembly(0, chunks.size())
                .broken(new byte[length], 0, 0, false)
                .as("%d zeros behind the last chunk".formatted(length));
    }

    /** The disk was full: the file has its length, and zeros from a place in a chunk on. */
    Damaged zerosFrom(int chunk, int kept) {
        byte[] bytes = Arrays.copyOf(
                Arrays.copyOf(chunks.get(chunk).bytes(), kept),
                chunks.get(chunk).bytes().length);
        Assembly assembly = assembly(0, chunk).broken(bytes, pinsUpTo(chunk, kept), 0, true);
        for (GoodChunk zeroed : chunks.subList(chunk + 1, chunks.size())) {
            assembly.broken(new byte[zeroed.bytes().length], 0, 0, false);
        }
        return assembly.as("zeros from byte %d of chunk %d on".formatted(kept, chunk));
    }

    /** The file is the header of a chunk and nothing else. */
    Damaged headerAlone() {
        return assembly(0, 0)
                .broken(Arrays.copyOf(chunks.getFirst().bytes(), ChunkBytes.HEADER), 0, 0, false)
                .as("a header alone");
    }

    private Assembly header(int chunk, int field, long value, boolean walkGoesOn) {
        byte[] bytes = chunks.get(chunk).bytes().clone();
        ByteBuffer.wrap(bytes).putLong(field, value);
        return broken(chunk, bytes, 0, walkGoesOn);
    }

    private Assembly broken(int chunk, byte[] bytes, int damageAt, boolean walkGoesOn) {
        long before = pinsUpTo(chunk, damageAt);
        return assembly(0, chunk)
                .broken(bytes, before, chunks.get(chunk).pins() - before, walkGoesOn)
                .and(chunk + 1, chunks.size());
    }

    private long pinsUpTo(int chunk, int end) {
        return chunks.get(chunk).pinEvents().stream()
                .filter(pin -> pin.end() <= end)
                .count();
    }

    // The first letter of a chunk is left out: garbage shall not look like one by chance.
    private static byte[] garbage(int length) {
        byte[] garbage = new byte[length];
        new Random(length).nextBytes(garbage);
        for (int i = 0; i < length; i++) {
            garbage[i] = garbage[i] == 'F' ? (byte) 'f' : garbage[i];
        }
        return garbage;
    }

    private Assembly assembly(int from, int to) {
        return new Assembly().and(from, to);
    }

    /** A file that grows piece by piece, and what is known about the pieces. */
    private final class Assembly {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final List<Part> intact = new ArrayList<>();
        private boolean walking = true;
        private int walkable;
        private long before;
        private long behind;

        private Assembly and(int from, int to) {
            chunks.subList(from, to).forEach(chunk -> part(chunk, chunk.bytes()));
            return this;
        }

        private Assembly part(GoodChunk chunk, byte[] content) {
            intact.add(new Part(chunk.index(), bytes.size(), content.length, chunk.pins()));
            walkable += walking ? 1 : 0;
            bytes.writeBytes(content);
            return this;
        }

        private Assembly broken(byte[] content, long pinsBefore, long pinsBehind, boolean walkGoesOn) {
            bytes.writeBytes(content);
            before += pinsBefore;
            behind += pinsBehind;
            walking &= walkGoesOn;
            return this;
        }

        private Damaged as(String what) {
            return new Damaged(what, bytes.toByteArray(), intact, walkable, before, behind);
        }
    }
}
