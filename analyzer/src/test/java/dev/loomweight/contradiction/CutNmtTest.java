package dev.loomweight.contradiction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of a crash log that was cut within NMT's section, malloc that may be the JVM's is not called native code's. */
class CutNmtTest {

    private static final Path LOG = Path.of("src/test/resources/texts/hs-err-25.log");

    private static final String NATIVE = "malloc of native code, not in NMT";

    private static final String EITHER = "malloc that the text of NMT has not";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "-                  Compiler (, -      String Deduplication (, lacks categories",
        "Native Memory Tracking:, -                    Thread (, has no total",
        "Native Memory Tracking:, -                  Internal (, has no total"
    })
    void categoriesThatWereCutOut(String from, String to, String missing) throws IOException {
        List<String> lines = Files.readAllLines(LOG);

        assertThat(memory(lines)).doesNotContain(EITHER, "incomplete");
        assertThat(memory(without(lines, first(lines, from), first(lines, to))))
                .contains(missing)
                .doesNotContain(NATIVE);
    }

    @Test
    void whatItMayBeIsSaid() throws IOException {
        List<String> lines = Files.readAllLines(LOG);
        int heading = first(lines, "Native Memory Tracking:");

        assertThat(memory(without(lines, heading, first(lines, "-                  Internal ("))))
                .contains(EITHER);
    }

    private static List<String> without(List<String> lines, int from, int to) {
        return Stream.concat(lines.subList(0, from).stream(), lines.subList(to, lines.size()).stream())
                .toList();
    }

    private static int first(List<String> lines, String begin) {
        int at = 0;
        while (!lines.get(at).startsWith(begin)) {
            at++;
        }
        return at;
    }

    private String memory(List<String> lines) throws IOException {
        StringWriter out = new StringWriter();
        CliRun.run(
                out,
                new StringWriter(),
                "memory",
                Files.write(folder.resolve("hs_err.log"), lines).toString());
        return out.toString();
    }
}
