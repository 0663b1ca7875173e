package dev.loomweight.input.recording.reader.jmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.recording.EventCopies;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.input.recording.Recordings;
import dev.loomweight.input.recording.Recordings.Reading;
import dev.loomweight.input.recording.Splits;
import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventType.EventField;
import dev.loomweight.sample.EventType.EventField.Meaning;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.VirtualThreadEnd;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("oracles")
class JmcReaderTest {

    @TempDir
    private Path folder;

    static List<Path> recordings() {
        return Recordings.all();
    }

    // Chunk by chunk: to the JDK, all chunks of a file have the clock of the first.
    @ParameterizedTest
    @MethodSource("recordings")
    void givesTheSameAsTheJdk(Path file) throws IOException {
        for (Path chunk : Splits.of(file, folder)) {
            Reading expected = Recordings.read(chunk, ReaderChoice.JDK);
            Reading reading = Recordings.read(chunk, ReaderChoice.JMC);

            assertThat(Recordings.withoutNotifiers(reading.samples()))
                    .containsExactlyElementsOf(Recordings.withoutNotifiers(expected.samples()));
            assertThat(reading.coverage()).isEqualTo(expected.coverage());
            assertSameEvents(chunk);
        }
    }

    // The clock of many machines ticks once a nanosecond, which hides how ticks are converted.
    @ParameterizedTest
    @MethodSource("recordings")
    void convertsTicksAsTheJdkDoes(Path file) throws IOException {
        for (Path chunk : Splits.of(file, folder)) {
            byte[] bytes = Files.readAllBytes(chunk);
            ByteBuffer.wrap(bytes).putLong(56, 2_112_000_000L);
            Path patched = write(bytes);

            assertThat(Recordings.withoutNotifiers(
                            Recordings.read(patched, ReaderChoice.JMC).samples()))
                    .containsExactlyElementsOf(Recordings.withoutNotifiers(
                            Recordings.read(patched, ReaderChoice.JDK).samples()));
            assertSameEvents(patched);
        }
    }

    // To the JDK, all chunks of a file have the clock of the first.
    @Test
    void everyChunkHasItsOwnClock() throws IOException {
        byte[] faster = Files.readAllBytes(Recordings.of(21, Scene.PINS));
        ByteBuffer.wrap(faster).putLong(56, 2_112_000_000L);
        Path file = write(faster, Files.readAllBytes(Recordings.of(25, Scene.PINS)));

        Reading reading = Recordings.read(file, ReaderChoice.JMC);

        assertThat(reading.of(Pin.class)).hasSize(11);
        assertThat(reading.samples())
                .containsExactlyInAnyOrderElementsOf(
                        Recordings.read(file, ReaderChoice.CHUNK).samples());
    }

    @Test
    void aRecordingTwiceIsTwoRecordings() throws IOException {
        byte[] one = Files.readAllBytes(Recordings.of(25, Scene.PINS));

        assertThat(Recordings.read(write(one, one), ReaderChoice.JMC).of(Pin.class))
                .hasSize(10);
    }

    @Test
    void virtualThreadsAndNoOthersAreVirtual() {
        List<ThreadRef> blocked = threads(Recordings.of(21, Scene.MONITORS), "jdk.JavaMonitorEnter", "eventThread");
        List<ThreadRef> owners = threads(Recordings.of(21, Scene.MONITORS), "jdk.JavaMonitorEnter", "previousOwner");

        assertThat(blocked)
                .extracting(ThreadRef::name)
                .containsExactlyInAnyOrder("waiter-0", "waiter-1", "waiter-2", "waiter-3");
        assertThat(blocked).allMatch(thread -> thread.virtual() && thread.osThreadId() == 0);
        assertThat(owners).isNotEmpty().contains(owners.getFirst());
        assertThat(owners).anyMatch(thread -> !thread.virtual() && thread.name().equals("main"));
        assertThat(owners).filteredOn(thread -> !thread.virtual()).allMatch(thread -> thread.osThreadId() > 0);
    }

