package dev.loomweight.contradiction;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.cli.CliRun;
import dev.loomweight.command.Question;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every door says what a text lacks before its first figure, and nothing of the kind of a complete one. */
class CutTextsTest {

    private static final Path TEXTS = Path.of("src/test/resources");

    private static final Pattern LINE = Pattern.compile("line (\\d+)");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "nmt/25.0.3/platform-summary.txt, 20, the NMT report lacks categories",
        "nmt/25.0.3/platform-histogram.txt, 15, the class histogram ends early",
        "nmt/25.0.3/platform-System.map.txt, 60, the System.map ends early",
        "texts/smaps-25.txt, 210, smaps lacks lines in 1 of its",
        "texts/hs-err-25.log, 120, the crash log ends early",
        "dumps/threads/mounted-25.txt, 30, a thread dump is cut off",
        "dumps/threads/mounted-25-print.txt, 40, a thread dump is cut off",
        "dumps/kept/rests-25-b.json, 60, a thread dump is cut off",
        "first-screen/killed/000-0s-start/heap_info.txt, 2, the heap of GC.heap_info has no old generation"
    })
    void whatACutTextLacksIsSaidFirst(String name, int lines, String missing) throws IOException {
        List<String> all = Files.readAllLines(TEXTS.resolve(name));
        assertThat(all).hasSizeGreaterThan(lines);
        Path whole = Files.write(folder.resolve("whole.txt"), all);
        Path cut = Files.write(folder.resolve("cut.txt"), all.subList(0, lines));
        int answers = 0;
        for (String word : Stream.concat(Question.ALL.stream().map(Question::word), Stream.of("faults"))
                .toList()) {
            String json = out(word, whole, "json");
            if (json.isEmpty()) {
                continue;
            }
            assertThat(JsonParser.parseString(json).getAsJsonObject().has("incomplete"))
                    .as("%s of %s", word, name)
                    .isFalse();
            String ofCut = out(word, cut, "json");
            if (!ofCut.isEmpty()) {
                answers++;
                JsonObject report = JsonParser.parseString(ofCut).getAsJsonObject();
                assertThat(report.has("incomplete")).as("%s of %s", word, name).isTrue();
                assertThat(report.getAsJsonArray("incomplete").toString()).contains(cut + " is incomplete: " + missing);
                for (String format : List.of("text", "markdown")) {
                    assertSaidFirst(
                            word, out(word, cut, format).replaceAll("\\s+", " ").replace("\\_", "_"), missing);
                }
            }
        }
        assertThat(answers).as(name).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"nmt/25.0.3/platform-histogram.txt, 10, 20", "texts/smaps-25.txt, 100, 104"})
    void theLineOfAGapIsSaid(String name, int from, int to) throws IOException {
        List<String> all = Files.readAllLines(TEXTS.resolve(name));
        Path cut = Files.write(
                folder.resolve("cut.txt"),
                Stream.concat(all.subList(0, from).stream(), all.subList(to, all.size()).stream())
                        .toList());
        Matcher line = LINE.matcher(out("memory", cut, "text"));
        assertThat(line.find()).isTrue();
        // A mapping shows with the next one that it has fewer lines.
        assertThat(Integer.parseInt(line.group(1))).isBetween(from + 1, from + 25);
    }

    private static void assertSaidFirst(String word, String text, String missing) {
        int said = text.indexOf(missing);
        assertThat(said).as("%s: %s", word, text).isNotNegative();
        // What stands above it is the name of the file.
        assertThat(text.substring(0, said)).as(word).doesNotContainPattern("\\d ([KMG]?B\\b|threads?\\b|%)");
    }

    private static String out(String word, Path file, String format) {
        StringWriter out = new StringWriter();
        CliRun.run(out, new StringWriter(), word, "--format", format, file.toString());
        return out.toString();
    }
}
