package dev.loomweight.input.recording;

import dev.loomweight.input.recording.ChunkBytes.EventBytes;
import dev.loomweight.input.recording.ChunkTypes.Entry;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A chunk that can be read to its end, and says something else than the JVM wrote.
 *
 * @param bytes the chunk, which is a recording of its own
 * @param pins what its pins must read, in the order of the chunk
 */
// Nobody compares two of them.
@SuppressWarnings("ArrayRecordComponent")
record Falsified(byte[] bytes, List<RawPin> pins) {

    private static final String STACK_POOL = "jdk.types.StackTrace";

    Falsified {
        pins = List.copyOf(pins);
    }

    /**
     * A pin as it stands in the chunk.
     *
     * @param ticks how long it lasted, by the recording's clock
     * @param hasStack whether the constant pools have its stack
     */
    record RawPin(long ticks, boolean hasStack) {

        /**
         * How long it lasted by a clock of this speed, in nanoseconds, cut off; at most 9 s. Readers
         * round in more than one way.
         */
        long nanos(long ticksPerSecond) {
            return Math.multiplyExact(ticks, 1_000_000_000L) / ticksPerSecond;
        }
    }

    /** The pins of a chunk as they are. */
    static Falsified not(GoodChunk chunk) {
        return of(chunk, chunk.bytes());
    }

    /** The clock has another speed, in ticks a second: what lasted a second of before does no more. */
    static Falsified frequency(GoodChunk chunk, long ticksPerSecond) {
        byte[] bytes = chunk.bytes().clone();
        ByteBuffer.wrap(bytes).putLong(ChunkBytes.FREQUENCY_AT, ticksPerSecond);
        return of(chunk, bytes);
    }

    /** The stack of the first pin has another number in the constant pools: pins refer to what is not there. */
    static Falsified stackRenumbered(GoodChunk chunk) {
        ChunkBytes parsed = chunk.parsed();
        ChunkTypes types = new ChunkTypes(parsed);
        long lost = types.raw(chunk.pinEvents().getFirst(), "stackTrace");
        List<Entry> entries = parsed.pools().stream()
                .flatMap(pool -> types.entries(pool, STACK_POOL).stream())
                .toList();
        Set<Long> taken = entries.stream().map(Entry::key).collect(Collectors.toSet());
        byte[] bytes = chunk.bytes().clone();
        for (Entry entry : entries) {
            if (entry.key() == lost) {
                long free = LongStream.range(lost + 1, Long.MAX_VALUE)
                        .filter(number -> !taken.contains(number))
                        .findFirst()
                        .orElseThrow();
                byte[] number = ChunkBytes.varint(free, entry.keyWidth());
                System.arraycopy(number, 0, bytes, entry.keyAt(), number.length);
            }
        }
        return of(chunk, bytes);
    }

    /** The last constant pool says that it is the first: those before it are out of reach. */
    static Falsified poolsUnchained(GoodChunk chunk) {
        ChunkBytes parsed = chunk.parsed();
        EventBytes last = parsed.pools().getFirst();
        ChunkBytes.Cursor delta = parsed.deltaOf(last);
        int at = delta.at();
        delta.varint();
        byte[] bytes = chunk.bytes().clone();
        byte[] none = ChunkBytes.varint(0, delta.at() - at);
        System.arraycopy(none, 0, bytes, at, none.length);
        return of(chunk, bytes);
    }

    private static Falsified of(GoodChunk chunk, byte[] bytes) {
        ChunkBytes parsed = new ChunkBytes(bytes);
        ChunkTypes types = new ChunkTypes(parsed);
        Set<Long> stacks = parsed.pools().stream()
                .flatMap(pool -> types.entries(pool, STACK_POOL).stream())
                .map(Entry::key)
                .collect(Collectors.toSet());
        List<RawPin> pins = chunk.pinEvents().stream()
                .map(pin -> new RawPin(types.raw(pin, "duration"), stacks.contains(types.raw(pin, "stackTrace"))))
                .toList();
        return new Falsified(bytes, pins);
    }
}
