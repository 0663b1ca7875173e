package dev.loomweight.input.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bench.recording.ChunkWriter;
import dev.loomweight.bench.recording.FieldBytes;
import dev.loomweight.bench.recording.MetadataText;
import dev.loomweight.bench.recording.PinChunk;
import dev.loomweight.input.recording.CutPins.Span;
import dev.loomweight.input.recording.CutPins.Wait;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.PinEvents.Pin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was recorded shorter than it was is as long as what it waited in; nothing else is touched. */
class CutPinsTest {

    private static final int THREADS = 400;
    private static final long MILLI = 1_000_000;

    @TempDir
    private Path folder;

    /** A thread with random waits, and what is true of it. */
    private static final class MadeThread {
        private final Random random;
        private final List<Span> pins = new ArrayList<>();
        private final List<Wait> waits = new ArrayList<>();
        private final Map<Span, Span> cut = new TreeMap<>((one, other) -> Long.compare(one.from(), other.from()));
        private long now = 1_000 * MILLI;

        MadeThread(long seed) {
            random = new Random(seed);
            int steps = 1 + random.nextInt(20);
            for (int i = 0; i < steps; i++) {
                now += micros(300, 5_000);
                step(random.nextInt(7));
            }
            Collections.shuffle(pins, random);
            Collections.shuffle(waits, random);
        }

        private long micros(int from, int to) {
            return 1_000L * (from + random.nextInt(to - from));
        }

        private void step(int kind) {
            long length = micros(2_000, 60_000);
            long from = now;
            now += length;
            switch (kind) {
                // A lock, which no event of a wait is about.
                case 0 -> pins.add(new Span(from, micros(1, 900)));
                // Not pinned.
                case 1 -> wait("jdk.ThreadSleep", from, length);
                case 2 -> {
                    pins.add(new Span(from + 2_000, length - 4_000));
                    wait("jdk.ThreadSleep", from, length);
                }
                // An old permit ended the first.
                case 3 -> {
                    pins.add(new Span(from + 2_000, 3_000));
                    pins.add(new Span(from + 9_000, length - 20_000));
                    wait("jdk.ThreadSleep", from, length);
                }
                case 4 -> cut("jdk.ThreadSleep", from, length, from + length - 5_000, 0);
                // Both were cut: the longer of the two has what neither has.
                case 5 -> {
                    long first = micros(1, 9);
                    pins.add(new Span(from + 2_000, first));
                    cut("jdk.SocketRead", from, length, from + length - 200_000, first);
                }
                // The wait is shorter than the limit.
                default -> {
                    pins.add(new Span(from + 2_000, 3_000));
                    waits.add(new Wait("jdk.ThreadSleep", new Span(from, 0)));
                }
            }
        }

        private void wait(String event, long from, long nanos) {
            waits.add(new Wait(event, new Span(from, nanos)));
        }

        private void cut(String event, long from, long length, long at, long others) {
            Span pin = new Span(at, micros(10, 100));
            pins.add(pin);
            wait(event, from, length);
            // What it waited in may have one of its own.
            if (random.nextBoolean()) {
                wait("jdk.ThreadPark", at, 2 * MILLI / 2 - 1);
            }
            cut.put(pin, new Span(from, length - others));
        }
    }

    @Test
    void aCutPinIsAsLongAsItsWaitAndOthersAreAsRecorded() {
        int cut = 0;
        for (int seed = 0; seed < THREADS; seed++) {
            MadeThread thread = new MadeThread(seed);
            List<Wait> waits = thread.waits.stream()
                    .filter(wait -> wait.span().nanos() >= MILLI)
                    .toList();

            Map<Span, Span> found = CutPins.stretched(thread.pins, waits, (pin, wait) -> true);

            assertThat(found).as("seed " + seed).isEqualTo(thread.cut);
            cut += found.size();
        }
        assertThat(cut).isGreaterThan(THREADS);
    }

    /** Of a whole recording: by the thread and the stack, in every reader alike. */
    @Test
    void recordingsAreReadSo() throws Exception {
        for (ReaderChoice reader : List.of(ReaderChoice.AUTO, ReaderChoice.CHUNK)) {
            assertThat(durations("jdk.ThreadPark", 1, reader)).as(reader.name()).containsExactly(40 * MILLI, 50_000L);
            assertThat(durations("jdk.ThreadPark", 2, reader)).containsExactly(3_000L, 50_000L);
            // By the stack it is no sleep.
            assertThat(durations("jdk.ThreadSleep", 1, reader)).containsExactly(3_000L, 50_000L);
            assertThat(durations("jdk.Other", 1, reader)).containsExactly(3_000L, 50_000L);
        }
    }

    private List<Long> durations(String wait, int ofThread, ReaderChoice reader) throws Exception {
        MetadataText types = PinChunk.metadata();
        PinChunk.event(types, 200, wait)
                .also(event -> event.field("duration", PinChunk.LONG).annotated(21, "TICKS"))
                .also(event -> event.constant("eventThread", PinChunk.THREAD));
        Path file = folder.resolve("made.jfr");
        Files.deleteIfExists(file);
        try (PinChunk chunk = new PinChunk(file, types)) {
            chunk.settings();
            chunk.stacks(2);
            chunk.threads(1, 2);
            chunk.pin(39 * MILLI, 3_000, 1, 1);
            chunk.pin(60 * MILLI, 50_000, 1, 2);
            chunk.writer()
                    .event(
                            200,
                            new FieldBytes()
                                    .number(ChunkWriter.START)
                                    .number(40 * MILLI)
                                    .number(ofThread));
        }
        List<Long> durations = Collections.synchronizedList(new ArrayList<>());
        Coverage coverage = RecordingSource.of(file, reader)
                .read(Interest.in(Pin.class), () -> (origin, sample) -> durations.add(((Pin) sample).nanos()));
        boolean isCut = durations.contains(40 * MILLI);
        assertThat(coverage.sources().getFirst().notes())
                .filteredOn(note -> note.startsWith("1 pin was recorded shorter than the wait"))
                .hasSize(isCut ? 1 : 0);
        return durations;
    }
}
