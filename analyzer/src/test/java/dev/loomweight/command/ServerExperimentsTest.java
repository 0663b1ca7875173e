package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.launch.RunPrograms;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Report;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Row;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Experiments with servers in their short form: real servers and clients; who is faster is the machine's affair. */
@Tag("applications")
class ServerExperimentsTest {

    private static final String GO = "loomweight.go";

    @TempDir
    private Path folder;

    @BeforeAll
    static void nameTheSamples() throws Exception {
        ShortRuns.nameTheSamples();
    }

    @AfterEach
    void forget() {
        System.clearProperty(GO);
    }

    @Test
    void everyServerAnswersAndGoThatDoesNotBuildSaysSoInItsRow() throws Exception {
        Path fake = folder.resolve("go");
        Files.writeString(fake, "#!/bin/sh\necho ./main.go:3: broken\nexit 1\n");
        Files.setPosixFilePermissions(fake, PosixFilePermissions.fromString("rwxr-xr-x"));
        System.setProperty(GO, fake.toString());

        RunPrograms.SeriesResult outcome = run("ping", 0);

        assertThat(outcome.failures())
                .singleElement()
                .asString()
                .startsWith("run 6 (go-fasthttp, JDK ")
                .contains("go build failed: ./main.go:3: broken");
        Report report = ShortRuns.report(folder.resolve("ping.lw"));
        List<Row> rates = MemoryTables.of(report, "figures").rows().stream()
                .filter(row -> words(row).endsWith(": requests per second"))
                .toList();
        assertThat(rates).hasSize(6);
        assertThat(rates.subList(0, 6)).allSatisfy(row -> {
            Cell measured = row.cells().get(2);
            if (words(row).startsWith("fasthttp")) {
                assertThat(measured)
                        .isInstanceOfSatisfying(
                                Cell.Absent.class,
                                absent -> assertThat(absent.why()).contains("go build failed: ./main.go:3: broken"));
            } else {
                assertThat(measured)
                        .isInstanceOfSatisfying(
                                Cell.Count.class,
                                rate -> assertThat(rate.value()).as(words(row)).isPositive());
            }
        });
        assertThat(text(report, "reconciliation")).contains("netty, JDK ").doesNotContain("go-fasthttp");
    }

    @Test
    void aServerWaitsForItsServiceWhateverItWaitsOn() throws Exception {
        RunPrograms.SeriesResult outcome = run("downstream", 0);

        assertThat(outcome.failures()).isEmpty();
        Table figures = MemoryTables.of(ShortRuns.report(folder.resolve("downstream.lw")), "figures");
        long mean = nanos(figures, "mean delay of the slow service");
        assertThat(mean).as("of delays from 0 to 20 ms").isPositive();
        assertThat(figures.rows().stream()
                        .filter(row -> words(row).endsWith(": requests per second"))
                        .map(row -> row.cells().get(2)))
                .hasSize(4)
                .allSatisfy(cell -> assertThat(cell)
                        .isInstanceOfSatisfying(
                                Cell.Count.class,
                                rate -> assertThat(rate.value()).isPositive()));
        assertThat(figures.rows().stream()
                        .filter(row -> words(row).equals("errors"))
                        .map(row -> row.cells().get(2)))
                .hasSize(4)
                .containsOnly(Cell.count(0));
    }

    @Test
    void everyGetIsMade() throws Exception {
        System.setProperty(GO, "");
        RunPrograms.SeriesResult outcome = run("fetch", 0);

        assertThat(outcome.failures()).isEmpty();
        Table figures = MemoryTables.of(ShortRuns.report(folder.resolve("fetch.lw")), "figures");
        // 40 GETs of 2 ms each on 8 threads.
        assertThat(nanos(figures, "on the pool of platform threads"))
                .isGreaterThanOrEqualTo(Duration.ofMillis(2).multipliedBy(5).toNanos());
        assertThat(nanos(figures, "on virtual threads")).isPositive();
        assertThat(row(figures, "on the pool of goroutines").cells().get(2)).isEqualTo(Cell.absent("go not found"));
    }

    @Test
    void aPortThatIsTakenIsSaidInEveryRow() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            RunPrograms.SeriesResult outcome = run("downstream", taken.getLocalPort());

            String why = "port " + taken.getLocalPort() + " of 127.0.0.1 is taken; give another with --port, or none";
            assertThat(outcome.interrupted()).isFalse();
            assertThat(outcome.failures())
                    .hasSize(4)
                    .allSatisfy(failure -> assertThat(failure).contains(why));
            assertThat(row(
                                    MemoryTables.of(ShortRuns.report(folder.resolve("downstream.lw")), "figures"),
                                    "WebFlux: requests per second")
                            .cells()
                            .get(2))
                    .isInstanceOfSatisfying(
                            Cell.Absent.class,
                            absent -> assertThat(absent.why()).contains(why));
        }
    }

    private RunPrograms.SeriesResult run(String name, int port) {
        return RunPrograms.run(
                ShortRuns.request(folder, name, 1, port, Jdks.home(Jdks.BOTH.getLast())), step -> {}, () -> false);
    }

    private static String text(Report report, String section) {
        return report.sections().stream()
                .filter(one -> one.id().equals(section))
                .flatMap(one -> one.blocks().stream())
                .map(Block::toString)
                .reduce("", String::concat);
    }

    private static long nanos(Table table, String figure) {
        return row(table, figure).cells().get(2) instanceof Cell.Nanos nanos ? nanos.value() : -1;
    }

    private static Row row(Table table, String figure) {
        return table.rows().stream()
                .filter(row -> words(row).equals(figure))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no figure " + figure));
    }

    private static String words(Row row) {
        return row.cells().getFirst() instanceof Cell.Text text ? text.value() : "";
    }
}
