package dev.loomweight.input.recording.reader.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.recording.Recordings;
import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.input.recording.reader.RecordingReader.EventSink;
import dev.loomweight.input.recording.reader.RecordingReader.EventSink.Request;
import dev.loomweight.input.recording.reader.RecordingReader.Reading;
import dev.loomweight.input.recording.reader.RecordingReader.WantedEvents;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events that are left unread until another asks for them. */
class RequestsTest {

    private static final WantedEvents ON_REQUEST = new WantedEvents(
            Set.of(Pin.EVENT),
            Set.of(),
            Map.of(MonitorWait.EVENT, new WantedEvents.Where(Pin.EVENT, Pin.REASON_FIELD)));

    /** Where each event began, by the chunk that it was in as the reader said. */
    private record Read(Map<Long, List<Long>> starts, Reading reading) {

        List<Long> all() {
            return starts.values().stream().flatMap(List::stream).sorted().toList();
        }
    }

    private static Read read(Path file, WantedEvents wanted, int threads, LongFunction<Request> ask)
            throws IOException {
        Map<Long, List<Long>> starts = Collections.synchronizedMap(new TreeMap<>());
        Reading reading = new ChunkReader(threads).read(ChunkedFile.of(file), wanted, () -> new EventSink() {
            private long chunk;

            @Override
            public void chunk(long startNanos) {
                chunk = startNanos;
            }

            @Override
            public Request requests(String type) {
                assertThat(type).isEqualTo(MonitorWait.EVENT);
                return ask.apply(chunk);
            }

            @Override
            public void accept(EventView event) {
                if (event.typeName().equals(MonitorWait.EVENT)) {
                    starts.computeIfAbsent(chunk, key -> new ArrayList<>()).add(event.startNanos());
                }
            }
        });
        return new Read(starts, reading);
    }

    private static Read all(Path file) throws IOException {
        return read(file, WantedEvents.reading(Set.of(MonitorWait.EVENT)), 1, chunk -> Request.NONE);
    }

    private static List<Long> chunks(Path file) throws IOException {
        return ChunkedFile.of(file).chunks().stream()
                .map(chunk -> chunk.header().start().nanos())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whatNobodyAsksForIsOnlyCounted(int threads) throws IOException {
        Path file = Recordings.variety(25);
        Read none = read(file, ON_REQUEST, threads, chunk -> Request.NONE);

        assertThat(none.all()).isEmpty();
        assertThat(none.reading.counts())
                .containsEntry(MonitorWait.EVENT, (long) all(file).all().size());
    }

    @Test
    void whereTheMetadataLacksTheFieldAllAreRead() throws IOException {
        Path file = Recordings.variety(21);

        assertThat(read(file, ON_REQUEST, 1, chunk -> Request.NONE).all())
                .isNotEmpty()
                .isEqualTo(all(file).all());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aChunkGetsItsOwnAndWhatItAsksOfTheOneBefore(int threads) throws IOException {
        Path file = Recordings.variety(25);
        Map<Long, List<Long>> all = all(file).starts;
        List<Long> chunks = chunks(file);
        assertThat(all).as("chunks with waits").hasSizeGreaterThan(1);
        for (int i = 0; i < chunks.size(); i++) {
            long asking = chunks.get(i);
            Map<Long, List<Long>> own = new TreeMap<>(all);
            own.keySet().retainAll(Set.of(asking));
            assertThat(read(file, ON_REQUEST, threads, chunk -> chunk == asking ? Request.CHUNK : Request.NONE).starts)
                    .isEqualTo(own);

            Map<Long, List<Long>> both = new TreeMap<>(all);
            both.keySet().retainAll(Set.copyOf(chunks.subList(Math.max(0, i - 1), i + 1)));
            assertThat(read(
                                    file,
                                    ON_REQUEST,
                                    threads,
                                    chunk -> chunk == asking ? Request.CHUNK_AND_BEFORE : Request.NONE)
                            .starts)
                    .isEqualTo(both);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void oneChunkCanAskForAllOfTheRecordingOnce(int threads) throws IOException {
        Path file = Recordings.variety(25);
        Map<Long, List<Long>> all = all(file).starts;
        for (long asking : chunks(file)) {
            assertThat(read(file, ON_REQUEST, threads, chunk -> chunk == asking ? Request.RECORDING : Request.NONE)
                            .starts)
                    .isEqualTo(all);
        }
    }

    @Test
    void whatWasReadInAnyCaseIsNotReadAgain(@TempDir Path folder) throws IOException {
        Path both = folder.resolve("both.jfr");
        try (OutputStream out = Files.newOutputStream(both)) {
            Files.copy(Recordings.variety(21), out);
            Files.copy(Recordings.variety(25), out);
        }
        Map<Long, List<Long>> all = all(both).starts;
        long last = chunks(both).getLast();

        assertThat(read(both, ON_REQUEST, 1, chunk -> chunk == last ? Request.RECORDING : Request.NONE).starts)
                .isEqualTo(all);
        // The first chunk of 25 follows one of another JVM.
        long first = chunks(Recordings.variety(25)).getFirst();
        Map<Long, List<Long>> some = new TreeMap<>(all);
        some.keySet().removeAll(chunks(Recordings.variety(25)));
        if (all.containsKey(first)) {
            some.put(first, all.getOrDefault(first, List.of()));
        }
        assertThat(read(both, ON_REQUEST, 1, chunk -> chunk == first ? Request.CHUNK_AND_BEFORE : Request.NONE).starts)
                .isEqualTo(some);
    }
}
