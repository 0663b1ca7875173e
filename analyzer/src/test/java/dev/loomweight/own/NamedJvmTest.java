package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.cli.CliRun;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Running JVMs as users name them: each command that takes one knows the same names. */
@Tag("oracles")
class NamedJvmTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return CliRun.run(out, err, arguments);
    }

    @Test
    void everyCommandFindsAJvmByItsJar() throws Exception {
        Path jdk = Jdks.home("loomweight.jdk21");
        Path jar = Files.move(OwnApp.jar(folder), folder.resolve("shop-1.0-of-this-test.jar"));
        Files.createLink(folder.resolve("app.jar"), jar);
        try (OwnApp app = OwnApp.start(jdk, folder, List.of(), "-XX:NativeMemoryTracking=summary")) {
            // The file itself is an input of no command, so its name is that of the JVM that runs it.
            for (String name : List.of(app.pid(), jar.toString(), folder + "/./app.jar")) {
                assertThat(run("memory", name)).as(err::toString).isZero();
                assertThat(out.toString()).contains("malloc of the JVM");
                assertThat(run("watch", "--json", "--count", "1", name))
                        .as(err::toString)
                        .isZero();
                assertThat(out.toString()).contains("\"windowNanos\"");
            }
            assertThat(run("check", "--budget", "rss=1b", jar.toString())).isEqualTo(3);
            String capture = folder.resolve("app.lw").toString();
            assertThat(run("record", jar.toString(), "--duration", "10ms", "-o", capture))
                    .as(err::toString)
                    .isZero();

            assertThat(run("memory", app.pid(), jar.toString())).isZero();
            assertThat(out.toString())
                    .contains("process " + app.pid() + ": The capture is given more than once and was read once.");

            assertThat(run("memory", "--nmt", "summary", app.pid())).isZero();
            assertThat(run("memory", "--nmt", "detail", app.pid())).isEqualTo(1);
            assertThat(err.toString())
                    .isEqualTo(
                            "loomweight memory: process " + app.pid() + " tracks native memory in summary, which cannot"
                                    + " be changed while it runs: start the JVM with -XX:NativeMemoryTracking=detail, or ask without"
                                    + " --nmt detail\n");
            assertThat(run("memory", "--nmt", "detail", capture)).isEqualTo(1);
            assertThat(err.toString())
                    .contains("--nmt detail is for running JVMs, and none is named")
                    .hasLineCount(1);
        }
        assertThat(run("memory", jar.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("no JVM runs " + jar).hasLineCount(1);
        assertThat(run("memory", "no-such-name")).isEqualTo(1);
        assertThat(err.toString()).isEqualTo("loomweight memory: no such file or folder: no-such-name\n");
    }

    @Test
    void detailIsAskedForWhereItIsTracked() throws Exception {
        Path jdk = Jdks.home("loomweight.jdk.newest");
        try (OwnApp app = OwnApp.start(jdk, folder, List.of(), "-XX:NativeMemoryTracking=detail")) {
            assertThat(run("memory", "--nmt", "detail", app.pid()))
                    .as(err::toString)
                    .isZero();
            String detail = out.toString();
            assertThat(run("memory", app.pid())).isZero();
            String asTracked = out.toString();
            assertThat(run("memory", "--nmt", "summary", app.pid())).isZero();

            // Guard pages are known exactly from NMT detail alone.
            assertThat(detail).contains("of which guard pages").doesNotContain("guard pages, at most");
            assertThat(asTracked).doesNotContain("guard pages, at most");
            assertThat(out.toString()).contains("guard pages, at most");
        }
    }
}
