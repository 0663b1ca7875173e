package dev.loomweight.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.command.FleetOptions;
import dev.loomweight.command.FleetQuestion;
import dev.loomweight.command.InputOptions;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.render.Format;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * On Java 21, the oldest that the jar runs on, and over recordings of that Java's JFR and of async-profiler: the same bytes
 * as from one process on the newest Java. All of Spark is in the driver: its executors need a module that a small Java 21 does
 * not have.
 */
@Tag("applications")
class OlderJavaAndProfilersTest {

    @TempDir
    private Path folder;

    private static Path java21() {
        String home = System.getProperty("loomweight.jdk21", "");
        assumeTrue(
                !home.isEmpty(),
                "no JDK is named by -Dloomweight.jdk21; scripts/test finds or fetches one and names it");
        return Path.of(home);
    }

    private void starts(Path java, String option) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(java.toString(), option, "--list-modules")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("java.txt").toFile())
                .start();
        assertThat(process.waitFor())
                .as(Files.readString(folder.resolve("java.txt")))
                .isZero();
    }

    @Test
    void theReportIsThatOfOneProcessOnTheNewestJava() throws Exception {
        Path java = java21();
        Path recordings = folder.resolve("recordings");
        Cluster.makeFleet(recordings, 24);
        Path applications = Files.createDirectories(recordings.resolve("spark/1"));
        Path library = Cluster.asyncProfiler(folder);
        starts(
                java.resolve("bin/java"),
                "-XX:StartFlightRecording:filename=" + applications.resolve("jfr-1700000000.jfr"));
        for (int executor = 1; executor <= 2; executor++) {
            starts(
                    Cluster.java(),
                    "-agentpath:" + library + "=start,event=itimer,interval=100us,file="
                            + applications.resolve("exec-170000000" + executor + ".jfr"));
        }
        Path out = folder.resolve("out");
        String pattern = "{service}/{version}/{pod}-{time}.jfr";

        Cluster.Ended ended = new Cluster(folder.resolve("local"), java)
                .fleet(
                        Cluster.IN_ONE_PROCESS,
                        Map.of(),
                        driver -> {},
                        recordings.toString(),
                        "--path-pattern",
                        pattern,
                        "-o",
                        out.toString());

        assertThat(ended.status()).as("%s", ended.lines()).isZero();
        Options request = InputOptions.of(recordings).with(FleetOptions.PATH_PATTERN, pattern);
        Report report = FleetQuestion.ask(request, count -> {}).answer().report();
        StringBuilder expected = new StringBuilder();
        Format.JSON.renderer(TextOptions.PLAIN).render(report, expected);
        assertThat(Files.readString(out.resolve("report.json")))
                .isEqualTo(expected.toString())
                .contains(
                        "Pinning was recorded in 25 of 27 recordings; 2 do not define it (their JDK does not have it, or a"
                                + " profiler other than JFR wrote them).");
        try (DuckTables duck = new DuckTables(out.resolve("tables"))) {
            assertThat(duck.answer("SELECT pod, pinsRecordedCount, pinsUnknownCount FROM recordings"
                            + " WHERE service = 'spark' ORDER BY recording"))
                    .isEqualTo(String.join("\n", List.of("exec|0|1", "exec|0|1", "jfr|1|0", "")));
        }
    }
}
