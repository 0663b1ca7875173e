package dev.loomweight.input.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.loomweight.bench.recording.ChunkWriter;
import dev.loomweight.bench.recording.FieldBytes;
import dev.loomweight.bench.recording.MetadataText;
import dev.loomweight.bench.recording.PinChunk;
import dev.loomweight.capture.DataException;
import dev.loomweight.fuzz.Law;
import dev.loomweight.input.recording.MadeChunks.Writing;
import dev.loomweight.input.recording.reader.DamagedEventException;
import dev.loomweight.input.recording.reader.RecordingReader.Reading;
import dev.loomweight.sample.EventType.EventField;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.PinEvents.Pin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Chunks that contradict themselves in a way that a changed byte seldom makes: there is an end, and it is said. */
class ContradictingChunkTest {

    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int SELF = 40;
    private static final int HUGE = Integer.MAX_VALUE;

    @TempDir
    private Path folder;

    /** A chunk, and what is said of it; in values, what is wrong shows only to those who ask for the field. */
    record Case(String what, MetadataText types, Writing writing, String said) {
        @Override
        public String toString() {
            return what;
        }
    }

    private static Case metadata(String what, Consumer<MetadataText> change, String said) {
        MetadataText types = MadeChunks.types();
        change.accept(types);
        return new Case(what, types, ContradictingChunkTest::pins, said);
    }

    private static Case odd(String what, Consumer<MetadataText.Element> field, Writing constants, FieldBytes event) {
        MetadataText types = MadeChunks.types();
        types.type(SELF, "fuzz.Self", "")
                .also(self -> self.constant("one", SELF))
                .also(self -> self.constant("two", SELF))
                .also(self -> self.array("all", SELF).set("constantPool", "true"));
        PinChunk.event(types, SELF + 1L, "fuzz.Own").also(field);
        return new Case(
                what,
                types,
                chunk -> {
                    pins(chunk);
                    constants.to(chunk);
                    chunk.writer()
                            .event(
                                    SELF + 1L,
                                    new FieldBytes().number(ChunkWriter.START).all(event));
                },
                "1 event was not read");
    }

    private static void pins(PinChunk chunk) throws IOException {
        chunk.settings();
        chunk.stacks(1);
        chunk.threads(1, 1);
        chunk.pin(0, 1_000_000, 1, 1);
    }

    private static void constant(PinChunk chunk, long type, FieldBytes value) throws IOException {
        chunk.writer()
                .checkpoint(new FieldBytes()
                        .number(1)
                        .number(type)
                        .number(1)
                        .number(1)
                        .all(value));
    }

    static Stream<Case> contradicting() {
        return Stream.of(inMetadata(), inConstants(), inCheckpoints()).flatMap(cases -> cases);
    }

    private static Stream<Case> inMetadata() {
        String unread = "no readable metadata";
        return Stream.of(
                metadata("a class twice", types -> types.type(PinChunk.STACK, "x", ""), unread),
                metadata("an event type twice", types -> PinChunk.event(types, 300, "jdk.VirtualThreadPinned"), unread),
                metadata("a class without a name", types -> types.type(300, "", ""), unread),
                metadata(
                        "a class that is no number",
                        types -> types.type(300, "x", "").set("id", "x"),
                        unread),
                metadata(
                        "a field of no class", types -> types.type(300, "x", "").field("y", 999), unread),
                metadata(
                        "a field that takes no bytes",
                        types -> {
                            types.type(300, "empty", "");
                            PinChunk.event(types, 301, "x").array("all", 300);
                        },
                        unread),
                metadata("an event type for checkpoints", types -> PinChunk.event(types, 1, "x"), unread),
                metadata("an event type without startTime", types -> types.type(300, "x", "jdk.jfr.Event"), unread),
                metadata(
                        "a duration that is a text",
                        types -> PinChunk.event(types, 300, "x").field("duration", PinChunk.STRING),
                        unread),
                metadata(
                        "a boolean that is neither true nor false",
                        types -> PinChunk.event(types, 300, "x").field("y", 6).set("constantPool", "trus"),
                        unread),
                metadata(
                        "a class in itself",
                        types -> PinChunk.event(types, 300, "x")
                                .also(event -> types.type(301, "self", "").field("self", 301))
                                .field("y", 301),
                        unread),
                metadata("a superclass of no JVM", types -> types.type(300, "x", "jdk.jfs.Event"), "jdk.jfs.Event"),
                metadata(
                        "an attribute of no JVM",
                        types -> types.type(300, "x", "").set("superTypd", "y"),
                        "superTypd"));
    }

