package dev.loomweight.threads.hang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.fold.Samples;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who holds what threads wait for, as far as dumps of real programs show it. */
class OwnersInDumpsTest {

    private static final Path DUMPS = Path.of("src/test/resources/dumps");

    private static Section hang(String folder, String... files) {
        Path[] paths = Arrays.stream(files)
                .map(file -> DUMPS.resolve(folder).resolve(file))
                .toArray(Path[]::new);
        return Question.HANG.ask(InputOptions.of(paths)).report().sections().getFirst();
    }

    /** The owners are asleep, and virtual: {@code Thread.print} does not have them. */
    @ParameterizedTest
    @CsvSource({"21", "25"})
    void anOwnerThatThreadPrintDoesNotShowHasNotEnded(String jdk) {
        List<Finding> findings = hang("unseen", jdk + "-a.txt", jdk + "-b.txt").findings();

        assertThat(findings).extracting(Finding::severity).containsExactly(Severity.WARNING, Severity.WARNING);
        assertThat(findings)
                .allSatisfy(wait -> assertThat(wait.summary())
                        .contains("its owner is in no dump, and may be a virtual thread")
                        .doesNotContain("not released"));
        assertThat(findings.getFirst().solution()).startsWith("Thread.dump_to_file has the virtual threads");
    }

    /** One thread has a monitor and a lock, and five threads wait for each. */
    @ParameterizedTest
    @CsvSource({"21", "25"})
    void whatOneThreadHoldsIsARowEach(String jdk) {
        Table locks = Samples.block(hang("both", jdk + "-a.txt", jdk + "-b.txt"), "locks", Table.class);

        assertThat(column(locks, "waiting")).containsExactly(Cell.count(5), Cell.count(5));
        assertThat(column(locks, "lock").map(String::valueOf))
                .satisfiesExactlyInAnyOrder(
                        row -> assertThat(row).contains("the lock "),
                        row -> assertThat(row).contains("the monitor "));
        assertThat(column(locks, "holder").map(String::valueOf))
                .allSatisfy(holder -> assertThat(holder).contains("keeper"));
    }

    private static Stream<Cell> column(Table table, String id) {
        int column = table.columns().stream().map(Table.Column::id).toList().indexOf(id);
        return table.rows().stream().map(row -> row.cells().get(column));
    }
}
