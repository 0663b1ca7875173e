package dev.loomweight.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.Jdks;
import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.input.recording.reader.DamagedEventException;
import dev.loomweight.kernel.diagnosis.PinColumns;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventType.EventField;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.source.recording.fixture.RecordLeak;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Events whose fields hold structures in structures, as deep as a JVM writes them and as damage can make them. */
class NestedValuesTest {

    private static final String SAMPLE = "jdk.OldObjectSample";

    @TempDir
    private static Path folder;

    private static @Nullable Path recorded;

    private static synchronized Path recording() throws Exception {
        Path known = recorded;
        if (known == null) {
            known = folder.resolve("leak.jfr");
            Process process = new ProcessBuilder(
                            Jdks.home("loomweight.jdk.newest")
                                    .resolve("bin/java")
                                    .toString(),
                            "-Xmx512m",
                            "-cp",
                            Path.of(RecordLeak.class
                                            .getProtectionDomain()
                                            .getCodeSource()
                                            .getLocation()
                                            .toURI())
                                    .toString(),
                            RecordLeak.class.getName(),
                            known.toString())
                    .inheritIO()
                    .start();
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).isZero();
            recorded = known;
        }
        return known;
    }

    @Test
    void chainsOfObjectsAreRowsAsAllOthers() throws Exception {
        List<RecordedEvent> expected = RecordingFile.readAllEvents(recording()).stream()
                .filter(event -> event.getEventType().getName().equals(SAMPLE))
                .toList();
        try (OpenInput input = OpenInput.of(recording())) {
            Relation rows = input.events(SAMPLE, null, ClassPath.none(), List.of(), new RowProgress(), 1_000_000);

            assertThat(rows.rows()).isEqualTo(expected.size()).isPositive();
            Field object = rows.field(new FieldName("object", 0));
            int deepest = 0;
            for (int row = 0; row < rows.rows(); row++) {
                deepest = Math.max(deepest, String.valueOf(object.value(row)).split("referrer=\\{", -1).length);
            }
            // Deeper than any structure that readers took for damage.
            assertThat(deepest).isGreaterThan(10);
        }
    }

    @ParameterizedTest
    @EnumSource(ReaderChoice.class)
    void everyReaderHandsOverEveryChain(ReaderChoice reader) throws Exception {
        List<Object> objects = Collections.synchronizedList(new ArrayList<>());
        RecordingSource.of(recording(), reader)
                .events(Set.of(SAMPLE), () -> event -> objects.add(String.valueOf(event.value("object"))));

        assertThat(objects).hasSize((int) RecordingFile.readAllEvents(recording()).stream()
                .filter(event -> event.getEventType().getName().equals(SAMPLE))
                .count());
    }

    @Test
    void aDamagedEventLeavesNoHalfRow() {
        List<FieldPlan> plans = List.of(
                new FieldPlan("startTime", Kind.TIME, FieldPlan.From.START, true),
                new FieldPlan("words", Kind.TEXT, FieldPlan.From.VALUE, true));
        EventType type = new EventType(
                "a.B",
                "B",
                List.of(new EventField("words", "", "java.lang.String", false, EventField.Meaning.PLAIN, List.of())));
        EventColumns columns = new EventColumns(
                plans,
                new PinColumns(type, new dev.loomweight.bytecode.Code(ClassPath.none()), List.of()),
                "",
                new RowProgress(),
                new EventColumns.Limit("a.B", 10));

        columns.accept(new Said(1, "one", type));
        assertThatThrownBy(() -> columns.accept(new Said(2, null, type))).isInstanceOf(DamagedEventException.class);
        columns.accept(new Said(3, "three", type));
        EventColumns.Merged merged = EventColumns.merge(plans, List.of(columns));

        assertThat(merged.rows()).isEqualTo(2);
        assertThat(merged.fields().getFirst().value(1)).isEqualTo(Instant.ofEpochSecond(3));
        assertThat(merged.fields().getLast().value(1)).isEqualTo("three");
    }

    /** An event that is damaged where it has no words. */
    private record Said(long second, @Nullable String words, EventType type) implements EventView {

        @Override
        public String typeName() {
            return type.name();
        }

        @Override
        public boolean has(String field) {
            return true;
        }

        @Override
        public boolean isRecorded(String eventType, String field) {
            return false;
        }

        @Override
        public boolean isTrue(String field) {
            return false;
        }

        @Override
        public long startNanos() {
            return EpochNanos.of(startTime());
        }

        @Override
        public Instant startTime() {
            return Instant.ofEpochSecond(second);
        }

        @Override
        public long durationNanos() {
            return 0;
        }

        @Override
        public long longValue(String field) {
            return 0;
        }

        @Override
        public @Nullable String text(String field) {
            return words;
        }

        @Override
        public @Nullable ThreadRef thread(String field) {
            return null;
        }

        @Override
        public @Nullable String eventType(String field) {
            return null;
        }

        @Override
        public @Nullable Object value(String path) {
            if (words == null) {
                throw new DamagedEventException(new IllegalStateException("no words"));
            }
            return Map.of("words", words).get(path);
        }

        @Override
        public StackTrace stack() {
            return StackTrace.NONE;
        }
    }
}
