package dev.loomweight.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page that leads to all others, made of pages that are known. */
class ExperimentIndexTest {

    private final ExperimentIndex index =
            new ExperimentIndex(List.of("25.0.3", "21.0.8"), Instant.parse("2026-03-01T12:34:56Z"));

    @Test
    void everyClaimOfEveryPageStandsInOneTableWithItsVerdicts() {
        index.add(
                "pools",
                page(
                        "pools: who waits",
                        columns("measuredJdk2108", "verdictJdk2108", "measuredJdk2503", "verdictJdk2503"),
                        row("waiting is faster", "2.5 times", "holds", "1.0 times", "does not hold"),
                        Row.of(
                                Cell.text("goroutines too"),
                                Cell.absent("go not found"),
                                Cell.text("undecided"),
                                Cell.text("9 times"),
                                Cell.text("holds: without B")),
                        row("names", "A, ".repeat(40), "holds", "B", "does not hold")));
        index.add(
                "memory",
                page("What is said", columns("measured", "verdict"), row("stacks are large", "96 %", "holds, here")));

        Report report = index.report(".md");

        Table table = (Table) report.sections().getFirst().blocks().get(1);
        assertThat(table.columns()).extracting(Column::title).containsExactly("claim", "JDK 21.0.8", "JDK 25.0.3");
        assertThat(table.rows())
                .containsExactly(
                        new Row(
                                Role.GROUP,
                                List.of(new Cell.Link("pools: who waits", "pools.md"), Cell.text(""), Cell.text(""))),
                        row("waiting is faster", "holds (2.5 times)", "does not hold (1.0 times)"),
                        row("goroutines too", "undecided: go not found", "holds: without B (9 times)"),
                        row("names", "holds", "does not hold (B)"),
                        new Row(
                                Role.GROUP,
                                List.of(
                                        new Cell.Link("memory: what sleeping threads weigh", "memory.md"),
                                        Cell.text(""),
                                        Cell.text(""))),
                        row("stacks are large", "holds, here (96 %)", "holds, here (96 %)"));
        List<String> sentences = ((Note) report.sections().getFirst().blocks().getFirst()).sentences();
        assertThat(sentences)
                .startsWith(
                        "JDK 21.0.8: claims that hold: 3; that do not hold: 0; undecided: 1.",
                        "JDK 25.0.3: claims that hold: 2; that do not hold: 2; undecided: 0.");
        assertThat(sentences.getLast()).startsWith("Measured on ").endsWith(", started 2026-03-01 12:34 UTC.");
    }

    @Test
    void aPageOfHtmlLeadsToPagesOfHtml() {
        assertThat(index.isEmpty()).isTrue();
        index.add("pools", page("pools", columns("measured", "verdict"), row("a", "1", "holds")));

        assertThat(index.isEmpty()).isFalse();
        Table table =
                (Table) index.report(".html").sections().getFirst().blocks().get(1);
        assertThat(table.rows().getFirst().cells().getFirst()).isEqualTo(new Cell.Link("pools", "pools.html"));
    }

    private static Report page(String title, List<Column> columns, Row... rows) {
        Table claims = new Table("claims", "", columns, List.of(rows), List.of());
        return new Report("report", title, List.of(new Section("experiment", title, List.of(claims), List.of())));
    }

    private static List<Column> columns(String... ids) {
        return Stream.concat(Stream.of("said"), Arrays.stream(ids))
                .map(id -> Column.of(id, id))
                .toList();
    }

    private static Row row(String... words) {
        return new Row(Role.PLAIN, Arrays.stream(words).map(Cell::text).toList());
    }
}