    private static Stream<Case> inConstants() {
        FieldBytes one = new FieldBytes().number(1);
        FieldBytes self = new FieldBytes().number(1).number(1).number(0);
        FieldBytes many = new FieldBytes().number(0).number(0).number(100);
        for (int i = 0; i < 100; i++) {
            many.number(1);
        }
        return Stream.of(
                odd(
                        "a structure in itself",
                        own -> own.constant("own", SELF),
                        chunk -> constant(chunk, SELF, self),
                        one),
                odd("an array in itself", own -> own.constant("own", SELF), chunk -> constant(chunk, SELF, many), one),
                odd(
                        "a string in itself",
                        own -> own.constant("own", PinChunk.STRING),
                        chunk -> constant(
                                chunk,
                                PinChunk.STRING,
                                new FieldBytes().octet(2).number(1)),
                        one),
                odd(
                        "an array of a huge length",
                        own -> own.array("own", PinChunk.LONG),
                        chunk -> {},
                        new FieldBytes().number(HUGE).number(1)),
                odd(
                        "an array of a negative length",
                        own -> own.array("own", PinChunk.LONG),
                        chunk -> {},
                        new FieldBytes().number(-1).number(1)),
                odd(
                        "a text of a huge length",
                        own -> own.field("own", PinChunk.STRING),
                        chunk -> {},
                        new FieldBytes().octet(4).number(HUGE)),
                odd(
                        "a text of no encoding",
                        own -> own.field("own", PinChunk.STRING),
                        chunk -> {},
                        new FieldBytes().octet(9)));
    }

    private static Stream<Case> inCheckpoints() {
        String inPart = "checkpoint was read in part";
        return Stream.of(
                checkpoint("a huge number of pools", new FieldBytes().number(HUGE), inPart),
                checkpoint("a negative number of pools", new FieldBytes().number(-1), inPart),
                checkpoint(
                        "a pool of no class",
                        new FieldBytes().number(1).number(9999).number(1),
                        inPart),
                checkpoint(
                        "a huge number of constants",
                        new FieldBytes()
                                .number(1)
                                .number(PinChunk.THREAD)
                                .number(HUGE)
                                .number(7),
                        inPart),
                checkpoint(
                        "a stack of a huge length",
                        new FieldBytes()
                                .number(1)
                                .number(PinChunk.STACK)
                                .number(1)
                                .number(9)
                                .octet(0)
                                .number(HUGE),
                        inPart),
                checkpoint(
                        "bytes behind the pools",
                        new FieldBytes().number(0).number(0).number(0),
                        inPart));
    }

    private static Case checkpoint(String what, FieldBytes pools, String said) {
        return new Case(
                what,
                MadeChunks.types(),
                chunk -> {
                    pins(chunk);
                    chunk.writer().checkpoint(pools);
                },
                said);
    }

    @ParameterizedTest
    @MethodSource("contradicting")
    void thereIsAnEndAndItIsSaid(Case chunk) throws IOException {
        Path file = write(MadeChunks.chunk(chunk.types, chunk.writing));
        assertTimeoutPreemptively(
                LONGEST,
                () -> assertThat(Law.holds(Files.size(file), () -> assertSaid(chunk, file)))
                        .isNull());
    }

    private static void assertSaid(Case chunk, Path file) {
        try {
            Reading reading = RecordingSource.of(file, ReaderChoice.CHUNK)
                    .events(RecordingSource.ALL_TYPES, () -> ContradictingChunkTest::askAll);
            assertThat(reading.notes()).anyMatch(note -> note.contains(chunk.said));
        } catch (DataException e) {
            assertThat(e).hasMessageContaining(chunk.said);
        }
    }

    private static void askAll(EventView event) {
        event.stack();
        for (EventField field : event.type().fields()) {
            try {
                event.value(field.name());
            } catch (DamagedEventException e) {
                throw e;
            } catch (IllegalArgumentException e) {
                // A field that the type does not have as what it is asked for.
            }
        }
    }

