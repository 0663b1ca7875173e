package dev.loomweight.memory.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.memory.reconcile.GcHistory;
import dev.loomweight.memory.reconcile.GcHistory.Collection;
import dev.loomweight.memory.reconcile.GcHistory.Kind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What collections say of the live objects; the class histogram of the same JVM is the oracle. */
@Tag("applications")
class LiveObjectsTest {

    private static final long MB = 1 << 20;
    private static final int KEPT = 24;

    @TempDir
    private Path folder;

    /** What was live, by the histogram, and what the recording says. */
    private record Measured(long histogram, LiveObjects live) {}

    @ParameterizedTest
    @CsvSource({
        // Where memory is short, G1 collects everything; when it marks depends on time.
        "G1, 72, 0, after ., 1.9",
        "Parallel, 72, 1, after a full collection, 1.3",
        "Serial, 72, 1, after a full collection, 1.3",
        // Nothing is allocated during the last cycles.
        "Z, 128, 5, 'at most: after a concurrent cycle, with what was allocated during it', 1.3"
    })
    void collectionsOfTheOldGenerationBoundWhatIsLive(
            String collector, int heap, int collections, String source, double closeness) throws Exception {
        for (String jdk : Jdks.BOTH) {
            Measured measured = run(jdk, 400, collections, "-Xmx" + heap + "m", "-XX:+Use" + collector + "GC");

            assertThat(measured.live.source()).as(jdk).containsPattern(source);
            assertThat(measured.live.exact()).isEqualTo(measured.live.source().equals("after a full collection"));
            assertThat(measured.live.bytes())
                    .as("%s %s, %s", jdk, collector, measured)
                    .isBetween(measured.histogram - 2 * MB, Math.round(measured.histogram * closeness));
        }
    }

    /** The used heap is some hundred megabytes, and what it says of the live objects is nothing. */
    @Test
    void youngCollectionsAloneAreAnUpperBoundAndSaidToBeOne() throws Exception {
        Measured measured = run("loomweight.jdk21", 500, 0, "-Xmx1g", "-Xmn100m", "-XX:+UseG1GC");

        assertThat(measured.live.exact()).isFalse();
        assertThat(measured.live.source()).startsWith("at most: after young collections");
        assertThat(measured.live.bytes()).isBetween(measured.histogram - 2 * MB, 250 * MB);
    }

    @Test
    void aFullCollectionMeasuresAndANewPeakMayBeLive() {
        List<Collection> freed = List.of(young(200), full(100), young(180));
        List<Collection> higher = List.of(young(200), full(100), young(300));

        assertThat(LiveObjects.of(freed, true)).isEqualTo(new LiveObjects(100 * MB, true, "after a full collection"));
        assertThat(LiveObjects.of(higher, true))
                .isEqualTo(new LiveObjects(
                        300 * MB,
                        false,
                        "at most: after young collections since the old generation was last collected"));
    }

    @Test
    void aCycleAtTheStartSaysNothingOfALaterLoad() {
        List<Collection> all = List.of(young(30), marked(25), young(24), young(20), young(400), young(500));

        assertThat(LiveObjects.of(all, true).bytes()).isEqualTo(500 * MB);
        assertThat(LiveObjects.of(all, true).exact()).isFalse();
    }

    @Test
    void mixedCollectionsFreeStepByStepAndTheLeastCounts() {
        List<Collection> all = List.of(
                young(260), marked(255), young(250), young(170), young(200), young(265), marked(264), young(262));

        assertThat(LiveObjects.of(all, true).bytes()).isEqualTo(170 * MB);
    }

    @Test
    void ofConcurrentCyclesTheLeastCountsUnlessMoreStays() {
        List<Collection> noise = List.of(concurrent(160), concurrent(400), concurrent(170), young(410));
        List<Collection> growth = List.of(concurrent(160), concurrent(400), concurrent(410), young(400));

        assertThat(LiveObjects.of(noise, true).bytes()).as("freed before").isEqualTo(410 * MB);
        assertThat(LiveObjects.of(growth, true).bytes()).isEqualTo(410 * MB);
    }

    @Test
    void collectionsOfUnknownKindBoundItByTheHighest() {
        assertThat(LiveObjects.of(List.of(young(100), young(300), young(200)), false))
                .isEqualTo(
                        new LiveObjects(300 * MB, false, "at most: after collections of a kind that was not recorded"));
    }

    private static Collection young(long megabytes) {
        return new Collection(Kind.YOUNG, megabytes * MB);
    }

    private static Collection full(long megabytes) {
        return new Collection(Kind.FULL, megabytes * MB);
    }

    private static Collection marked(long megabytes) {
        return new Collection(Kind.MARKED, megabytes * MB);
    }

    private static Collection concurrent(long megabytes) {
        return new Collection(Kind.CONCURRENT, megabytes * MB);
    }

    /** Runs the program, which allocates some megabytes and then collects some times. */
    private Measured run(String jdk, int megabytes, int collections, String... options) throws Exception {
        Path recording = folder.resolve("recording" + options.length + jdk + ".jfr");
        List<String> words = Stream.of(
                        Stream.of(Jdks.home(jdk).resolve("bin/java").toString(), "-Xlog:jfr*=error"),
                        Stream.of(options),
                        Stream.of(
                                "-cp",
                                Path.of(KnownHeap.class
                                                .getProtectionDomain()
                                                .getCodeSource()
                                                .getLocation()
                                                .toURI())
                                        .toString(),
                                KnownHeap.class.getName(),
                                Integer.toString(KEPT),
                                "6",
                                Integer.toString(megabytes),
                                recording.toString(),
                                Integer.toString(collections)))
                .flatMap(some -> some)
                .toList();
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        try {
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(printed).isZero();
            long total = printed.lines()
                    .filter(line -> line.startsWith("Total") || line.contains("FillerElement"))
                    .mapToLong(line -> {
                        String[] fields = line.strip().split("\\s+", -1);
                        return line.startsWith("Total") ? Long.parseLong(fields[2]) : -Long.parseLong(fields[2]);
                    })
                    .sum();
            assertThat(total).isGreaterThan(KEPT * MB);
            return new Measured(total, recorded(recording));
        } finally {
            process.destroyForcibly();
        }
    }

    private static LiveObjects recorded(Path recording) {
        Sizing sizing = new Sizing();
        try (Inputs inputs = Inputs.open(List.of(recording), ReaderChoice.AUTO)) {
            GcHistory history = FoldRun.read(List.of(sizing), inputs.sources())
                    .result(sizing)
                    .all()
                    .together()
                    .getFirst()
                    .recorded()
                    .collections();
            return LiveObjects.of(history.collections(), history.isNamed());
        }
    }
}
