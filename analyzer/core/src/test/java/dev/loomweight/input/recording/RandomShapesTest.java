package dev.loomweight.input.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loomweight.Jdks;
import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.PinEvents.SubmitFailed;
import dev.loomweight.sample.ThreadEvents.VirtualThreadStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every reader owes, over recordings of shapes that nobody chose: ten seeds of {@code scripts/make-recording}. */
@Tag("oracles")
class RandomShapesTest {

    private static final Path SCRIPT = Path.of("../../scripts/make-recording");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void allReadersAgree(long seed) throws Exception {
        // Every third is of a JDK that pins in monitors.
        allReadersAgree(made(seed, seed % 3 == 0 ? "loomweight.jdk21" : "loomweight.jdk.newest", "400k"));
    }

    private void allReadersAgree(Path file) throws Exception {
        ReaderContract contract = new ReaderContract(file, folder);
        for (ReaderChoice reader : ReaderChoice.values()) {
            contract.sameSamples(reader);
            contract.sameCoverage(reader);
            contract.allTypes(reader);
        }
        contract.sameFields();
    }

    /** Pins in {@code Object.wait} ask for waits, and threads that were refused after their start for its event. */
    @Test
    void whatIsReadOnRequestIsReadByAll() throws Exception {
        Path file = made(478, "loomweight.jdk.newest", "400k");

        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertThat(events)
                .anyMatch(event -> event.getEventType().getName().equals(Pin.EVENT)
                        && "Object.wait".equals(event.getString("blockingOperation")));
        Set<Long> stranded = events.stream()
                .filter(event -> event.getEventType().getName().equals(SubmitFailed.EVENT)
                        && event.getStackTrace().getFrames().stream()
                                .anyMatch(frame -> frame.getMethod().getName().equals("unpark")))
                .map(event -> event.getLong("javaThreadId"))
                .collect(Collectors.toSet());
        List<VirtualThreadStart> starts = events.stream()
                .filter(event -> event.getEventType().getName().equals(VirtualThreadStart.EVENT)
                        && stranded.contains(event.getLong("javaThreadId")))
                .map(event -> new VirtualThreadStart(
                        EpochNanos.of(event.getStartTime()),
                        event.getLong("javaThreadId"),
                        event.getThread().getJavaName()))
                .toList();
        assertThat(starts)
                .isNotEmpty()
                .allSatisfy(start -> assertThat(start.name()).startsWith("refused-"));
        Interest names = Interest.in(SubmitFailed.class).and(Interest.onRequest(VirtualThreadStart.class));
        assertThat(Recordings.read(file, ReaderChoice.CHUNK, names).samples())
                .filteredOn(VirtualThreadStart.class::isInstance)
                .containsExactlyInAnyOrderElementsOf(starts);
        allReadersAgree(file);
    }

    /** What a chunk repeats of the one before it is the same, whatever its number there. */
    @Test
    void chunksThatNumberTheirStacksAgainAreOneRecording() throws Exception {
        Path file = made(9, "loomweight.jdk.newest", "2500k", "--chunk-size", "1m");

        assertThat(ChunkedFile.of(file).chunks()).hasSizeGreaterThan(1);
        ReaderContract contract = new ReaderContract(file, folder);
        contract.sameSamples(ReaderChoice.CHUNK);
        contract.theWholeIsItsChunks();
    }

    private Path made(long seed, String jdk, String size, String... more) throws IOException, InterruptedException {
        // The recording program is a script's, which runs where the tools of a shell are.
        assumeThat(Path.of("/bin/bash")).exists();
        Path file = folder.resolve("random.jfr");
        Path log = folder.resolve("log");
        List<String> command = new ArrayList<>(List.of("/bin/bash", SCRIPT.toString(), "--shape", "random"));
        command.addAll(List.of("--seed", Long.toString(seed), "--size", size));
        command.addAll(List.of("--jdk", Jdks.home(jdk).toString(), "-o", file.toString()));
        command.addAll(List.of(more));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        builder.environment()
                .put("LOOMWEIGHT_JDK", Jdks.home("loomweight.jdk.newest").toString());
        Process process = builder.start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        return file;
    }
}
