package dev.loomweight.input.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.recording.Recordings.Reading;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every reader owes, over all committed recordings: the same samples, field for field, and the same coverage. */
class ReaderContractTest {

    @TempDir
    private Path folder;

    static List<Path> recordings() {
        return Recordings.all();
    }

    record Case(Path file, ReaderChoice reader) {

        @Override
        public String toString() {
            return file.subpath(file.getNameCount() - 2, file.getNameCount()) + " by " + reader;
        }
    }

    static List<Case> cases() {
        return recordings().stream()
                .flatMap(file -> Arrays.stream(ReaderChoice.values()).map(reader -> new Case(file, reader)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyReaderGivesTheSameSamples(Case one) throws IOException {
        for (Path chunk : Splits.of(one.file, folder)) {
            assertThat(comparable(one.reader, Recordings.read(chunk, one.reader).samples()))
                    .containsExactlyElementsOf(comparable(one.reader, Oracle.samples(chunk)));
        }
    }

    private static List<Sample> comparable(ReaderChoice reader, List<? extends Sample> samples) {
        return reader == ReaderChoice.JMC ? Recordings.withoutNotifiers(samples) : List.copyOf(samples);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyReaderGivesTheSameCoverage(Case one) {
        Reading expected = Recordings.read(one.file, ReaderChoice.JDK);
        Reading reading = Recordings.read(one.file, one.reader);

        assertThat(comparable(one.file, reading.coverage())).isEqualTo(comparable(one.file, expected.coverage()));
        assertThat(reading.coverage().unreadBytes()).isZero();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyReaderReadsAllTypes(Case one) throws IOException {
        for (Path chunk : Splits.of(one.file, folder)) {
            assertThat(counts(chunk, one.reader, RecordingSource.ALL_TYPES))
                    .isNotEmpty()
                    .isEqualTo(counts(chunk, ReaderChoice.CHUNK, EventCopies.types(chunk)));
        }
    }

    private static Map<String, Long> counts(Path file, ReaderChoice reader, Set<String> types) {
        Map<String, Long> counts = new ConcurrentHashMap<>();
        RecordingSource.of(file, reader).events(types, () -> event -> counts.merge(event.typeName(), 1L, Long::sum));
        return counts;
    }

    /**
     * Of recordings from before virtual threads, what the JDK's reader tells too: it resolves no setting of theirs, and
     * keeps silent on references that lead nowhere.
     */
    private static OfSource comparable(Path file, OfSource coverage) {
        if (!isOf(file, "11") && !isOf(file, "17")) {
            return coverage;
        }
        return new OfSource(
                coverage.origin(),
                coverage.start(),
                coverage.end(),
                coverage.lostBytes(),
                coverage.unreadBytes(),
                coverage.events().stream()
                        .map(event -> new OfEvent(
                                event.eventType(), event.state(), event.count(), null, false, 0, 0, 0, event.fields()))
                        .toList(),
                List.of());
    }

    private static boolean isOf(Path file, String jdk) {
        return String.valueOf(file.getParent()).endsWith(jdk);
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void theWholeIsItsChunks(Path file) throws IOException {
        List<Sample> chunks = new ArrayList<>();
        for (Path chunk : Splits.of(file, folder)) {
            chunks.addAll(Recordings.read(chunk, ReaderChoice.CHUNK).samples());
        }
        assertThat(Recordings.read(file, ReaderChoice.CHUNK).samples()).containsExactlyInAnyOrderElementsOf(chunks);
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void everyFieldOfEveryEventIsTheSame(Path file) throws IOException {
        for (Path chunk : Splits.of(file, folder)) {
            Set<String> types = EventCopies.types(chunk);
            List<Map<String, @Nullable Object>> expected = events(chunk, ReaderChoice.JDK, types);
            List<Map<String, @Nullable Object>> events = events(chunk, ReaderChoice.CHUNK, types);

            assertThat(expected).isNotEmpty();
            assertThat(events).hasSameSizeAs(expected);
            for (int i = 0; i < events.size(); i++) {
                assertThat(events.get(i)).isEqualTo(expected.get(i));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void everyTypeIsDescribedTheSame(Path file) throws IOException {
        for (Path chunk : Splits.of(file, folder)) {
            Set<String> types = EventCopies.types(chunk);
            var expected = RecordingSource.of(chunk, ReaderChoice.JDK).events(types, () -> event -> {});
            var read = RecordingSource.of(chunk, ReaderChoice.CHUNK).events(types, () -> event -> {});

            assertThat(read.types().keySet()).isEqualTo(expected.types().keySet());
            for (String type : types) {
                assertThat(read.types().get(type)).isEqualTo(expected.types().get(type));
            }
        }
    }

    private static List<Map<String, @Nullable Object>> events(Path file, ReaderChoice reader, Set<String> types) {
        List<Map<String, @Nullable Object>> events = Collections.synchronizedList(new ArrayList<>());
        RecordingSource.of(file, reader).events(types, () -> event -> events.add(EventCopies.of(event)));
        return events;
    }
}
