package dev.loomweight.input.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.Source;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.Recordings;
import dev.loomweight.input.recording.Shifted;
import dev.loomweight.input.recording.Splits;
import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Sample;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Folders of recordings, and recordings that have the same in them. */
class FolderTest {

    private static final Path PINS = Recordings.of(25, Scene.PINS);
    private static final Path VARIETY = Recordings.variety(25);

    @TempDir
    private Path temporary;

    private Path folder = Path.of("");

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createDirectories(temporary.resolve("all"));
    }

    private static List<Source> open(Path... paths) {
        return open(ReaderChoice.AUTO, paths);
    }

    private static List<Source> open(ReaderChoice reader, Path... paths) {
        try (Inputs inputs = Inputs.open(List.of(paths), reader)) {
            return inputs.sources();
        }
    }

    private static List<String> subjects(List<Source> sources) {
        return sources.stream()
                .filter(Source::hasContent)
                .map(source -> source.origin().subject())
                .toList();
    }

    /** By kind, how many samples all sources have, and a sum over their contents that no order changes. */
    private static Map<String, String> samples(List<Source> sources) {
        List<Sample> samples = Collections.synchronizedList(new ArrayList<>());
        sources.forEach(source -> source.read(Recordings.ALL_EVENTS, () -> (origin, sample) -> samples.add(sample)));
        return samples.stream()
                .collect(Collectors.groupingBy(
                        sample -> sample.getClass().getSimpleName(),
                        TreeMap::new,
                        Collectors.collectingAndThen(
                                Collectors.toList(),
                                of -> of.size() + " with "
                                        + of.stream()
                                                .mapToLong(sample ->
                                                        sample.toString().hashCode())
                                                .sum())));
    }

    private static List<String> numbers(Map<String, String> samples) {
        return samples.entrySet().stream()
                .map(kind -> kind.getKey() + " " + kind.getValue().replaceFirst(" .*", ""))
                .toList();
    }

    private static List<String> notes(List<Source> sources) {
        return sources.stream()
                .filter(source -> !source.hasContent())
                .map(source -> source.read(Recordings.ALL_EVENTS, () -> (origin, sample) -> {}))
                .flatMap(coverage -> coverage.sources().stream())
                .map(Coverage.OfSource::notes)
                .flatMap(List::stream)
                .toList();
    }

    private Path shifted(String name, long nanos) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Shifted.copy(PINS, nanos, file);
    }

    /** The chunks of a recording from one to another, as a file: what a dump at some time has. */
    private Path part(String name, int from, int to) throws IOException {
        List<Path> chunks = Splits.of(VARIETY, temporary);
        Path file = folder.resolve(name);
        try (OutputStream out = Files.newOutputStream(file)) {
            for (Path chunk : chunks.subList(from, to)) {
                Files.copy(chunk, out);
            }
        }
        return file;
    }

    @Test
    void aFolderIsItsRecordingsAtAnyDepthInTheOrderOfTheirPaths() throws IOException {
        shifted("b/app.jfr", 1);
        shifted("a/app.jfr", 2);
        shifted("Last.JFR", 3);
        shifted(".hidden.jfr", 4);
        shifted(".hidden/app.jfr", 5);
        Files.writeString(folder.resolve("a/notes.txt"), "x");
        Files.createSymbolicLink(folder.resolve("a/loop"), folder);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("c.jfr.gz")))) {
            Files.copy(Recordings.of(21, Scene.PINS), out);
        }

        List<Source> sources = open(folder);

        assertThat(subjects(sources)).containsExactly("Last.JFR", "a/app.jfr", "b/app.jfr", "c.jfr.gz");
        assertThat(notes(sources))
                .containsExactly(
                        "Not read, for want of the ending .jfr or .lwf: a/notes.txt.",
                        "Links to folders are not followed: a/loop.");
    }

    @Test
    void capturesAndRecordingsOfOneFolderAreBothRead() throws IOException {
        shifted("x/app.jfr", 1);
        Path capture = Files.createDirectories(folder.resolve("x/v.lw"));
        Files.writeString(capture.resolve("capture.json"), """
                {"schemaVersion": 1, "started": "2026-11-01T10:00:00Z", "status": "complete", "snapshots": [],
                 "target": "shop", "command": ["java"], "jdk": "25", "pid": 7}
                """);
        Files.copy(Recordings.of(21, Scene.PINS), capture.resolve("recording.jfr"));

        assertThat(subjects(open(folder))).containsExactly("shop", "shop", "app.jfr");
        assertThat(subjects(open(capture, capture))).containsExactly("shop", "shop");
        assertThat(notes(open(capture, capture)))
                .containsExactly("The capture is given more than once and was read once.");
    }

    @Test
    void aFolderWithoutRecordingsSaysWhatItShouldHave() throws IOException {
        Files.writeString(folder.resolve("nmt.txt"), "x");

        assertThatThrownBy(() -> open(folder))
                .isInstanceOf(DataException.class)
                .hasMessage("the folder " + folder + " is not a capture, and there is neither a capture, a"
                        + " recording (*.jfr), a fold (*.lwf) nor a text in it that Loomweight reads");
    }

    /** Whoever takes dumps by hand has a folder of them. */
    @Test
    void aFolderOfThreadDumpsIsItsDumps() throws IOException {
        String dump = """
                2026-11-01 10:00:00
                Full thread dump OpenJDK 64-Bit Server VM (25.0.1+8-LTS mixed mode):

                "main" #1 [7] prio=5 os_prio=0 cpu=1.00ms elapsed=1.00s tid=0x1 nid=7 runnable  [0x2]
                   java.lang.Thread.State: RUNNABLE
                \tat com.acme.Shop.main(Shop.java:3)
                """;
        Files.writeString(folder.resolve("b.txt"), dump);
        Files.writeString(
                Files.createDirectories(folder.resolve("later")).resolve("c.log"), dump.replace("cpu=1", "cpu=2"));
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("a.txt.gz")))) {
            out.write(dump.replace("cpu=1", "cpu=3").getBytes(StandardCharsets.UTF_8));
        }
        Files.writeString(folder.resolve("notes.md"), "# What was done");
        Files.write(folder.resolve("empty.txt"), new byte[0]);

        try (Inputs inputs = Inputs.open(List.of(folder), ReaderChoice.AUTO)) {
            List<Source> sources = inputs.sources();

            assertThat(subjects(sources)).containsExactly("a.txt.gz", "b.txt", "c.log");
            assertThat(notes(sources))
                    .containsExactly("Not read, since they are no texts that Loomweight reads: empty.txt, notes.md.");
        }
        shifted("app.jfr", 1);
        assertThat(subjects(open(folder))).as("next to a recording").containsExactly("app.jfr");
    }

    @Test
    void recordingsThatGoOnWhereAnotherEndsAreOfOneProcess() throws IOException {
        Path repository = Files.createDirectories(folder.resolve("2026_11_22_77"));
        int number = 0;
        for (Path chunk : Splits.of(VARIETY, temporary)) {
            Files.move(chunk, repository.resolve("chunk" + number++ + ".jfr"));
        }

        assertThat(subjects(open(folder))).containsOnly("2026_11_22_77").hasSize(3);
        assertThat(samples(open(folder))).isEqualTo(samples(open(VARIETY)));

        shifted("2026_11_22_77/other.jfr", 1);
        assertThat(subjects(open(folder)))
                .as("the folder has another process, too")
                .containsExactly(
                        "chunk0.jfr and 2 more", "chunk0.jfr and 2 more", "chunk0.jfr and 2 more", "other.jfr");
    }

    @Test
    void theSameRecordingIsReadOnce() throws IOException {
        Path real = shifted("b.jfr", 7);
        Files.copy(real, folder.resolve("copy.jfr"));
        Files.createLink(folder.resolve("hard.jfr"), real);
        Files.createSymbolicLink(folder.resolve("a.jfr"), real);

        List<Source> sources = open(folder, real);

        assertThat(subjects(sources)).containsExactly("b.jfr");
        assertThat(samples(sources)).isEqualTo(samples(open(real)));
        assertThat(notes(sources))
                .containsExactly("Left out, because other inputs contain the same: " + folder
                        + "/a.jfr (the same file as " + real + "), " + folder + "/copy.jfr (in " + real + "), " + folder
                        + "/hard.jfr (the same file as " + real + "), " + real + " (the same file as " + real + ").");
    }

    @Test
    void whatOneFileHasTwiceIsReadOnce() throws IOException {
        Path once = shifted("once.jfr", 7);
        Path twice = folder.resolve("twice.jfr");
        try (OutputStream out = Files.newOutputStream(twice)) {
            Files.copy(once, out);
            Files.copy(once, out);
        }

        assertThat(samples(open(twice))).isEqualTo(samples(open(once)));
        assertThat(notes(open(twice)))
                .containsExactly(
                        "Left out, because the same file contains them before: 1 of 2 chunks of " + twice + ".");
    }

    @ParameterizedTest
    @EnumSource(
            value = ReaderChoice.class,
            names = {"CHUNK", "JDK", "JMC"})
    void chunksThatSeveralDumpsHaveAreReadOnce(ReaderChoice reader) throws IOException {
        Path early = part("1-early.jfr", 0, 2);
        Path late = part("2-late.jfr", 1, 3);

        List<Source> sources = open(reader, folder);

        Map<String, String> once = samples(sources);
        if (reader == ReaderChoice.JDK) {
            // It keeps the clock of a file's first chunk for the others, and so gives some nanoseconds more or less.
            assertThat(numbers(once)).isEqualTo(numbers(samples(open(reader, VARIETY))));
        } else {
            assertThat(once).isEqualTo(samples(open(reader, VARIETY)));
        }
        assertThat(subjects(sources)).as("one process").containsExactly("all", "all");
        assertThat(notes(sources))
                .containsExactly("Read once, although several inputs contain them: 1 of 2 chunks of " + late + " (in "
                        + early + ").");
    }

    @Test
    void aDumpThatALaterOneContainsIsLeftOut() throws IOException {
        Path early = part("1-early.jfr", 0, 2);
        Path late = part("2-late.jfr", 0, 3);

        List<Source> sources = open(folder);

        assertThat(subjects(sources)).containsExactly("2-late.jfr");
        assertThat(notes(sources))
                .containsExactly("Left out, because other inputs contain the same: " + early + " (in " + late + ").");
    }

    @Test
    void ofAChunkThatIsStillWrittenAndTheFinishedOneTheLongerCounts() throws IOException {
        Path finished = part("late.jfr", 0, 1);
        ByteBuffer begun = ByteBuffer.wrap(Arrays.copyOf(Files.readAllBytes(finished), 150_000));
        begun.putLong(8, 140_000).put(ChunkHeader.STATE_AT, (byte) 5);
        // What the JVM had not flushed may be anything.
        begun.put(149_999, (byte) ~begun.get(149_999));
        Files.write(folder.resolve("early.jfr"), begun.array());
        // Cut off while it was copied.
        Files.write(folder.resolve("cut.jfr"), Arrays.copyOf(Files.readAllBytes(finished), 90_000));

        List<Source> sources = open(folder);

        assertThat(subjects(sources)).containsExactly("late.jfr");
        assertThat(samples(sources)).isEqualTo(samples(open(finished)));
    }

    @Test
    void chunksOfOneTimeWithOtherContentsAreAllRead() throws IOException {
        Path one = shifted("one.jfr", 0);
        byte[] bytes = Files.readAllBytes(one);
        bytes[bytes.length - 1] ^= 1;
        Path other = Files.write(folder.resolve("other.jfr"), bytes);

        List<Source> sources = open(folder);

        assertThat(sources.stream().filter(Source::hasContent)).hasSize(2);
        assertThat(notes(sources))
                .singleElement()
                .asString()
                .startsWith("Read all, although")
                .contains(one + " and " + other);
    }

    @Test
    void aRecordingThatCannotBeReadCostsOnlyItself() throws IOException {
        shifted("good.jfr", 1);
        Path empty = Files.write(folder.resolve("empty.jfr"), new byte[0]);
        Path text = Files.writeString(folder.resolve("text.jfr"), "no recording");
        Path packed = Files.write(folder.resolve("packed.jfr.gz"), new byte[] {0x1F, (byte) 0x8B, 8, 0, 1});

        List<Source> sources = open(folder);

        assertThat(sources)
                .filteredOn(UnreadableSource.class::isInstance)
                .extracting(source -> ((UnreadableSource) source).reason())
                .satisfiesExactly(
                        reason -> assertThat(reason).startsWith(empty + " is empty"),
                        reason -> assertThat(reason).startsWith("cannot unpack " + packed),
                        reason -> assertThat(reason).startsWith(text + " is not a recording: it looks like text"));
        assertThat(subjects(sources)).contains("good.jfr");
    }
}
