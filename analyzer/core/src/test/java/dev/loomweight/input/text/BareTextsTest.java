package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextFiles;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts to which nothing was added are read at once, without a look at what may surround their lines: they can be large. */
class BareTextsTest {

    private static final Path FOLDER = Path.of("../src/test/resources");

    /** What has blanks, signs or open brackets of its own; a second look costs little in texts of this size. */
    private static final Pattern MARKED = Pattern.compile(".*(/deadlocks-|PrintNMTStatistics|Compiler\\.memory).*");

    @Test
    void whatTheJvmAndTheKernelWroteIsBare() throws IOException {
        List<String> dressed = new ArrayList<>();
        List<String> quoted = new ArrayList<>();
        int texts = 0;
        try (Stream<Path> files = Files.walk(FOLDER)) {
            for (Path file : files.filter(each -> each.toString().matches(".*/(dumps|nmt)/.*\\.(txt|json)(\\.gz)?"))
                    .sorted()
                    .toList()) {
                TextSniffer bare = TextFiles.read(file, file.toString(), TextSniffer::over);
                if (bare.formats().isEmpty() || MARKED.matcher(file.toString()).matches()) {
                    continue;
                }
                texts++;
                if (bare.mayBeDressed()) {
                    dressed.add(FOLDER.relativize(file).toString());
                }
                String text = TextFiles.read(file, file.toString(), BareTextsTest::quoted);
                if (!sniffed(text).mayBeDressed()) {
                    quoted.add(FOLDER.relativize(file).toString());
                }
            }
        }

        assertThat(texts).isGreaterThan(200);
        assertThat(dressed).isEmpty();
        assertThat(quoted).as("quoted, and taken for bare").isEmpty();
    }

    private static String quoted(LineCursor lines) {
        StringBuilder text = new StringBuilder();
        for (String line = lines.next(); line != null; line = lines.next()) {
            text.append("> ").append(line).append('\n');
        }
        return text.toString();
    }

    private static TextSniffer sniffed(String text) {
        return TextSniffer.over(new LineCursor(new StringReader(text), "text"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Übertragung-1", "заказ-обработчик-3", "受注処理-2", "[LFoo;"})
    void namesInAnyAlphabetAreBare(String name) {
        assertThat(sniffed("""
                Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9 mixed mode, sharing):

                "%s" #31 [4711] prio=5 os_prio=0 cpu=1.50ms elapsed=2.50s tid=0x00007f0000000000 nid=4711 runnable  [0x00007f0000001000]
                   java.lang.Thread.State: RUNNABLE
                \tat com.example.Orders.take(Orders.java:12)
                """.formatted(name)).mayBeDressed()).isFalse();
    }
}
