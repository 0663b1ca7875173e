package dev.loomweight.input.recording.reader.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.agent.AgentCaptures;
import dev.loomweight.capture.HeldFolder;
import dev.loomweight.capture.OwnJvm;
import dev.loomweight.input.recording.EventCopies;
import dev.loomweight.input.recording.Recordings;
import dev.loomweight.input.recording.Splits;
import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.input.recording.reader.RecordingReader.WantedEvents;
import dev.loomweight.sample.EventView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChunkFollowerTest {

    private static final String TICK = "loomweight.test.FollowedTick";

    @TempDir
    private Path folder;

    /** An event of this JVM, for the follower to find. */
    @Name(TICK)
    @StackTrace(false)
    static final class Tick extends jdk.jfr.Event {
        long number;
        String word = "";
    }

    @Test
    void eachEventOfARunningRecordingComesOnceOverFlushesAndChunks() throws IOException {
        List<Long> numbers = new ArrayList<>();
        List<String> words = new ArrayList<>();
        List<String> types = new ArrayList<>();
        long from = ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now());
        try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
            recording.enable(TICK);
            recording.setToDisk(true);
            recording.start();
            try (ChunkFollower follower = new ChunkFollower(
                    HeldFolder.open(repository()),
                    from,
                    WantedEvents.reading(Set.of(TICK, "loomweight.test.Unknown")),
                    type -> types.add(type.name()),
                    event -> {
                        numbers.add(event.longValue("number"));
                        words.add(String.valueOf(event.text("word")));
                    })) {
                commit(0, 1000);
                until(follower, numbers, 1000);
                commit(1000, 1500);
                // JFR begins a new chunk when a recording starts, and another when it ends.
                try (jdk.jfr.Recording other = new jdk.jfr.Recording()) {
                    other.start();
                    commit(1500, 2000);
                }
                commit(2000, 3000);
                until(follower, numbers, 3000);
                follower.poll();
            }
        }
        // Threads flush their buffers as they please, so order holds within a flush alone.
        assertThat(numbers).hasSize(3000);
        assertThat(numbers.stream().sorted())
                .containsExactlyElementsOf(LongStream.range(0, 3000).boxed().toList());
        assertThat(words).hasSize(3000).contains("word 0", "word 99");
        assertThat(types).contains(TICK).doesNotContain("loomweight.test.Unknown");
    }

    private static void commit(int from, int to) {
        for (int i = from; i < to; i++) {
            Tick tick = new Tick();
            tick.number = i;
            // Constants that later flushes refer to as well.
            tick.word = "word " + i % 100;
            tick.commit();
        }
    }

    private static void until(ChunkFollower follower, List<Long> numbers, int count) {
        AgentCaptures.until(count + " events", () -> {
            try {
                follower.poll();
                return numbers.size() >= count;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static Path repository() {
        Matcher path = Pattern.compile("Repository path: (\\S.*)")
                .matcher(OwnJvm.open().run("JFR.configure"));
        assertThat(path.find()).isTrue();
        return Path.of(path.group(1).strip());
    }

    @Test
    void finishedChunksAreReadAsTheReaderReadsThem() throws IOException {
        Path recording = Recordings.variety(21);
        Set<String> types = EventCopies.types(recording);
        List<String> expected = new ArrayList<>();
        new ChunkReader(1)
                .read(ChunkedFile.of(recording), WantedEvents.reading(types), () -> event -> expected.add(told(event)));
        Files.writeString(folder.resolve("notes.txt"), "no chunk");
        Files.write(folder.resolve("2020.jfr"), new byte[ChunkHeader.SIZE / 2]);
        List<String> followed = new ArrayList<>();
        try (ChunkFollower follower = new ChunkFollower(
                HeldFolder.open(folder),
                0,
                WantedEvents.reading(types),
                type -> {},
                event -> followed.add(told(event)))) {
            follower.poll();
            assertThat(followed).isEmpty();
            Splits.of(recording, folder);
            follower.poll();
            follower.poll();
        }

        assertThat(followed).isEqualTo(expected).isNotEmpty();
    }

    @Test
    void itBeginsWithTheChunkThatWasWrittenThen() throws IOException {
        Path recording = Recordings.variety(21);
        Set<String> types = EventCopies.types(recording);
        List<Path> chunks = Splits.of(recording, folder);
        assertThat(chunks).hasSizeGreaterThan(1);
        List<String> last = new ArrayList<>();
        Path lastFile = chunks.getLast();
        new ChunkReader(1)
                .read(ChunkedFile.of(lastFile), WantedEvents.reading(types), () -> event -> last.add(told(event)));
        long start =
                ChunkedFile.of(lastFile).chunks().getFirst().header().start().nanos();
        List<String> followed = new ArrayList<>();
        try (ChunkFollower follower = new ChunkFollower(
                HeldFolder.open(folder),
                start + 1,
                WantedEvents.reading(types),
                type -> {},
                event -> followed.add(told(event)))) {
            follower.poll();
        }

        assertThat(followed).isEqualTo(last);
    }

    private static String told(EventView event) {
        return event.typeName() + " " + event.startTime() + " " + event.durationNanos() + " " + event.stack();
    }
}
