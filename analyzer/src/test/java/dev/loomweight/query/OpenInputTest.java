package dev.loomweight.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.capture.DataException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;

/** Events as relations, against what the JDK's own parser says of the same recording. */
class OpenInputTest {

    private static final Path RECORDING = Path.of("src/test/resources/recordings/25/pins.jfr");
    private static final String PINNED = "jdk.VirtualThreadPinned";

    private final RowProgress meter = new RowProgress();

    private Relation events(OpenInput input, Set<String> fields, long limit) {
        return input.events(PINNED, fields, ClassPath.none(), List.of(), meter, limit);
    }

    @Test
    void typesAreCountedAsTheJdkCountsThem() throws Exception {
        Map<String, Long> expected = new TreeMap<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(RECORDING)) {
            expected.merge(event.getEventType().getName(), 1L, Long::sum);
        }
        try (OpenInput input = OpenInput.of(RECORDING)) {
            Map<String, Long> types = new TreeMap<>(input.types(meter));
            types.values().removeIf(count -> count == 0);

            assertThat(types).isEqualTo(expected);
        }
    }

    @Test
    void fieldsAreThoseOfTheEventsInTheOrderOfTime() throws Exception {
        List<RecordedEvent> expected = RecordingFile.readAllEvents(RECORDING).stream()
                .filter(event -> event.getEventType().getName().equals(PINNED))
                .sorted((a, b) -> a.getStartTime().compareTo(b.getStartTime()))
                .toList();
        try (OpenInput input = OpenInput.of(RECORDING)) {
            Relation rows = events(input, Set.of("startTime", "pinnedReason", "eventThread.javaThreadId"), 1000);

            assertThat(rows.rows()).isEqualTo(expected.size()).isPositive();
            for (int row = 0; row < rows.rows(); row++) {
                RecordedEvent event = expected.get(row);
                assertThat(rows.field(new FieldName("startTime", 0)).value(row)).isEqualTo(event.getStartTime());
                assertThat(rows.field(new FieldName("reason", 0)).value(row))
                        .isEqualTo(event.getString("pinnedReason"));
                assertThat(rows.field(new FieldName("javaThreadId", 0)).value(row))
                        .isEqualTo(event.getThread("eventThread").getJavaThreadId());
            }
        }
    }

    @Test
    void sqlSeesTheSameRowsAndLoadsWhatItNames() {
        try (OpenInput input = OpenInput.of(Path.of("src/test/resources/recordings/21/pins.jfr"));
                Sql sql = new Sql()) {
            Relation direct = PipelineParser.parse("x | by holder | agg count, sum duration | sort -count, holder")
                    .run((source, fields) -> events(input, Set.of("holder", "duration"), 1000));
            Relation asked = sql.run(
                    "SELECT holder, count(*) AS n, sum(duration) AS nanos FROM jdk.VirtualThreadPinned"
                            + " GROUP BY holder ORDER BY n DESC, holder NULLS LAST",
                    (name, fields) -> events(input, Set.of("holder", "duration"), 1000),
                    1000);

            assertThat(asked.rows()).isEqualTo(direct.rows()).isGreaterThan(2);
            for (int column = 0; column < 3; column++) {
                for (int row = 0; row < direct.rows(); row++) {
                    Object value = asked.fields().get(column).value(row);
                    assertThat(value).isEqualTo(direct.fields().get(column).value(row));
                }
            }
        }
    }

    @Test
    void aLimitEndsALoadAndSaysHowToRaiseIt() {
        try (OpenInput input = OpenInput.of(RECORDING)) {
            assertThatThrownBy(() -> events(input, Set.of("duration"), 2))
                    .isInstanceOf(DataException.class)
                    .hasMessage("more than 2 events of " + PINNED
                            + ", which may not fit in memory; to load them all, type: set limit 20");
            assertThat(events(input, Set.of("duration"), 1000).rows()).isGreaterThan(2);
        }
        try (OpenInput counted = OpenInput.of(RECORDING)) {
            counted.types(meter);
            long read = meter.read();
            assertThatThrownBy(() -> events(counted, Set.of("duration"), 2)).hasMessageContaining("more than 2 events");
            assertThat(meter.read()).isEqualTo(read);
        }
    }

    @Test
    void aMeterThatIsCancelledEndsWhatCountsThere() {
        meter.cancel();
        assertThatThrownBy(meter::check).isInstanceOf(CancellationException.class);
        meter.reset();
        meter.check();
    }

    @Test
    void whatIsNotThereIsSaidWithASuggestion() {
        try (OpenInput input = OpenInput.of(RECORDING)) {
            assertThatThrownBy(() -> input.fields("jdk.VirtualThreadPined", meter))
                    .hasMessageContaining("did you mean jdk.VirtualThreadPinned?");
        }
        assertThatThrownBy(() -> OpenInput.of(Path.of("nowhere.jfr")))
                .hasMessage("no such file or folder: nowhere.jfr");
    }
}
