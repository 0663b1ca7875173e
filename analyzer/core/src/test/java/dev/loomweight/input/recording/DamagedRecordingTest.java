package dev.loomweight.input.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.recording.Recordings.Reading;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.PinEvents.Pin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is read of recordings that are broken in every known way, and what the coverage says of the rest. */
@Tag("oracles")
class DamagedRecordingTest {

    @TempDir
    private Path folder;

    static Stream<Damaged> damaged() throws IOException {
        return Stream.of(
                        Damage.of(variety(25)).ofEveryKind(),
                        Damage.of(variety(21)).ofEveryKind(),
                        Damage.ofJoined(variety(21), variety(25), variety(17)).ofEveryKind(),
                        Stream.of(
                                Damage.of(killed(21)).killed(),
                                Damage.of(killed(25)).killed()))
                .flatMap(kinds -> kinds);
    }

    private static Path variety(int jdk) {
        return recording(jdk, "variety.jfr");
    }

    private static Path killed(int jdk) {
        return Recordings.killed(jdk);
    }

    private static Path recording(int jdk, String name) {
        return Recordings.all().stream()
                .filter(file -> file.endsWith(Path.of(Integer.toString(jdk), name)))
                .findFirst()
                .orElseThrow();
    }

    /** Nothing that is whole is lost, nothing is made up, and every byte is either read or counted. */
    @ParameterizedTest
    @MethodSource("damaged")
    void whatIsWholeIsRead(Damaged damaged) throws IOException {
        Path file = damaged.writtenTo(folder);
        if (damaged.pinsAtMost() == 0 && damaged.intact().isEmpty()) {
            assertThatThrownBy(() -> Recordings.read(file))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("cannot read the recording");
            return;
        }
        Reading reading = Recordings.read(file);
        long pins = reading.of(Pin.class).size();

        assertThat(pins).isBetween(damaged.pins(), damaged.pinsAtMost());
        assertThat(reading.event(Pin.EVENT).count()).isEqualTo(pins);
        assertThat(reading.coverage().unreadBytes())
                .isLessThanOrEqualTo(damaged.bytes().length
                        - damaged.intact().stream()
                                .mapToLong(Damaged.Part::size)
                                .sum());
    }

    /** The JDK's reader is given what is whole, and where it stops in the middle all the same, the coverage says so. */
    @ParameterizedTest
    @MethodSource("damaged")
    void theJdksReaderGivesWhatIsWholeToo(Damaged damaged) throws IOException {
        Path file = damaged.writtenTo(folder);
        if (damaged.intact().isEmpty()) {
            assertThatThrownBy(() -> Recordings.read(file, ReaderChoice.JDK)).isInstanceOf(DataException.class);
            return;
        }
        Reading reading = Recordings.read(file, ReaderChoice.JDK);
        long pins = reading.of(Pin.class).size();

        assertThat(pins).isLessThanOrEqualTo(damaged.pinsAtMost());
        if (pins < damaged.pins()) {
            assertThat(reading.coverage().notes()).anyMatch(note -> note.contains(Pin.EVENT + " events were not read"));
        }
    }

    /** One line for each fault: the pins that are read, the bytes that are not, and every note. */
    @Test
    void theCoverageIsExact() throws IOException {
        List<String> lines = new ArrayList<>();
        for (Damaged damaged : Stream.concat(
                        Damage.of(variety(25)).ofEveryKind(),
                        Stream.of(Damage.of(killed(25)).killed()))
                .toList()) {
            lines.add(damaged + "\t" + outcome(damaged.writtenTo(folder)));
        }
        Path actual = Path.of("target", "damaged.actual.tsv");
        Files.write(actual, lines);

        assertThat(lines).as("written to " + actual).containsExactlyElementsOf(expected());
    }

    private static String outcome(Path file) {
        try {
            Reading reading = Recordings.read(file);
            Coverage.OfSource coverage = reading.coverage();
            return reading.of(Pin.class).size() + " pins\t" + coverage.unreadBytes() + " unread\t"
                    + String.join(" | ", coverage.notes());
        } catch (DataException e) {
            return "refused\t" + String.valueOf(e.getMessage()).replace(file.toString(), "FILE");
        }
    }

    private static List<String> expected() throws IOException {
        try (var in =
                Objects.requireNonNull(DamagedRecordingTest.class.getResourceAsStream("/recordings/damaged.tsv"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    @Test
    void aFileThatIsNoRecordingIsSaidToBeNone() throws IOException {
        byte[] good = Files.readAllBytes(recording(25, "pins.jfr"));
        assertRefused(Arrays.copyOf(good, 40), "cannot read the recording", "truncated in a chunk header");
        assertRefused(Arrays.copyOf(good, 3), "is not a recording");
        byte[] future = good.clone();
        future[5] = 9;
        assertRefused(future, "version 9");
        assertRefused(new byte[0], "is empty");
        assertRefused(new byte[5000], "zeros");
        assertRefused("[1.2s] hello".getBytes(StandardCharsets.UTF_8), "text");
        assertThatThrownBy(() -> Recordings.read(folder)).hasMessageContaining("is a directory");
        assertThatThrownBy(() -> Recordings.read(folder.resolve("absent")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("no such file");
    }

    @Test
    void aReaderThatDoesNotKnowTheFormatIsReplacedAndTheReportSaysSo() throws IOException {
        byte[] fixed = Files.readAllBytes(recording(25, "pins.jfr"));
        fixed[67] = 0;
        Path file = write(fixed);

        assertThatThrownBy(() -> Recordings.read(file, ReaderChoice.CHUNK))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("integers of fixed length");
        Reading reading = Recordings.read(file, ReaderChoice.AUTO);
        assertThat(reading.samples())
                .isEqualTo(Recordings.read(recording(25, "pins.jfr")).samples());
        assertThat(reading.coverage().notes())
                .singleElement()
                .asString()
                .startsWith("Fell back to the JDK's reader: ")
                .contains("integers of fixed length");
    }

    @Test
    void aChunkBorrowsTheMetadataOfTheOneBeforeIt() throws IOException {
        Damage damage = Damage.of(variety(25));
        int last = damage.chunks().size() - 1;
        Damaged damaged = damage.garbageForMetadata(last);
        assertThat(damaged.pinsAtMost()).isGreaterThan(damaged.pins());

        assertThat(Recordings.read(damaged.writtenTo(folder)).of(Pin.class)).hasSize((int) damaged.pinsAtMost());
    }

    private Path write(byte[] content) throws IOException {
        return Files.write(Files.createTempFile(folder, "damaged", ".jfr"), content);
    }

    private void assertRefused(byte[] content, String... parts) throws IOException {
        Path file = write(content);
        assertThatThrownBy(() -> Recordings.read(file))
                .isInstanceOf(DataException.class)
                .hasMessageContainingAll(parts)
                .hasMessageNotContaining("\n");
    }
}
