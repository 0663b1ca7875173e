package dev.loomweight.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bench.recording.ChunkWriter;
import dev.loomweight.bench.recording.FieldBytes;
import dev.loomweight.bench.recording.MetadataText;
import dev.loomweight.bench.recording.PinChunk;
import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.EventType.EventField;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Numbers by which a JVM says that there is no value, by every reader and in tables. */
class NoValueTest {

    private static final String OF_JDK = "jdk.Odd";
    private static final String OF_USER = "com.acme.Odd";
    private static final int TIMESTAMP = 20;
    private static final int TIMESPAN = 21;
    private static final int UNSIGNED = 23;
    private static final int BYTES = 24;
    private static final List<String> FIELDS =
            List.of("until", "timeout", "quota", "limit", "flag", "gcId", "elements", "fraction");
    private static final long MILLIS = 1_700_000_000_123L;

    @TempDir
    private Path folder;

    private Path recording = Path.of("");

    @BeforeEach
    void write() throws Exception {
        recording = folder.resolve("odd.jfr");
        MetadataText types = PinChunk.metadata();
        types.type(UNSIGNED, "jdk.jfr.Unsigned", "java.lang.annotation.Annotation");
        types.type(BYTES, "jdk.jfr.DataAmount", "java.lang.annotation.Annotation")
                .field("value", PinChunk.STRING);
        int id = 120;
        for (String name : List.of(OF_JDK, OF_USER)) {
            PinChunk.event(types, id++, name)
                    .also(event -> event.field("until", PinChunk.LONG).annotated(TIMESTAMP, "MILLISECONDS_SINCE_EPOCH"))
                    .also(event -> event.field("timeout", PinChunk.LONG).annotated(TIMESPAN, "NANOSECONDS"))
                    .also(event -> event.field("quota", PinChunk.LONG).annotated(TIMESPAN, "MICROSECONDS"))
                    .also(event -> event.field("limit", PinChunk.LONG).annotated(BYTES, "BYTES"))
                    .also(event -> event.field("flag", PinChunk.LONG)
                            .child("annotation")
                            .set("class", "" + UNSIGNED))
                    .also(event -> event.field("gcId", PinChunk.INT)
                            .child("annotation")
                            .set("class", "" + UNSIGNED))
                    .also(event -> event.field("elements", PinChunk.INT))
                    .also(event -> event.field("fraction", 9));
        }
        try (PinChunk chunk = new PinChunk(recording, types)) {
            chunk.threads(1, 1);
            for (int type = 120; type < id; type++) {
                event(chunk, type, Long.MIN_VALUE, Long.MIN_VALUE, -1, -1, -1, -1, Integer.MIN_VALUE, 0xFFF0);
                event(chunk, type, MILLIS, Long.MAX_VALUE, 5, 4096, 7, 8, -1, 0x3FE0);
                event(chunk, type, 0, 20, -2, -2, -4096, -2, 0, 0);
            }
        }
    }

    private static void event(PinChunk chunk, int type, long... values) throws Exception {
        FieldBytes fields = new FieldBytes().number(ChunkWriter.START);
        for (int i = 0; i < values.length - 1; i++) {
            // As a JVM writes an int.
            fields.number(i == 5 || i == 6 ? Integer.toUnsignedLong((int) values[i]) : values[i]);
        }
        long bits = values[values.length - 1];
        fields.raw(new byte[] {(byte) (bits >> 8), (byte) bits, 0, 0, 0, 0, 0, 0}, 8);
        chunk.writer().event(type, fields);
    }

    /** It does not keep what numbers mean, other than times. */
    @Test
    void missionControlAgreesOnTimes() {
        assertThat(values(ReaderChoice.JMC, OF_JDK).stream()
                        .map(row -> row.subList(0, 2))
                        .toList())
                .isEqualTo(values(ReaderChoice.JDK, OF_JDK).stream()
                        .map(row -> row.subList(0, 2))
                        .toList());
    }

    @ParameterizedTest
    @EnumSource(
            value = ReaderChoice.class,
            names = {"AUTO", "CHUNK", "JDK"})
    void everyReaderOfTablesAgreesOnWhatIsNoValue(ReaderChoice reader) {
        assertThat(values(reader, OF_JDK))
                .containsExactly(
                        Arrays.asList(null, null, null, null, null, null, null, null),
                        List.of(
                                Instant.ofEpochMilli(MILLIS),
                                ChronoUnit.FOREVER.getDuration(),
                                Duration.of(5, ChronoUnit.MICROS),
                                4096L,
                                7L,
                                8L,
                                -1L,
                                0.5),
                        Arrays.asList(
                                Instant.EPOCH,
                                Duration.ofNanos(20),
                                Duration.of(-2, ChronoUnit.MICROS),
                                -2L,
                                null,
                                4_294_967_294L,
                                0L,
                                0.0));
        assertThat(values(reader, OF_USER).getFirst())
                .as("an application may have a difference of -1")
                .isEqualTo(Arrays.asList(null, null, Duration.of(-1, ChronoUnit.MICROS), -1L, null, null, null, null));
    }

    private List<List<@Nullable Object>> values(ReaderChoice reader, String type) {
        List<List<@Nullable Object>> rows = Collections.synchronizedList(new ArrayList<>());
        RecordingSource.of(recording, reader).events(Set.of(type), () -> event -> {
            List<@Nullable Object> row = new ArrayList<>();
            for (String name : FIELDS) {
                EventField field = event.type().fields().stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseThrow();
                row.add(field.known(event.value(name), type.equals(OF_JDK)));
            }
            rows.add(row);
        });
        return rows;
    }

    @Test
    void tablesHaveNothingThereAndSayWhatHasNoLimit() throws Exception {
        try (OpenInput input = OpenInput.of(recording)) {
            Relation rows = input.events(OF_JDK, null, ClassPath.none(), List.of(), new RowProgress(), 100);

            for (String name : FIELDS) {
                assertThat(rows.field(new FieldName(name, 0)).isAbsent(0))
                        .as(name)
                        .isTrue();
                assertThat(rows.field(new FieldName(name, 0)).isAbsent(1))
                        .as(name)
                        .isFalse();
            }
            assertThat(Amounts.time(rows.field(new FieldName("timeout", 0)).whole(1)))
                    .isEqualTo("≥ 292 years");
        }
    }
}
