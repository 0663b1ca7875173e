package dev.loomweight.report;

import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A section as text, complete: a line for each row and sentence, without the marks and widths of a format. */
public final class SectionText {

    private SectionText() {}

    /** Its sentences, tables and findings, with their keys. */
    public static String of(Section section) {
        String findings = section.findings().stream().map(SectionText::of).collect(Collectors.joining());
        return "## " + named(section.id(), section.title()) + of(section.blocks()) + findings;
    }

    /** Sentences, and each table with its key, its title, the keys of its columns, its rows and its footnotes. */
    public static String of(List<? extends Block> blocks) {
        return blocks.stream()
                .map(block -> switch (block) {
                    case Note note -> note.id() + ": " + String.join("\n  ", note.sentences()) + "\n";
                    case Table table -> of(table);
                    default -> block.id() + "\n";
                })
                .collect(Collectors.joining("\n"));
    }

    private static String named(String id, String title) {
        return id + (title.isEmpty() ? "" : ": " + title) + "\n";
    }

    private static String of(Finding finding) {
        return "\n" + finding.severity() + " " + finding.id() + ": "
                + Stream.of(finding.summary(), finding.explanation(), finding.solution())
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining("\n  "))
                + "\n";
    }

    private static String of(Table table) {
        String rows = Stream.concat(
                        Stream.of(table.columns().stream().map(Column::id).collect(Collectors.joining(" | "))),
                        table.rows().stream().map(SectionText::of))
                .collect(Collectors.joining("\n"));
        String footnotes =
                table.footnotes().stream().map(note -> "(" + note + ")\n").collect(Collectors.joining());
        return named(table.id(), table.title()) + rows + "\n" + footnotes;
    }

    private static String of(Row row) {
        String role = row.role() == Table.Role.PLAIN ? "" : row.role() + " ";
        return role + row.cells().stream().map(SectionText::of).collect(Collectors.joining(" | "));
    }

    private static String of(Cell cell) {
        return switch (cell) {
            case Cell.Bytes bytes -> Amounts.bytes(bytes.value());
            case Cell.Nanos nanos -> Amounts.time(nanos.value());
            case Cell.Count count -> Amounts.count(count.value());
            case Cell.Id id -> "#" + id.value();
            case Cell.Ratio ratio -> Amounts.percent(ratio.value());
            case Cell.Time time -> Amounts.instant(time.value());
            case Cell.Text text -> text.value().isEmpty() ? "-" : text.value();
            case Cell.Link link -> link.words() + " -> " + link.file();
            case Cell.Absent absent -> absent.why().isEmpty() ? "-" : "- (" + absent.why() + ")";
        };
    }
}