    @Test
    void onlyTheWantedKindsAreHandedOver() {
        List<Object> samples = new ArrayList<>();
        RecordingSource.of(Recordings.of(25, Scene.SILENT), ReaderChoice.JMC)
                .read(Interest.in(VirtualThreadEnd.class), () -> (origin, sample) -> samples.add(sample));

        assertThat(samples).hasSize(2).hasOnlyElementsOfType(VirtualThreadEnd.class);
    }

    @Test
    void anExceptionOfTheSinkEndsTheReading() throws IOException {
        byte[] one = Files.readAllBytes(Recordings.of(25, Scene.PINS));
        List<Object> samples = new ArrayList<>();

        assertThatThrownBy(() -> RecordingSource.of(write(one, one), ReaderChoice.JMC)
                        .read(Recordings.ALL_EVENTS, () -> (origin, sample) -> {
                            samples.add(sample);
                            throw new IllegalStateException("enough");
                        }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("enough");
        assertThat(samples).hasSize(1);
    }

    @Test
    void readsTheWholeChunksOfARecordingThatIsCutOff() throws IOException {
        byte[] one = Files.readAllBytes(Recordings.of(25, Scene.PINS));
        Path cut = write(one, Arrays.copyOf(one, one.length - 1000));

        Reading reading = Recordings.read(cut, ReaderChoice.JMC);

        assertThat(reading.of(Pin.class)).hasSize(5);
        assertThat(reading.coverage().unreadBytes()).isEqualTo(one.length - 1000);
        assertThat(reading.coverage())
                .isEqualTo(Recordings.read(cut, ReaderChoice.JDK).coverage());
    }

    @ParameterizedTest
    @ValueSource(ints = {21, 25})
    void readsARecordingWhoseJvmWasKilledUpToItsLastFlush(int jdk) {
        Reading reading = Recordings.read(Recordings.killed(jdk), ReaderChoice.JMC);

        assertThat(reading.samples())
                .isNotEmpty()
                .containsExactlyElementsOf(Recordings.read(Recordings.killed(jdk), ReaderChoice.JDK)
                        .samples());
        assertThat(reading.coverage().unreadBytes()).isPositive();
    }

    @Test
    void aDamagedChunkCostsNoOther() throws IOException {
        byte[] one = Files.readAllBytes(Recordings.of(25, Scene.PINS));
        byte[] broken = one.clone();
        // Behind the event's size and type: a checkpoint of another type is no constant pool.
        broken[(int) ByteBuffer.wrap(one).getLong(16) + 4] = 77;

        Reading reading = Recordings.read(write(one, broken, one), ReaderChoice.JMC);

        assertThat(reading.of(Pin.class)).hasSize(10);
        assertThat(reading.coverage().unreadBytes()).isEqualTo(one.length);
        assertThat(reading.coverage().notes())
                .singleElement()
                .asString()
                .contains("JDK Mission Control could not read the chunk there: ", "77");
        assertThatThrownBy(() -> Recordings.read(write(broken), ReaderChoice.JMC))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("cannot read the recording");
    }

    @Test
    void saysHowFarItCameInADamagedChunk() throws IOException {
        byte[] one = Files.readAllBytes(Recordings.of(25, Scene.PINS));
        // Zeros at its end are an event without a size.
        byte[] longer = Arrays.copyOf(one, one.length + 100);
        ByteBuffer.wrap(longer).putLong(8, longer.length);

        Reading reading = Recordings.read(write(longer), ReaderChoice.JMC);

        assertThat(reading.of(Pin.class)).hasSize(5);
        assertThat(reading.coverage().notes())
                .singleElement()
                .asString()
                .contains("is damaged", "invalid size (0)", "of the requested events");
    }

    @Test
    void missionControlIsSilentAndNobodyElse() {
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            Recordings.read(Recordings.of(25, Scene.PINS), ReaderChoice.JMC);
        } finally {
            System.setErr(before);
        }
        assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(Logger.getLogger("org.openjdk.jmc.flightrecorder.internal").isLoggable(Level.SEVERE))
                .isFalse();
        assertThat(Logger.getLogger("org.openjdk").isLoggable(Level.WARNING)).isTrue();
    }

    private static List<ThreadRef> threads(Path file, String event, String field) {
        List<ThreadRef> threads = new ArrayList<>();
        RecordingSource.of(file, ReaderChoice.JMC).events(Set.of(event), () -> view -> {
            ThreadRef thread = view.thread(field);
            if (thread != null) {
                threads.add(thread);
            }
        });
        return threads;
    }

    /** Everything that events can be asked for, but for what {@link JmcEventView} says it cannot have. */
    private static void assertSameEvents(Path file) throws IOException {
        Set<String> types = EventCopies.types(file);
        List<Map<String, @Nullable Object>> expected = new ArrayList<>();
        List<EventType> described = new ArrayList<>();
        RecordingSource.of(file, ReaderChoice.JDK).events(types, () -> event -> {
            described.add(event.type());
            expected.add(copy(event, event.type()));
        });
        List<Map<String, @Nullable Object>> events = new ArrayList<>();
        RecordingSource.of(file, ReaderChoice.JMC)
                .events(types, () -> event -> events.add(copy(event, described.get(events.size()))));

        assertThat(events).isNotEmpty().hasSameSizeAs(expected);
        for (int i = 0; i < events.size(); i++) {
            assertThat(events.get(i)).isEqualTo(expected.get(i));
        }
    }

    private static Map<String, @Nullable Object> copy(EventView event, EventType type) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        copy.put("(type)", event.typeName());
        copy.put("(start)", event.startTime());
        copy.put("(nanos)", event.durationNanos());
        copy.put("(stack)", event.stack());
        for (EventField field : type.fields()) {
            String name = field.name();
            copy.put("has " + name, event.has(name));
            if (isKept(type, field)) {
                Object value = event.value(name);
                copy.put(name, renamed(value));
                copy.put("text " + name, isName(field, value) ? event.text(name) : "");
                copy.put("long " + name, isIntegral(field) ? event.longValue(name) : 0L);
                for (EventField within : value instanceof StackTrace ? List.<EventField>of() : field.fields()) {
                    String path = name + "." + within.name();
                    copy.put(path, value == null ? null : renamed(nested(event, path)));
                }
            }
        }
        return copy;
    }

