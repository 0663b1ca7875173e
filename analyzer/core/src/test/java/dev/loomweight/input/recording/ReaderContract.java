package dev.loomweight.input.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.recording.Recordings.Reading;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Events;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What every reader owes of a recording: the same samples, field for field, and the same coverage. */
final class ReaderContract {

    /** Of several chunks together, times by the JDK's reader differ by up to 120 ns from those of a chunk alone. */
    private static final long MAX_GAP_NANOS = 1_000;

    /** What the JDK's reader gives of a chunk, or which events it has. */
    private record Chunk(Path file, List<Sample> samples, Set<String> types, Map<String, Long> counts) {}

    private final Path file;
    private final Path folder;
    private @Nullable List<Chunk> chunks;
    private @Nullable Reading byJdk;

    /**
     * What the readers are compared with is read once.
     *
     * @param file a recording that was finished
     * @param folder where its chunks go, one by one; they stay
     */
    ReaderContract(Path file, Path folder) {
        this.file = file;
        this.folder = folder;
    }

    private List<Chunk> chunks() throws IOException {
        List<Chunk> known = chunks;
        if (known == null) {
            known = new ArrayList<>();
            for (Path chunk : Splits.of(file, folder)) {
                Set<String> types = EventCopies.types(chunk);
                known.add(new Chunk(chunk, Oracle.samples(chunk), types, counts(chunk, ReaderChoice.CHUNK, types)));
            }
            chunks = known;
        }
        return known;
    }

    private Reading byJdk() {
        Reading known = byJdk;
        if (known == null) {
            known = Recordings.read(file, ReaderChoice.JDK);
            byJdk = known;
        }
        return known;
    }

    /** Its samples are those that the JDK's own events give. */
    void sameSamples(ReaderChoice reader) throws IOException {
        for (Chunk chunk : chunks()) {
            List<Sample> expected = comparable(reader, chunk.samples());
            List<Pin> cut = expected.stream()
                    .filter(Pin.class::isInstance)
                    .map(Pin.class::cast)
                    .filter(ReaderContract::mayBeCut)
                    .toList();
            List<Sample> read =
                    comparable(reader, Recordings.read(chunk.file(), reader).samples());
            int others = expected.size() - cut.size();

            assertThat(read).hasSameSizeAs(expected);
            assertThat(read.subList(0, others))
                    .containsExactlyElementsOf(expected.stream()
                            .filter(sample -> !(sample instanceof Pin pin && mayBeCut(pin)))
                            .toList());
            // They come last, as long as what they waited in, which CutPinsTest knows.
            assertThat(read.subList(others, read.size()).stream()
                            .map(Pin.class::cast)
                            .toList())
                    .zipSatisfy(cut, (pin, recorded) -> {
                        assertThat(pin.nanos()).isGreaterThanOrEqualTo(recorded.nanos());
                        assertThat(pin.thread()).isEqualTo(recorded.thread());
                        assertThat(pin.stack()).isEqualTo(recorded.stack());
                    });
        }
    }

    /** Whether a pin may have been recorded shorter than it was: of JDK 21 to 23, and of less than 1 ms. */
    private static boolean mayBeCut(Pin pin) {
        return pin.nanos() < 1_000_000 && pin.reason() == null && pin.thread() != null;
    }

    private static List<Sample> comparable(ReaderChoice reader, List<? extends Sample> samples) {
        return reader == ReaderChoice.JMC ? Recordings.withoutNotifiers(samples) : List.copyOf(samples);
    }

    /** Its coverage is that of the JDK's reader. */
    void sameCoverage(ReaderChoice reader) {
        Reading expected = byJdk();
        Reading reading = Recordings.read(file, reader);

        assertThat(comparable(withoutSpans(reading.coverage())))
                .isEqualTo(comparable(withoutSpans(expected.coverage())));
        assertThat(spanEnds(comparable(reading.coverage())))
                .usingElementComparator(
                        (one, other) -> Math.abs(one - other) <= MAX_GAP_NANOS ? 0 : Long.compare(one, other))
                .containsExactlyElementsOf(spanEnds(comparable(expected.coverage())));
        assertThat(reading.coverage().unreadBytes()).isZero();
    }

