package dev.loomweight.bench.readers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.recording.Recordings;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The readers that are measured do the same work: their answers are the same. */
class ReadersTest {

    static List<Path> recordings() {
        return Recordings.all();
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void answerTheSame(Path file) throws Exception {
        String answer = RecordingFileReader.answer(file);
        long pins = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("jdk.VirtualThreadPinned"))
                .count();

        assertThat(answer).startsWith("pins " + pins + " nanos ");
        assertThat(EventStreamReader.answer(file)).isEqualTo(answer);
        assertThat(JfrConverterReader.answer(file)).isEqualTo(answer);
        assertThat(JmcReader.answer(file)).isEqualTo(answer);
        assertThat(answer).startsWith(floor(file, 1)).startsWith(floor(file, 2));
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void everyEventIsSteppedOver(Path file) throws Exception {
        for (FloorReader.Part part : FloorReader.Part.values()) {
            assertThat(FloorReader.answer(file, 1, part)).isEqualTo(FloorReader.answer(file, 2, part));
        }
    }

    @ParameterizedTest
    @CsvSource({"21, PINS", "25, PINS", "25, SILENT", "25, PINNING_OFF"})
    void ourReportIsUnderstood(int jdk, Scene scene) throws Exception {
        Path file = Recordings.of(jdk, scene);
        Process loomweight = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.loomweight.cli.Main",
                        "pins",
                        file.toString(),
                        "--format",
                        "json")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String answer = ReportAnswer.answer(loomweight.inputReader(StandardCharsets.UTF_8));

        assertThat(loomweight.waitFor()).isZero();
        assertThat(answer).isEqualTo(RecordingFileReader.answer(file));
    }

    private static String floor(Path file, int threads) throws Exception {
        String answer = FloorReader.answer(file, threads, FloorReader.Part.PINS);
        return answer.substring(0, answer.indexOf(" sites"));
    }
}