    /** Fields in fields, each twice: a few classes that describe more fields than there is memory. */
    @Test
    void classesThatMultiplyAreRefused() throws IOException {
        MetadataText types = MadeChunks.types();
        for (int i = 0; i < 60; i++) {
            long next = 401L + i;
            types.type(400L + i, "c" + i, "")
                    .also(type -> type.constant("one", next))
                    .also(type -> type.constant("two", next));
        }
        types.type(460, "last", "").field("value", PinChunk.LONG);
        PinChunk.event(types, 500, "fuzz.Multiplying").constant("many", 400);
        Path file = write(MadeChunks.chunk(types, ContradictingChunkTest::pins));

        // Those who do not ask for that type do not pay for it.
        assertThat(Recordings.read(file).of(Pin.class)).hasSize(1);
        assertTimeoutPreemptively(
                LONGEST,
                () -> assertThatThrownBy(() -> RecordingSource.of(file, ReaderChoice.CHUNK)
                                .events(RecordingSource.ALL_TYPES, () -> event -> {}))
                        .isInstanceOf(DataException.class)
                        .hasMessageContaining("the metadata of the chunk there is inconsistent"));
    }

    /** An application can load a class of events twice, by two loaders: that is no damage. */
    @Test
    void eventTypesOfOneNameAreRead() throws IOException {
        MetadataText types = MadeChunks.types();
        PinChunk.event(types, 300, "com.acme.Order");
        PinChunk.event(types, 301, "com.acme.Order");
        Path file = write(MadeChunks.chunk(types, chunk -> {
            pins(chunk);
            chunk.writer().event(300, new FieldBytes().number(ChunkWriter.START));
            chunk.writer().event(301, new FieldBytes().number(ChunkWriter.START));
        }));
        AtomicInteger orders = new AtomicInteger();
        Reading reading = RecordingSource.of(file, ReaderChoice.CHUNK)
                .events(Set.of("com.acme.Order"), () -> event -> orders.incrementAndGet());

        assertThat(orders).hasValue(2);
        assertThat(reading.notes()).isEmpty();
    }

    /** Checkpoints that lie in each other are read once, not once for each that they lie in. */
    @Test
    void checkpointsInCheckpointsAreReadOnce() throws IOException {
        int count = 20_000;
        Path file = write(MadeChunks.chunk(MadeChunks.types(), chunk -> {
            pins(chunk);
            for (int i = 0; i < count; i++) {
                chunk.threads(10L + i, 1);
            }
        }));
        byte[] bytes = Files.readAllBytes(file);
        // Each says that it reaches to the end of the chunk, and that all constants behind it are its own.
        ChunkBytes chunk = new ChunkBytes(bytes);
        for (ChunkBytes.EventBytes pool : chunk.pools()) {
            byte[] length = ChunkBytes.varint(bytes.length - (long) pool.at(), 4);
            System.arraycopy(length, 0, bytes, pool.at(), length.length);
        }
        Files.write(file, bytes);

        assertTimeoutPreemptively(LONGEST, () -> {
            Recordings.Reading reading = Recordings.read(file);
            assertThat(reading.coverage().notes()).isNotEmpty();
        });
    }

    @Test
    void aPinThatEndsBeforeItBeginsCountsAndIsSaid() throws IOException {
        Path file = write(MadeChunks.chunk(MadeChunks.types(), chunk -> {
            pins(chunk);
            chunk.pin(1000, -500_000, 1, 1);
        }));

        Recordings.Reading reading = Recordings.read(file);

        assertThat(reading.of(Pin.class)).extracting(Pin::nanos).containsExactly(1_000_000L, 0L);
        assertThat(reading.coverage().notes())
                .anyMatch(note -> note.startsWith("1 event of jdk.VirtualThreadPinned ends before it starts"));
    }

    @Test
    void pinsWithoutAnyDurationAreNotRead() throws IOException {
        byte[] bytes = MadeChunks.small();
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("duration");
        bytes[at] = 'D';
        Path file = write(bytes);

        assertThat(Recordings.read(file).of(Pin.class)).isEmpty();
        assertThat(Recordings.read(file).coverage().notes())
                .anyMatch(note ->
                        note.contains("12 events of jdk.VirtualThreadPinned") && note.contains("no field duration"));
    }

    @Test
    void aTypeWhoseNameIsAlmostThatOfOneThatIsWantedIsSaid() throws IOException {
        byte[] bytes = MadeChunks.small();
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("jdk.VirtualThreadPinned");
        bytes[at + 4] = 'v';
        Path file = write(bytes);

        assertThat(Recordings.read(file).coverage().notes())
                .anyMatch(note -> note.contains("no event type jdk.VirtualThreadPinned")
                        && note.contains("jdk.virtualThreadPinned"));
    }

    private Path write(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("made.jfr"), bytes);
    }
}
