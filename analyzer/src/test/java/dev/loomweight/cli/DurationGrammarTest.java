package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.CheckOptions;
import dev.loomweight.command.FleetOptions;
import dev.loomweight.command.Question;
import dev.loomweight.fleet.budget.Limit;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One table of texts, through every door by which users write a length of time; the agent's is in its own tests. */
@Tag("oracles")
class DurationGrammarTest {

    @TempDir
    private Path folder;

    /**
     * A text, and what it means.
     *
     * @param nanos null if it is no length of time
     */
    record Row(String text, @Nullable Long nanos) {}

    static List<Row> table() throws IOException {
        return Files.readAllLines(Path.of("../agent/src/test/resources/dev/loomweight/amount/durations.csv")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(",", -1))
                .map(cells -> new Row(cells[0], cells[1].isEmpty() ? null : Long.valueOf(cells[1])))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("table")
    void optionsBudgetsAndFilesAreOfOneGrammar(Row row) throws IOException {
        holds(row, text -> Limit.of(CheckOptions.FIGURES, "longest-pin", text).max());
        holds(row, text -> FleetOptions.limit("*", "longest-pin", text).max());
        Path file = Files.writeString(folder.resolve("loomweight.toml"), "[tests]\nlongest = \"" + row.text() + "\"\n");
        holds(row, text -> {
            Duration longest = CheckFile.read(file).tests().longest();
            return Objects.requireNonNull(longest).toNanos();
        });
    }

    private static void holds(Row row, Function<String, Long> door) {
        Long read = null;
        String refusal = "";
        try {
            read = door.apply(row.text());
        } catch (RuntimeException e) {
            refusal = String.valueOf(e.getMessage());
        }
        assertThat(read).as(refusal).isEqualTo(row.nanos());
        if (read == null) {
            assertThat(refusal).contains("duration '" + row.text().strip());
        }
    }

    @ParameterizedTest
    @MethodSource("table")
    void theCommandLineAndAssistantsTakeTheSame(Row row) {
        String recording = folder.resolve("none.jfr").toString();
        String refused = "duration '" + row.text() + "'";
        for (String option : List.of("--longer", "--every")) {
            StringWriter err = new StringWriter();
            String command = option.equals("--longer") ? "pins" : "hang";
            CliRun.run(new StringWriter(), err, command, option + "=" + row.text(), recording);
            assertThat(err.toString().contains(refused)).as(err.toString()).isEqualTo(row.nanos() == null);
        }
        String answer = "";
        try {
            CliRun.parser().parse(Question.PINS, List.of("--longer=" + row.text()), List.of(Path.of(recording)));
        } catch (DataException | IllegalArgumentException e) {
            answer = String.valueOf(e.getMessage());
        }
        assertThat(answer.contains(refused)).as(answer).isEqualTo(row.nanos() == null);
    }
}
