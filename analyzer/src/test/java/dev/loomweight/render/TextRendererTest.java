package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Laws that hold for the text of every report. */
class TextRendererTest {

    private static final Pattern COLOUR = Pattern.compile("\u001b\\[(?:\\d+(?:;\\d+)*)m");

    @Test
    void noLineIsWiderThanTheWidthAndNothingIsObeyedByATerminal() {
        qt().withExamples(2000)
                .forAll(longs().all(), integers().between(40, 200))
                .checkAssert((seed, width) -> {
                    String text = render(RandomReports.of(seed), width, false);
                    assertHarmlessAndWithin(text, width);
                    // Nothing is written of a report without a title that has nothing to say.
                    assertThat(text)
                            .matches(written -> written.isEmpty() || written.endsWith("\n"))
                            .doesNotContain(" \n")
                            .doesNotContain("\n\n\n");
                });
    }

    @Test
    void colourChangesNothingButColour() {
        qt().withExamples(500)
                .forAll(longs().all(), integers().between(40, 200))
                .checkAssert((seed, width) -> {
                    Report report = RandomReports.of(seed);
                    String coloured = render(report, width, true);
                    assertThat(COLOUR.matcher(coloured).replaceAll("")).isEqualTo(render(report, width, false));
                });
    }

    @Test
    void aTreeMayBeDeeperThanTheStackOfTheRenderer() {
        StackTree.Node node = new StackTree.Node("com.acme.Deep.call", StackTree.Marker.BLOCKER, 1, 1, List.of());
        for (int i = 2; i < 5_000; i++) {
            node = new StackTree.Node("com.acme.Deep.call", StackTree.Marker.NONE, i, i, List.of(node));
        }
        Report report = new Report(
                "pins",
                "deep",
                List.of(new Section("deep", "", List.of(new StackTree("tree", "", List.of(node))), List.of())));
        String text = render(report, 40, false);
        assertHarmlessAndWithin(text, 40);
        assertThat(text.lines().filter(line -> line.endsWith("Deep.call"))).hasSize(4_999);
        assertThat(text).endsWith("blocker\n");
    }

    /** What a chart of one point, and of zeros, is. */
    @Test
    void aSeriesOfOneMomentIsItsValueAndZerosAreDrawnAsZero() throws IOException {
        Series.Line one = new Series.Line("threads", List.of(point(0, 17)));
        Series.Line zeros = new Series.Line("pins", List.of(point(0, 0), point(1, 0), point(2, 0)));

        assertThat(text(new Series("one", "Over time", List.of(one))))
                .isEqualTo("  Over time\n  threads  17\n\n  2026-03-01 12:00:00Z\n");
        assertThat(text(new Series("two", "Over time", List.of(one, zeros)))
                        .lines()
                        .skip(3))
                .containsExactly(
                        "  threads" + " ".repeat(58) + "17   17    17",
                        "  pins    ▁▁▁" + " ".repeat(55) + "0    0     0",
                        "  2026-03-01 12:00:00Z to 12:00:02Z");
    }

    /** A column that is left out takes its footnote with it. */
    @Test
    void whyAValueIsMissingIsSaidOfColumnsThatAreShown() throws IOException {
        List<Table.Column> columns = List.of(
                Table.Column.of("site", "Site"),
                Table.Column.of("pins", "Pins"),
                Table.Column.of("holder", "Who holds, and in which frames"),
                Table.Column.of("rejected", "Rejected"));
        Table table = new Table(
                "sites",
                "",
                columns,
                List.of(Table.Row.of(
                        Cell.text("com.acme.shop.checkout.Basket.addTheItemThatWasChosen"),
                        Cell.absent("not known"),
                        Cell.text("com.acme.shop.checkout.Basket.addTheItemThatWasChosen"),
                        Cell.absent("not recorded"))),
                List.of(),
                10,
                List.of("site", "pins"));
        Report report = new Report("pins", "", List.of(new Section("sites", "", List.of(table), List.of())));

        assertThat(render(report, 44, false))
                .contains("Left out for lack of room: ")
                .contains("Rejected.")
                .contains("¹ not known")
                .doesNotContain("not recorded");
    }

    private static Series.Point point(int second, long value) {
        return new Series.Point(Instant.parse("2026-03-01T12:00:00Z").plusSeconds(second), Cell.count(value));
    }

    private static String text(Series series) throws IOException {
        StringBuilder text = new StringBuilder();
        SeriesText.write(series, new ParagraphWriter(new LineWriter(text, false), TextOptions.PLAIN));
        return text.toString();
    }

    @Test
    void aWidthTooSmallIsTakenAsTheSmallest() {
        assertThat(new TextOptions(3, true).width()).isEqualTo(TextOptions.MIN_WIDTH);
    }

    private static void assertHarmlessAndWithin(String text, int width) {
        assertThat(text.lines())
                .allSatisfy(line -> assertThat(TerminalColumns.of(line))
                        .as("columns of [%s]", line)
                        .isLessThanOrEqualTo(width));
        assertThat(text.codePoints().filter(c -> c != '\n'))
                .allSatisfy(c -> assertThat(Character.getType(c))
                        .as("type of U+%04X", c)
                        .isNotIn(
                                (int) Character.CONTROL,
                                (int) Character.FORMAT,
                                (int) Character.SURROGATE,
                                (int) Character.LINE_SEPARATOR,
                                (int) Character.PARAGRAPH_SEPARATOR));
    }

    private static String render(Report report, int width, boolean colour) {
        StringBuilder out = new StringBuilder();
        try {
            Format.TEXT.renderer(new TextOptions(width, colour)).render(report, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }
}
