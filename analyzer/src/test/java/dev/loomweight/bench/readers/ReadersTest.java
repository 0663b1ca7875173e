package dev.loomweight.bench.readers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.source.recording.Recordings;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.params.ParameterizedTest;
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
        assertThat(FloorReader.answer(file, 1, false)).isEqualTo(FloorReader.answer(file, 2, false));
    }

    private static String floor(Path file, int threads) throws Exception {
        String answer = FloorReader.answer(file, threads, true);
        return answer.substring(0, answer.indexOf(" sites"));
    }
}
