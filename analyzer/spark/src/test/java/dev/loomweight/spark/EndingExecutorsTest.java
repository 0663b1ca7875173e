package dev.loomweight.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.command.Fleet;
import dev.loomweight.fleet.FleetBytes;
import dev.loomweight.render.Format;
import dev.loomweight.render.TextOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One of the recordings ends each executor that reads it. */
@Tag("applications")
class EndingExecutorsTest {

    private static final int WHOLE = 40;

    @TempDir
    private Path folder;

    private static Map<String, String> settings() {
        String classes = Path.of("target", "test-classes").toAbsolutePath().toString();
        return Map.of(
                "spark.hadoop.fs." + EndingFileSystem.SCHEME + ".impl",
                EndingFileSystem.class.getName(),
                "spark.driver.extraClassPath",
                classes,
                "spark.executor.extraClassPath",
                classes);
    }

    @Test
    void itIsUnreadableAndAllOthersAreInTheReportOnce() throws Exception {
        Path recordings = folder.resolve("recordings");
        Cluster.makeFleet(recordings, WHOLE);
        List<Path> whole = files(recordings);
        assertThat(whole).hasSize(WHOLE);
        Files.copy(whole.getFirst(), recordings.resolve("ending.jfr"));
        String in = EndingFileSystem.SCHEME + "://" + recordings;
        Path out = folder.resolve("out");
        Cluster.Ended ended = new Cluster(folder.resolve("spark"))
                .fleet(Cluster.TWO_EXECUTORS, settings(), driver -> {}, in, "-o", out.toString());

        assertThat(ended.status()).as("%s", ended.lines()).isZero();
        assertThat(ended.said())
                .contains("folded 40 of 41 recordings; executors ended with 1, each of which is folded again alone");
        List<byte[]> folds = new ArrayList<>();
        for (Path file : files(recordings)) {
            String name = in + "/" + recordings.relativize(file);
            byte[] fold = file.getFileName().toString().startsWith("ending")
                    ? Fleet.unread(name, Files.size(file), Map.of(), FoldSlice.ENDED)
                    : Fleet.fold(file, name, Map.of());
            folds.add(FleetBytes.without(fold, Fleet.RECORDING));
        }
        StringBuilder expected = new StringBuilder();
        Format.JSON
                .renderer(TextOptions.PLAIN)
                .render(Fleet.report(FleetBytes.mergeAll(folds.iterator()), List.of(), in), expected);
        assertThat(Files.readString(out.resolve("report.json"))).isEqualTo(expected.toString());
        assertThat(expected).contains(FoldSlice.ENDED);
        try (DuckTables duck = new DuckTables(out.resolve("tables"));
                Stream<Path> left = Files.list(out)) {
            assertThat(duck.answer("SELECT count(*), sum(unreadableCount) FROM recordings"))
                    .isEqualTo("41|1\n");
            assertThat(left.map(path -> path.getFileName().toString()).filter(name -> !name.startsWith(".")))
                    .containsExactlyInAnyOrder("report.json", "report.html", "report.md", "tables");
        }
    }

    private static List<Path> files(Path recordings) throws Exception {
        try (Stream<Path> walk = Files.walk(recordings)) {
            return walk.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
