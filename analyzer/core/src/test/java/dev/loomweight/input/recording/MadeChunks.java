package dev.loomweight.input.recording;

import dev.loomweight.bench.recording.ChunkWriter;
import dev.loomweight.bench.recording.FieldBytes;
import dev.loomweight.bench.recording.MetadataText;
import dev.loomweight.bench.recording.PinChunk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Small chunks written by hand, of every shape that values can have: a few KB, where a JVM's are a hundred. */
public final class MadeChunks {

    /** The pins of {@link #small}. */
    public static final int PINS = 12;

    /** An event type with a field of every shape. */
    public static final int ODD = 102;

    private static final int PAIR = 30;
    private static final int WRAPPER = 31;
    private static final int PINS_STACKS = 3;

    private MadeChunks() {}

    /** Writes to a chunk. */
    @FunctionalInterface
    public interface Writing {
        /** Writes. */
        void to(PinChunk chunk) throws IOException;
    }

    /** A recording of one chunk with these types, written by that. */
    public static byte[] chunk(MetadataText types, Writing writing) throws IOException {
        Path file = Files.createTempFile("made", ".jfr");
        try {
            try (PinChunk chunk = new PinChunk(file, types)) {
                writing.to(chunk);
            }
            return Files.readAllBytes(file);
        } finally {
            Files.delete(file);
        }
    }

    /** The types of {@link #small}. */
    public static MetadataText types() {
        MetadataText types = PinChunk.metadata();
        types.type(PAIR, "fuzz.Pair", "")
                .also(pair -> pair.field("first", PinChunk.INT))
                .also(pair -> pair.constant("next", PAIR))
                .also(pair -> pair.array("all", WRAPPER));
        types.type(WRAPPER, "fuzz.Wrapper", "").set("simpleType", "true").field("value", PinChunk.STRING);
        PinChunk.event(types, ODD, "fuzz.Odd")
                .also(event -> event.field("flag", 2))
                .also(event -> event.field("octet", 3))
                .also(event -> event.field("character", 4))
                .also(event -> event.field("fraction", 8))
                .also(event -> event.field("longFraction", 9))
                .also(event -> event.field("pair", PAIR))
                .also(event -> event.constant("pooled", PAIR))
                .also(event -> event.array("numbers", PinChunk.LONG))
                .also(event -> event.array("texts", PinChunk.STRING))
                .also(event -> event.constant("text", PinChunk.STRING));
        return types;
    }

    /** A chunk with {@link #PINS} pins of three threads and three stacks, and some odd events. */
    public static byte[] small() throws IOException {
        return chunk(types(), MadeChunks::writeSmall);
    }

    private static void writeSmall(PinChunk chunk) throws IOException {
        chunk.settings();
        for (int i = 0; i < PINS; i++) {
            chunk.pin(i * 1000L, 1_000_000L + i, 1 + i % 3, 1 + i % PINS_STACKS);
        }
        chunk.stacks(PINS_STACKS);
        chunk.threads(1, 3);
        FieldBytes pools = new FieldBytes().number(2);
        pools.number(PAIR).number(2);
        pools.number(1).number(5).number(2).number(1).text("x");
        pools.number(2).number(6).number(0).number(0);
        pools.number(PinChunk.STRING).number(1).number(1).text("pooled");
        chunk.writer().checkpoint(pools);
        for (int i = 0; i < 3; i++) {
            chunk.writer().event(ODD, odd(i));
        }
    }

    private static FieldBytes odd(int i) {
        FieldBytes fields = new FieldBytes().number(ChunkWriter.START + i);
        fields.octet(1).octet(-1).number('x').raw(new byte[4], 4).raw(new byte[8], 8);
        fields.number(-1).number(1).number(2).text("y").octet(0);
        fields.number(1);
        fields.number(2).number(i).number(Long.MAX_VALUE);
        fields.number(2).octet(1).octet(2).number(1);
        return fields.number(1);
    }
}
