package dev.loomweight.input.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomweight.input.recording.ChunkBytes.EventBytes;
import dev.loomweight.input.recording.Damaged.Part;
import dev.loomweight.input.recording.Falsified.RawPin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@link Damage} says of its files is true by the JDK's reader, which is given the whole chunks alone. */
class DamageTest {

    /** A speed at which no tick is a whole number of nanoseconds, and on which no machine of the tests runs. */
    private static final long ODD_FREQUENCY = 2_112_000_000L;

    static List<Path> finished() {
        return Recordings.all();
    }

    static Stream<GoodChunk> chunksWithPins() {
        return Stream.of(Recordings.variety(21), Recordings.variety(25))
                .flatMap(file -> damage(file).chunks().stream());
    }

    static Stream<Damaged> damaged() {
        return Stream.of(Recordings.variety(21), Recordings.variety(25))
                .flatMap(file -> damage(file).ofEveryKind());
    }

    @ParameterizedTest
    @MethodSource("finished")
    void theChunksAreTheRecording(Path file) throws IOException {
        Damage damage = Damage.of(file);

        assertThat(damage.finished()).isEqualTo(Files.readAllBytes(file));
        assertThat(damage.whole().pins()).isEqualTo(pins(RecordingFile.readAllEvents(file)));
        for (GoodChunk chunk : damage.chunks()) {
            ChunkBytes parsed = chunk.parsed();
            assertThat(parsed.events().getLast().end()).isEqualTo(parsed.size());
            assertThat(events(chunk)).hasSameSizeAs(GoodChunk.readByJdk(chunk.bytes()));
            assertThat(chunk.pinEvents()).hasSize((int) chunk.pins());
        }
    }

    @Test
    void theChunksOf11SayThatTheyShareTheirMetadataAndDoNot() throws IOException {
        Path file = Recordings.variety(11);
        List<String> apart = Damage.of(file).chunks().stream()
                .flatMap(chunk -> GoodChunk.readByJdk(chunk.bytes()).stream())
                .map(event -> event.getEventType().getName())
                .collect(Collectors.toCollection(ArrayList::new));
        RecordingFile.readAllEvents(file)
                .forEach(event -> apart.remove(event.getEventType().getName()));

        // The JDK's reader takes the first chunk's metadata for the second's, and passes over what is new there.
        assertThat(apart).containsExactlyInAnyOrder("fixture.Late", "fixture.Dynamic");
    }

    @ParameterizedTest
    @MethodSource("damaged")
    void whatIsIntactIsThere(Damaged damaged) {
        for (Part part : damaged.intact()) {
            byte[] chunk = Arrays.copyOfRange(damaged.bytes(), part.offset(), part.offset() + part.size());
            chunk[ChunkBytes.STATE_AT] = 0;
            assertThat(pins(GoodChunk.readByJdk(chunk))).isEqualTo(part.pins());
        }
        assertThat(damaged.walkable()).isBetween(0, damaged.intact().size());
        assertThat(damaged.walkablePins()).isLessThanOrEqualTo(damaged.pins());
    }

    @ParameterizedTest
    @ValueSource(ints = {21, 25})
    void everyKindIsAnotherFileAndTheMiddleHasPinsToLose(int jdk) {
        Damage damage = damage(Recordings.variety(jdk));
        List<Damaged> kinds = damage.ofEveryKind().toList();

        assertThat(kinds.stream().map(Damaged::what)).doesNotHaveDuplicates();
        assertThat(kinds).allSatisfy(kind -> assertThat(kind.bytes()).isNotEqualTo(damage.finished()));
        assertThat(damage.chunks())
                .hasSize(3)
                .allSatisfy(chunk -> assertThat(chunk.pins()).isPositive());
    }

