package dev.loomweight.input.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomweight.Jdks;
import dev.loomweight.input.recording.Recordings.Reading;
import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.sample.Coverage.Span;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.ThreadEvents.VirtualThreadEnd;
import dev.loomweight.sample.ThreadEvents.VirtualThreadStart;
import dev.loomweight.source.recording.fixture.RecordPinning;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings that are made by the JDKs of this machine while the test runs. */
@Tag("oracles")
class FreshRecordingTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"java.home", "loomweight.jdk21", "loomweight.jdk.newest"})
    void chunksWithDifferentSettingsAreReadAsOne(String jdk) throws Exception {
        Path file = record(jdk, Scene.CHUNKS);
        Reading reading = Recordings.read(file);

        assertThat(ChunkedFile.of(file).chunks()).hasSizeGreaterThan(1);
        assertThat(reading.samples()).containsExactlyInAnyOrderElementsOf(Oracle.samples(file));
        assertThat(reading.event(VirtualThreadStart.EVENT).state()).isEqualTo(State.RECORDED);
        assertThat(reading.event(VirtualThreadEnd.EVENT).state()).isEqualTo(State.RECORDED);
        assertThat(reading.event(Pin.EVENT).count()).isEqualTo(2);
        assertThat(reading.event(Pin.EVENT).threshold()).isEqualTo(Duration.ZERO);
        assertThat(reading.event(Pin.EVENT).isPartial()).isFalse();
        assertThat(reading.event(VirtualThreadStart.EVENT).onlyIn())
                .singleElement()
                .returns(EpochNanos.of(Objects.requireNonNull(reading.coverage().end())), Span::toNanos)
                .extracting(Span::fromNanos, InstanceOfAssertFactories.LONG)
                // The JDK's parser computes with the clock's ticks in another order.
                .isCloseTo(EpochNanos.of(firstOn(file, VirtualThreadStart.EVENT)), within(1_000_000L));
        assertThat(reading.coverage().notes()).isEmpty();
    }

    /** When a type was first written to be on, as the JDK's own parser reads it. */
    private static Instant firstOn(Path file, String type) throws IOException {
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        long id;
        try (RecordingFile recording = new RecordingFile(file)) {
            id = recording.readEventTypes().stream()
                    .filter(known -> known.getName().equals(type))
                    .findFirst()
                    .orElseThrow()
                    .getId();
        }
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("jdk.ActiveSetting")
                        && event.getLong("id") == id
                        && event.getString("name").equals("enabled")
                        && event.getString("value").equals("true"))
                .map(RecordedEvent::getStartTime)
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"java.home", "loomweight.jdk21", "loomweight.jdk.newest"})
    void everyCauseLeavesAPin(String jdk) throws Exception {
        Path file = record(jdk, Scene.PINS);
        Reading reading = Recordings.read(file);

        assertThat(reading.samples()).containsExactlyElementsOf(Oracle.samples(file));
        assertThat(reading.of(Pin.class)).hasSizeGreaterThanOrEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk11", "loomweight.jdk17", "loomweight.jdk21", "loomweight.jdk.newest"})
    void whateverAJdkWritesIsRead(String jdk) throws Exception {
        Path file = new FixtureMaker(Jdks.home(jdk), folder).variety();
        Reading reading = Recordings.read(file);

        VarietyCheck.check(file);
        assertThat(reading.samples()).containsExactlyInAnyOrderElementsOf(Oracle.samples(file));
        // JDK 11 can name a previous owner of a monitor that it does not write.
        assertThat(reading.coverage().notes())
                .filteredOn(note -> !note.contains("that the recording does not contain"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk21", "loomweight.jdk.newest"})
    void theRepositoryOfAKilledJvmIsRead(String jdk) throws Exception {
        Path file = new FixtureMaker(Jdks.home(jdk), folder).killed();
        Damaged truth = Damage.of(file).killed();
        Reading reading = Recordings.read(file);

        assertThat(truth.pins()).isGreaterThanOrEqualTo(5);
        assertThat(truth.pinsBefore()).isPositive();
        assertThat((long) reading.of(Pin.class).size()).isBetween(truth.pins(), truth.pinsAtMost());
        assertThat(reading.coverage().notes()).anyMatch(note -> note.contains("The recording is unfinished"));
    }

    private Path record(String jdk, Scene scene) throws IOException, InterruptedException, URISyntaxException {
        Path home = Jdks.home(jdk);
        Path file = folder.resolve("fresh.jfr");
        Path classes = Path.of(RecordPinning.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> command = new ArrayList<>(List.of(home + File.separator + "bin" + File.separator + "java"));
        command.addAll(scene.options());
        command.addAll(
                List.of("-cp", classes.toString(), RecordPinning.class.getName(), scene.name(), file.toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        Process process = builder.inheritIO().start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
        return file;
    }
}
