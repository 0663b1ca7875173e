package dev.loomweight.source.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.sample.CaptureInfo;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.source.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputsTest {

    private static final String MANIFEST = """
            {
              "schemaVersion": 1,
              "started": "2026-11-01T10:00:00Z",
              "status": "interrupted while measuring",
              "snapshots": [
                {"index": 0, "name": "before", "time": "2026-11-01T10:00:03Z", "folder": "000-3s-before",
                 "missing": {"system_map.txt": "this JDK has no System.map"}}
              ],
              "target": "sleepers",
              "kind": "virtual",
              "command": ["java", "-XX:+AlwaysPreTouch"],
              "threadsAsked": 4001,
              "threadsRan": 4000,
              "depth": 3,
              "jdk": "25.0.3+9-LTS",
              "pid": 77,
              "stackSizeBytes": 1048576,
              "aKeyOfLater": {"x": 1}
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void aCaptureIsItsManifestAndThePartsOfItsSnapshots() throws IOException {
        write("v.lw/capture.json", MANIFEST);
        write("v.lw/000-3s-before/status", "VmRSS:\t 12 kB\n");
        write("v.lw/000-3s-before/cgroup.txt", "/x/memory.max 99\n");
        write("v.lw/000-3s-before/heap_info.txt", "for people alone\n");

        List<Source> sources = Inputs.open(List.of(folder.resolve("v.lw")));

        assertThat(sources)
                .extracting(source -> source.origin().instrument())
                .containsExactly(Instrument.CAPTURE, Instrument.PROC, Instrument.CGROUP);
        assertThat(sources)
                .allSatisfy(source -> assertThat(source.origin().subject()).isEqualTo("virtual"));
        assertThat(sources.get(1).origin().moment())
                .isEqualTo(new Origin.Moment(0, "before", Instant.parse("2026-11-01T10:00:03Z")));
    }

    @Test
    void theManifestTellsTheTargetAndWhatIsMissing() throws IOException {
        write("v.lw/capture.json", MANIFEST);
        List<Sample> samples = new ArrayList<>();

        var coverage = Inputs.open(List.of(folder.resolve("v.lw")))
                .get(0)
                .read(Interest.in(CaptureInfo.class), (origin, sample) -> samples.add(sample));

        assertThat(samples).singleElement().isInstanceOfSatisfying(CaptureInfo.class, info -> {
            assertThat(info.kind()).isEqualTo("virtual");
            assertThat(info.threadsAsked()).isEqualTo(4001);
            assertThat(info.threadsRan()).isEqualTo(4000);
            assertThat(info.depth()).isEqualTo(3);
            assertThat(info.command()).containsExactly("java", "-XX:+AlwaysPreTouch");
            assertThat(info.status()).isEqualTo("interrupted while measuring");
        });
        assertThat(coverage.sources().get(0).notes())
                .containsExactly("before has no system_map.txt: this JDK has no System.map");
    }

    @Test
    void aFolderOfCapturesIsAllOfThemAndTwoOfOneNameAreToldApart() throws IOException {
        write("b.lw/capture.json", MANIFEST);
        write("a.lw/capture.json", MANIFEST);
        write("notes/readme.txt", "not a capture");

        assertThat(Inputs.open(List.of(folder)))
                .extracting(source -> source.origin().subject())
                .containsExactly("virtual", "virtual 2");
    }

    @Test
    void aKilledTargetsRecordingIsWhatItsRepositoryHolds() throws IOException {
        write("v.lw/capture.json", MANIFEST);
        write("v.lw/recording.jfr", "");
        write("v.lw/repository/2026_11_01/2.jfr", "FLR\0 second");
        write("v.lw/repository/2026_11_01/1.jfr", "FLR\0 first");
        write("v.lw/repository/2026_11_01/3.jfr", "");

        assertThat(Inputs.open(List.of(folder.resolve("v.lw"))))
                .extracting(
                        source -> Path.of(source.origin().file()).getFileName().toString())
                .containsExactly("capture.json", "1.jfr", "2.jfr");
    }

    @Test
    void whatIsNotThereOrNoCaptureIsSaidInOneLine() throws IOException {
        assertThatThrownBy(() -> Inputs.open(List.of(folder.resolve("absent"))))
                .isInstanceOf(DataException.class)
                .hasMessage("there is no file or folder " + folder.resolve("absent"));
        assertThatThrownBy(() -> Inputs.open(List.of(folder)))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("the folder " + folder + " is no capture");
        write("x.lw/capture.json", "{");
        assertThatThrownBy(() -> Inputs.open(List.of(folder)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("is no capture.json that can be read");
    }

    @Test
    void aCaptureOfANewerLoomweightIsNotGuessedAt() throws IOException {
        write("v.lw/capture.json", "{\"schemaVersion\": 2}");

        assertThatThrownBy(() -> Inputs.open(List.of(folder.resolve("v.lw"))))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("newer loomweight (schema 2, this one reads up to 1)");
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
