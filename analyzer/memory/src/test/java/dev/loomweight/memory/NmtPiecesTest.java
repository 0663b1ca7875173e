package dev.loomweight.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.text.nmt.NmtText;
import dev.loomweight.memory.NmtPieces.Figures;
import dev.loomweight.memory.parts.MemoryParts;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Over texts of NMT of which anything may be missing: each figure that is in the text is in the table, what a total and its
 * categories differ by has a row, and there is nothing else.
 */
class NmtPiecesTest {

    private static final Origin FILE = new Origin("app", null, "app.txt", Instrument.NMT);
    private static final int TEXTS = 1000;

    @Test
    void eachFigureOfAnyPieceIsInTheTable() {
        long first = System.nanoTime();
        System.out.println("NmtPiecesTest: seeds from " + first);
        for (long seed = first; seed < first + TEXTS; seed++) {
            NmtPieces pieces = NmtPieces.of(seed);
            String name = "seed " + seed + ":\n" + pieces.text();
            List<NmtReport> reports = NmtText.parse(new StringReader(pieces.text()), "app.txt").stream()
                    .filter(NmtReport.class::isInstance)
                    .map(NmtReport.class::cast)
                    .toList();
            assertThat(reports).as(name).hasSize(1);
            assertThat(reports.getFirst().unknownLines()).as(name).isEmpty();
            assertThat(rows(categories(reports.getFirst()), pieces.isDiff()))
                    .as(name)
                    .containsExactlyInAnyOrderElementsOf(expected(pieces));
            assertThat(committedInParts(reports.getFirst(), name))
                    .as(name)
                    .isEqualTo(whole(pieces).committed());
            assertThat(reports.getFirst().sites())
                    .as(name)
                    .extracting(site -> site.frames().getFirst())
                    .containsExactlyElementsOf(pieces.sites.keySet());
        }
    }

    private static Figures whole(NmtPieces pieces) {
        return pieces.total == null ? pieces.sum() : pieces.total;
    }

    private static List<String> expected(NmtPieces pieces) {
        List<String> rows = new ArrayList<>();
        pieces.categories.forEach((name, figures) -> rows.add(row(name, figures)));
        Figures whole = whole(pieces);
        Figures sum = pieces.sum();
        Figures difference = new Figures(
                whole.reserved() - sum.reserved(),
                whole.reservedChange() - sum.reservedChange(),
                whole.committed() - sum.committed(),
                whole.committedChange() - sum.committedChange());
        // Half a unit of the total and of each category.
        long rounding = pieces.scale() == 1 ? 0 : pieces.scale() * (pieces.categories.size() + 1) / 2;
        long reserved = Math.abs(difference.reserved()) > rounding ? difference.reserved() : 0;
        long committed = Math.abs(difference.committed()) > rounding ? difference.committed() : 0;
        if (reserved != 0 || committed != 0) {
            rows.add(row(
                    committed < 0 ? "more than the total" : "not in the text",
                    new Figures(reserved, difference.reservedChange(), committed, difference.committedChange())));
        }
        rows.add(row("total", whole));
        return rows;
    }

    private static String row(String name, Figures of) {
        return name + " " + of.reserved() + " " + of.reservedChange() + " " + of.committed() + " "
                + of.committedChange();
    }

    private static Table categories(NmtReport report) {
        NmtAnalysis analysis = new NmtAnalysis();
        Texts<NmtReport> all = analysis.fold().empty();
        all.add(FILE, report);
        return table(analysis.say(analysis.read(all, Coverage.NONE), Coverage.NONE));
    }

    private static Table table(Section section) {
        return section.blocks().stream()
                .filter(Table.class::isInstance)
                .map(Table.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private static List<String> rows(Table table, boolean diff) {
        List<String> rows = new ArrayList<>();
        for (Row row : table.rows()) {
            if (row.role() != Role.PART) {
                rows.add(row(
                        ((Cell.Text) row.cells().getFirst()).value(),
                        new Figures(
                                bytes(row, 1),
                                diff ? bytes(row, 2) : 0,
                                bytes(row, diff ? 3 : 2),
                                diff ? bytes(row, 4) : 0)));
            }
        }
        return rows;
    }

    private static long bytes(Row row, int column) {
        return row.cells().get(column) instanceof Cell.Bytes bytes ? bytes.value() : 0;
    }

    /** The total of the table of parts, to which its rows add up. */
    private static long committedInParts(NmtReport report, String name) {
        MemoryParts analysis = new MemoryParts();
        Processes all = analysis.fold().empty();
        all.add(FILE, report);
        Table table = table(analysis.say(analysis.read(all, Coverage.NONE), Coverage.NONE));
        long sum = table.rows().stream()
                .filter(row -> row.role() == Role.PLAIN)
                .mapToLong(row -> bytes(row, 2))
                .sum();
        long total = table.rows().stream()
                .filter(row -> row.role() == Role.TOTAL)
                .mapToLong(row -> bytes(row, 2))
                .sum();
        assertThat(Math.abs(total - sum)).as(name).isLessThanOrEqualTo(Math.abs(total) / 200);
        return total;
    }
}
