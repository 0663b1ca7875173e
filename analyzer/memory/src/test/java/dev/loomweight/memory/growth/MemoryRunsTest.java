package dev.loomweight.memory.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.FoldRun;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.report.Finding;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recordings of real runs, in pairs: where nothing was changed nothing is claimed, and what was planted is found. */
class MemoryRunsTest {

    private static final List<String> STILL = List.of(
            "still-allocate-21-1",
            "still-allocate-21-2",
            "still-allocate-25-1",
            "still-cache-25-1",
            "still-cache-25-2",
            "still-classes-21-1",
            "still-classes-21-3",
            "still-pool-21-1",
            "still-pool-21-2",
            "still-pool-25-1");

    private static final Map<String, String> PLANTED = new TreeMap<>(Map.of(
            "direct10-allocate-21", "growthOfDirectBuffers",
            "malloc3-classes-21", "growthOfDirectBuffers",
            "loaders2-allocate-21", "growthOfMetaspace",
            "threads2-pool-25", "growthOfPlatformThreads",
            "deflater5-pool-21", "growthOfHeapResident"));

    private static final Map<String, Observations> RUNS = new TreeMap<>();

    @BeforeAll
    static void read(@TempDir Path folder) {
        Stream.concat(STILL.stream(), PLANTED.keySet().stream()).forEach(name -> RUNS.put(name, read(folder, name)));
    }

    private static Observations read(Path folder, String name) {
        Path recording = folder.resolve(name + ".jfr");
        try (InputStream in = Objects.requireNonNull(
                        MemoryRunsTest.class.getResourceAsStream("/memory-runs/" + name + ".zip"));
                ZipInputStream zip = new ZipInputStream(in)) {
            zip.getNextEntry();
            Files.copy(zip, recording);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        FoldRun run = FoldRun.read(
                List.of(Observations.SUBJECT),
                Inputs.open(List.of(recording), ReaderChoice.AUTO).sources());
        return Observations.SUBJECT.read(run.result(Observations.SUBJECT));
    }

    @ParameterizedTest
    @CsvSource({
        "still-allocate-21-1, still-allocate-21-2, direct10-allocate-21, growthOfDirectBuffers",
        "still-classes-21-1, still-classes-21-3, malloc3-classes-21, growthOfDirectBuffers",
        "still-allocate-21-1, still-allocate-21-2, loaders2-allocate-21, growthOfMetaspace",
        "still-pool-21-1, still-pool-21-2, still-pool-25-1, ''",
        "still-cache-25-1, still-cache-25-2, still-cache-25-1, ''"
    })
    void aLeakIsFoundBesideSeveralRuns(String one, String other, String after, String id) {
        List<Observations> before = List.of(of(one), of(other));
        assertThat(GrowthComparison.ofRuns(before, List.of(of(after))).findings().stream()
                        .map(Finding::id)
                        .filter(claim -> claim.startsWith("growthOf"))
                        .toList())
                .isEqualTo(id.isEmpty() ? List.of() : List.of(id));
    }

    private static Observations of(String run) {
        return Objects.requireNonNull(RUNS.get(run));
    }

    private static List<String> claims(String before, String after) {
        return new GrowthComparison()
                        .changes(Objects.requireNonNull(RUNS.get(before)), Objects.requireNonNull(RUNS.get(after)))
                        .findings()
                        .stream()
                        .map(Finding::id)
                        .toList();
    }

    private static String work(String run) {
        return run.split("-", -1)[1];
    }

    /** Also of two JDKs, and of unequal lengths. */
    @Test
    void unchangedRunsHaveNoDifference() {
        List<String> claimed = new ArrayList<>();
        for (String before : STILL) {
            for (String after : STILL) {
                if (work(before).equals(work(after))) {
                    claims(before, after).forEach(claim -> claimed.add(before + " " + after + ": " + claim));
                }
            }
        }

        assertThat(claimed).isEmpty();
    }

    /** A leak that came is a finding of its place, and so is one that went. Threads take malloc of the JVM, too. */
    @Test
    void whatIsPlantedIsFound() {
        PLANTED.forEach((planted, id) -> STILL.stream()
                .filter(still -> work(still).equals(work(planted)))
                .forEach(still -> {
                    assertThat(claims(still, planted))
                            .as("%s and %s", still, planted)
                            .contains(id)
                            .isSubsetOf(id, "growthOfJvmMalloc");
                    assertThat(claims(planted, still))
                            .as("%s and %s", planted, still)
                            .contains("lessG" + id.substring(1))
                            .isSubsetOf("lessG" + id.substring(1), "lessGrowthOfJvmMalloc");
                }));
    }
}
