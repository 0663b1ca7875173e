package dev.loomweight.pins.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.PoolWaker;
import dev.loomweight.cli.CliRun;
import java.io.File;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command says of starvation, against whether a virtual thread of a real JVM 21 could run meanwhile. */
class CarriersHeldTest {

    private static final String POOL = "-Djdk.virtualThreadScheduler.";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void twoWaitsStarveAPoolThatMayHaveNoMore() throws Exception {
        assertThat(run("waits", POOL + "parallelism=2", POOL + "maxPoolSize=2")).containsExactly("ran: false");

        assertThat(check("starvation-windows=0")).isEqualTo(3);
        assertThat(check("starved-time=250ms"))
                .as("it was held for longer, if only a little: %s", out)
                .isEqualTo(3);
        assertThat(pins())
                .contains(
                        "All carriers (2) were pinned at once, so that no other virtual thread could run: once, for ",
                        "Of the time that threads were pinned in these windows, ")
                .contains("up to 2 were pinned at once", "the pool is at its maximum (maxPoolSize=2)");
    }

    @Test
    void twoWaitsDoNotStarveAPoolThatMayHaveThree() throws Exception {
        assertThat(run("waits", POOL + "parallelism=2", POOL + "maxPoolSize=3")).containsExactly("ran: true");

        assertThat(check("starvation-windows=0")).as("%s", out).isZero();
        assertThat(pins())
                .contains("up to maxPoolSize=3 in all", "Whether other virtual threads could run then is unknown")
                .doesNotContain("no other virtual thread could run");
    }

    @Test
    void besideTwoPinsAThreadRunsOnACarrierThatWasAdded() throws Exception {
        assertThat(run("grown", POOL + "parallelism=2", POOL + "minRunnable=2")).containsExactly("ran: true");

        assertThat(pins())
                .contains(
                        "at least as many carriers were pinned as the scheduler runs at once (2), but the JVM had added"
                                + " carriers: other virtual threads ran")
                .doesNotContain("All carriers (", "no other virtual thread could run");
        assertThat(check("starvation-windows=0")).as("%s", out).isZero();
    }

    private int check(String budget) {
        out.getBuffer().setLength(0);
        return CliRun.run(out, err, "check", recording().toString(), "--budget", budget);
    }

    /** The report, on lines of any length. */
    private String pins() {
        out.getBuffer().setLength(0);
        assertThat(CliRun.run(out, err, "pins", recording().toString())).isZero();
        return out.toString().replaceAll("\\s+", " ");
    }

    private static Path classes(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private List<String> run(String mode, String... options) throws Exception {
        Path output = folder.resolve("output.txt");
        List<String> command = new ArrayList<>();
        command.add(Jdks.home("loomweight.jdk21").resolve("bin").resolve("java").toString());
        command.addAll(List.of(options));
        String classes = classes(CarriersHeld.class) + File.pathSeparator + classes(PoolWaker.class);
        command.addAll(List.of("-cp", classes, CarriersHeld.class.getName()));
        command.addAll(List.of(mode, recording().toString()));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            return Files.readAllLines(output);
        } finally {
            process.destroyForcibly();
        }
    }

    private Path recording() {
        return folder.resolve("held.jfr");
    }
}
