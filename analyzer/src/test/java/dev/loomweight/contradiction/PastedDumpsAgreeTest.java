package dev.loomweight.contradiction;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two circles of threads are found in whatever prints them; what they were is in the fixtures' README. */
class PastedDumpsAgreeTest {

    private static final Path FOLDER = Path.of("src/test/resources/dumps/pasted");

    /** The first thread of a dump that ends there has no frames, which is not the application's doing. */
    @Test
    void aDumpCutInItsFirstThreadSaysNothingOfTheApplication(@TempDir Path folder) throws IOException {
        List<String> lines = Files.readAllLines(FOLDER.resolve("print.txt"));
        int main = IntStream.range(0, lines.size())
                .filter(i -> lines.get(i).startsWith("\"main\""))
                .findFirst()
                .orElseThrow();
        Path cut = folder.resolve("cut.txt");
        Files.write(cut, lines.subList(0, main + 1));

        assertThat(Door.text("hang", cut.toString()))
                .contains("is incomplete: a thread dump is cut off")
                .doesNotContain("has not begun");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"print.txt", "jhsdb.txt", "thread-info.txt", "actuator.txt", "actuator.json", "circles.jfr"})
    void bothCirclesAreFound(String file) {
        JsonObject report = Door.json("hang", FOLDER.resolve(file).toString());
        List<String> found = Door.rows(report, "hang", "hangs").stream()
                .map(row -> row.get("thread").getAsString().replaceAll("\" \\(.*", "\"") + " <- "
                        + row.get("heldBy").getAsString().replaceAll("\" \\(.*", "\"") + ", "
                        + row.get("verdict").getAsString())
                .toList();

        assertThat(found)
                .containsExactlyInAnyOrder(
                        "\"lock \"one\"\" <- \"lock-two\", deadlock",
                        "\"lock-two\" <- \"lock \"one\"\", deadlock",
                        "\"monitor-one\" <- \"monitor-two\", deadlock",
                        "\"monitor-two\" <- \"monitor-one\", deadlock");
    }
}
