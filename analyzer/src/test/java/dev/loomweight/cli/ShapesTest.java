package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.bench.readers.RecordingFileReader;
import dev.loomweight.bench.readers.ReportAnswer;
import dev.loomweight.input.recording.Recordings;
import dev.loomweight.input.recording.Recordings.Reading;
import dev.loomweight.sample.Coverage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recordings as people have them, one of each shape: every reader of ours reports the same, and what others count. */
class ShapesTest {

    static List<Path> shapes() {
        return Recordings.shapes();
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void everyReaderOfOursAnswersAsTheJdkDoes(Path file) throws Exception {
        String answer = RecordingFileReader.answer(file);
        String byChunks = pins(file, "chunk");

        assertThat(answer).doesNotContain("pins 0", "nanos 0", "sites 0", "stacks 0");
        for (String reader : List.of("chunk", "jdk", "jmc")) {
            String report = pins(file, reader);
            assertThat(ReportAnswer.answer(new StringReader(report))).as(reader).isEqualTo(answer);
            assertThat(comparable(report)).as(reader).isEqualTo(comparable(byChunks));
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void everyTypeIsCountedAsTheJdkCounts(Path file) throws IOException {
        Map<String, Long> expected = new TreeMap<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            expected.merge(event.getEventType().getName(), 1L, Long::sum);
        }
        Reading reading = Recordings.read(file);
        List<String> counted = new ArrayList<>();
        for (Coverage.OfEvent event : reading.coverage().events()) {
            assertThat(event.count()).as(event.eventType()).isEqualTo(expected.getOrDefault(event.eventType(), 0L));
            if (event.count() > 0) {
                counted.add(event.eventType());
            }
        }
        assertThat(counted).contains("jdk.VirtualThreadPinned");
        if (file.endsWith("shape-everything.jfr")) {
            assertThat(counted)
                    .contains(
                            "jdk.JavaMonitorWait",
                            "jdk.VirtualThreadStart",
                            "jdk.VirtualThreadEnd",
                            "jdk.VirtualThreadSubmitFailed");
        }
    }

    private static String pins(Path file, String reader) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = new Cli(Console.of(new PrintWriter(out), new PrintWriter(err), Map.of()))
                .run("pins", file.toString(), "--reader", reader, "--format", "json");
        assertThat(status).as(err.toString()).isZero();
        return out.toString();
    }

    private static JsonElement comparable(String report) {
        JsonElement root = JsonParser.parseString(report);
        withoutWhatWasLeftUnread(root);
        return root;
    }

    /** Our own reader only counts what no report asks about; those of others read it, and so know its stacks. */
    private static void withoutWhatWasLeftUnread(JsonElement element) {
        if (element.isJsonArray()) {
            element.getAsJsonArray().forEach(ShapesTest::withoutWhatWasLeftUnread);
        } else if (element.isJsonObject()) {
            JsonObject object = element.getAsJsonObject();
            if (object.remove("unreadCount") != null) {
                object.remove("stacks");
            }
            object.entrySet().forEach(entry -> withoutWhatWasLeftUnread(entry.getValue()));
        }
    }
}