    private static OfSource withoutSpans(OfSource coverage) {
        return of(
                coverage,
                event -> new OfEvent(
                        event.eventType(),
                        event.state(),
                        event.count(),
                        event.unread(),
                        event.threshold(),
                        new Coverage.Stacks(
                                event.ofStacks().stacks(),
                                event.ofStacks().withoutStack(),
                                event.ofStacks().truncated(),
                                event.ofStacks().stackDepth()),
                        event.fields()),
                coverage.notes());
    }

    private static OfSource of(OfSource coverage, UnaryOperator<OfEvent> each, List<String> notes) {
        return new OfSource(
                coverage.origin(),
                coverage.start(),
                coverage.end(),
                coverage.lostBytes(),
                coverage.unreadBytes(),
                coverage.events().stream().map(each).toList(),
                notes);
    }

    private static List<Long> spanEnds(OfSource coverage) {
        return coverage.events().stream()
                .flatMap(event -> event.onlyIn().stream())
                .flatMap(span -> Stream.of(span.fromNanos(), span.toNanos()))
                .toList();
    }

    /**
     * Of recordings from before virtual threads, what the JDK's reader tells too: it resolves no setting of theirs, and
     * keeps silent on references that lead nowhere.
     */
    private OfSource comparable(OfSource coverage) {
        if (!isOf("11") && !isOf("17")) {
            return coverage;
        }
        return of(
                coverage,
                event -> Events.of(
                        event.eventType(), event.state(), event.count(), null, false, 0, 0, 0, event.fields()),
                List.of());
    }

    private boolean isOf(String jdk) {
        return String.valueOf(file.getParent()).endsWith(jdk);
    }

    /** It reads all types. */
    void allTypes(ReaderChoice reader) throws IOException {
        for (Chunk chunk : chunks()) {
            assertThat(counts(chunk.file(), reader, RecordingSource.ALL_TYPES))
                    .isNotEmpty()
                    .isEqualTo(chunk.counts());
        }
    }

    private static Map<String, Long> counts(Path file, ReaderChoice reader, Set<String> types) {
        Map<String, Long> counts = new ConcurrentHashMap<>();
        RecordingSource.of(file, reader).events(types, () -> event -> counts.merge(event.typeName(), 1L, Long::sum));
        return counts;
    }

    /** Our own reader gives of the whole what it gives of its chunks. */
    void theWholeIsItsChunks() throws IOException {
        List<Sample> parts = new ArrayList<>();
        for (Chunk chunk : chunks()) {
            parts.addAll(Recordings.read(chunk.file(), ReaderChoice.CHUNK).samples());
        }
        assertThat(Recordings.read(file, ReaderChoice.CHUNK).samples()).containsExactlyInAnyOrderElementsOf(parts);
    }

    /** Our own reader has the value of every field of every event that the JDK's has. */
    void sameFields() throws IOException {
        for (Chunk chunk : chunks()) {
            List<Map<String, @Nullable Object>> expected = events(chunk.file(), ReaderChoice.JDK, chunk.types());
            List<Map<String, @Nullable Object>> events = events(chunk.file(), ReaderChoice.CHUNK, chunk.types());

            assertThat(expected).isNotEmpty();
            assertThat(events).hasSameSizeAs(expected);
            for (int i = 0; i < events.size(); i++) {
                assertThat(events.get(i)).isEqualTo(expected.get(i));
            }
        }
    }

    private static List<Map<String, @Nullable Object>> events(Path file, ReaderChoice reader, Set<String> types) {
        List<Map<String, @Nullable Object>> events = Collections.synchronizedList(new ArrayList<>());
        RecordingSource.of(file, reader).events(types, () -> event -> events.add(EventCopies.of(event)));
        return events;
    }
}