    // What JmcEventView says that it cannot have.
    private static boolean isKept(EventType type, EventField field) {
        boolean extremeTime =
                type.name().equals("fixture.AllTypes") && field.name().equals("atTicks");
        return field.meaning() != Meaning.TIMESPAN_MICROS && !field.type().equals("byte") && !extremeTime;
    }

    // The two names, in one chunk, of a thread that was renamed.
    private static @Nullable Object renamed(@Nullable Object value) {
        return switch (value) {
            case ThreadRef thread
            when thread.name().equals("name before") ->
                new ThreadRef(thread.javaThreadId(), "name after", thread.osThreadId(), thread.virtual());
            case String name when name.equals("name before") -> "name after";
            case null -> null;
            default -> value;
        };
    }

    // The texts of numbers without sign or with a fraction, and of structures without a name, are nowhere defined.
    private static boolean isName(EventField field, @Nullable Object value) {
        return value instanceof String
                || value == null
                || (isIntegral(field) && field.meaning() != Meaning.UNSIGNED)
                || (value instanceof Map<?, ?> structure && structure.containsKey("name"));
    }

    private static boolean isIntegral(EventField field) {
        return Set.of("int", "long", "short").contains(field.type());
    }

    // A type that wraps its only field has no path to it at the JDK.
    private static @Nullable Object nested(EventView event, String path) {
        try {
            return event.value(path);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private Path write(byte[]... chunks) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] chunk : chunks) {
            all.write(chunk);
        }
        return Files.write(Files.createTempFile(folder, "chunks", ".jfr"), all.toByteArray());
    }
}