    @Test
    void whatIsLostIsCounted() {
        Damage damage = damage(Recordings.variety(25));
        GoodChunk middle = damage.chunks().get(1);
        EventBytes second = middle.pinEvents().get(1);

        Damaged cut = damage.cut(1, second.end() - 1);
        assertThat(cut.intact()).extracting(Part::index).containsExactly(0);
        assertThat(cut.pinsBefore()).isEqualTo(1);
        assertThat(cut.pinsBehind()).isZero();

        Damaged event = damage.eventSize(1, 0);
        assertThat(event.intact()).extracting(Part::index).containsExactly(0, 2);
        assertThat(event.walkable()).isEqualTo(2);
        assertThat(event.pinsBefore() + event.pinsBehind()).isEqualTo(middle.pins());

        Damaged garbage = damage.garbageBefore(1, 37);
        assertThat(garbage.intact()).extracting(Part::index).containsExactly(0, 1, 2);
        assertThat(garbage.walkable()).isEqualTo(1);
        assertThat(garbage.pinsAtMost()).isEqualTo(damage.whole().pins());
    }

    @ParameterizedTest
    @ValueSource(ints = {21, 25})
    void aKilledJvmLeavesPinsBehindItsLastFlush(int jdk) throws IOException {
        Damage damage = Damage.of(Recordings.killed(jdk));
        Damaged killed = damage.killed();

        assertThat(damage.chunks()).hasSize(1);
        assertThat(killed.pins()).isGreaterThanOrEqualTo(5).isEqualTo(pins(GoodChunk.readByJdk(damage.finished())));
        assertThat(killed.pinsBefore()).isPositive();
    }

    @ParameterizedTest
    @MethodSource("chunksWithPins")
    void theFalsifiedReadsAsSaid(GoodChunk chunk) {
        assertReadsAsSaid(Falsified.not(chunk), chunk.parsed().frequency());
        assertReadsAsSaid(Falsified.frequency(chunk, ODD_FREQUENCY), ODD_FREQUENCY);

        Falsified renumbered = Falsified.stackRenumbered(chunk);
        assertReadsAsSaid(renumbered, chunk.parsed().frequency());
        assertThat(renumbered.pins().stream().filter(RawPin::hasStack).count())
                .isLessThan(renumbered.pins().size());

        assertThat(chunk.parsed().pools()).hasSizeGreaterThan(1);
        Falsified unchained = Falsified.poolsUnchained(chunk);
        assertThat(new ChunkBytes(unchained.bytes()).pools()).hasSize(1);
        assertReadsAsSaid(unchained, chunk.parsed().frequency());
    }

    @Test
    void chunksOfDifferentJdksStandInOneFile() throws IOException {
        Damage joined = Damage.ofJoined(Recordings.variety(25), Recordings.variety(11), Recordings.variety(21));

        assertThat(joined.chunks()).hasSize(8);
        assertThat(joined.whole().pins())
                .isEqualTo(damage(Recordings.variety(25)).whole().pins()
                        + damage(Recordings.variety(21)).whole().pins());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 127, 128, 16_383, 16_384, (1L << 56) - 1, 1L << 56, Long.MAX_VALUE, Long.MIN_VALUE, -1})
    void numbersOfVariableLengthComeBack(long value) {
        byte[] wide = ChunkBytes.varint(value, 9);
        assertThat(new ChunkBytes(wide).cursor(0).varint()).isEqualTo(value);
    }

    private static void assertReadsAsSaid(Falsified falsified, long frequency) {
        List<RecordedEvent> read = GoodChunk.readByJdk(falsified.bytes()).stream()
                .filter(event -> event.getEventType().getName().equals(GoodChunk.PIN))
                .toList();
        assertThat(read).hasSameSizeAs(falsified.pins());
        IntStream.range(0, read.size()).forEach(i -> {
            RawPin said = falsified.pins().get(i);
            assertThat(read.get(i).getDuration().toNanos()).isCloseTo(said.nanos(frequency), within(2L));
            assertThat(read.get(i).getStackTrace() != null).isEqualTo(said.hasStack());
        });
    }

    private static Damage damage(Path file) {
        try {
            return Damage.of(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<EventBytes> events(GoodChunk chunk) {
        return chunk.parsed().events().stream()
                .filter(event -> event.type() != ChunkBytes.METADATA_TYPE && event.type() != ChunkBytes.CHECKPOINT_TYPE)
                .toList();
    }

    private static long pins(List<RecordedEvent> events) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(GoodChunk.PIN))
                .count();
    }
}
