package dev.loomweight.memory.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.command.Diff;
import dev.loomweight.report.Report;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Class histograms of JVMs with and without compact object headers, compared. */
@Tag("applications")
class CompactHeadersTest {

    private static final String SAID = "has compact object headers";

    private static final String PROGRAM = """
            public class Waits {
                public static void main(String[] arguments) throws Exception {
                    System.out.println("ready");
                    System.in.read();
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void thatTheHeadersDifferIsSaidAndThatTheyDoNotIsNot() throws Exception {
        Path usual = histogram("usual", "-XX:-UseCompactObjectHeaders");
        Path compact = histogram("compact", "-XX:+UseCompactObjectHeaders");
        Path again = histogram("again", "-XX:+UseCompactObjectHeaders");

        assertThat(diff(usual, compact)).contains("The JVM after " + SAID);
        assertThat(diff(compact, usual)).contains("The JVM before " + SAID);
        assertThat(diff(compact, again)).doesNotContain(SAID);
    }

    private static String diff(Path before, Path after) {
        Report report = Diff.compare(before, after).report();
        return report.sections().toString();
    }

    private Path histogram(String name, String option) throws IOException, InterruptedException {
        Path jdk = Jdks.home("loomweight.jdk.newest");
        Path program = folder.resolve("Waits.java");
        Files.writeString(program, PROGRAM);
        Process process = new ProcessBuilder(jdk.resolve("bin/java").toString(), option, "-Xmx64m", program.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).isEqualTo("ready");
            Path file = folder.resolve(name + ".txt");
            List<String> command = new ArrayList<>(
                    List.of(jdk.resolve("bin/jcmd").toString(), Long.toString(process.pid()), "GC.class_histogram"));
            assertThat(new ProcessBuilder(command)
                            .redirectOutput(file.toFile())
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start()
                            .waitFor())
                    .isZero();
            return file;
        } finally {
            process.destroyForcibly();
        }
    }
}
