package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.loomweight.render.stacks.StackPaths;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Place;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Laws of the formats, over reports of any shape with the worst of names. */
@Tag("oracles")
class FormatsTest {

    @ParameterizedTest
    @EnumSource
    void nothingIsInvisibleOrObeyed(Format format) {
        // What is in the page beside the report is the same for all, and of others.
        forReports(
                format == Format.HTML ? 20 : 300,
                report -> assertThat(render(format, report)
                                .codePoints()
                                .filter(c -> c != '\n' && !(c == '\r' && format == Format.CSV)))
                        .noneMatch(Character::isISOControl)
                        .noneMatch(c -> Character.getType(c) == Character.FORMAT)
                        .noneMatch(c -> Character.getType(c) == Character.SURROGATE));
    }

    @Test
    void junitHasATestForEachFinding() {
        forReports(300, report -> {
            Document document = xml(render(Format.JUNIT, report));
            for (int i = 0; i < report.sections().size(); i++) {
                List<Finding> findings = report.sections().get(i).findings();
                Element suite =
                        (Element) document.getElementsByTagName("testsuite").item(i);
                long failures = findings.stream()
                        .filter(finding -> finding.severity() != Finding.Severity.INFO)
                        .count();
                assertThat(suite.getElementsByTagName("testcase").getLength())
                        .isEqualTo(Math.max(1, findings.size()))
                        .isEqualTo(Integer.parseInt(suite.getAttribute("tests")));
                assertThat(suite.getElementsByTagName("failure").getLength())
                        .isEqualTo((int) failures)
                        .isEqualTo(Integer.parseInt(suite.getAttribute("failures")));
            }
        });
    }

    @Test
    void recordsOfCommaSeparatedValuesAreWhole() throws IOException {
        forReports(300, report -> {
            List<List<String>> records = records(render(Format.CSV, report));
            int width = 0;
            for (List<String> record : records) {
                // A blank line ends a table.
                width = record.equals(List.of("")) ? 0 : width == 0 ? record.size() : width;
                assertThat(record).hasSize(Math.max(1, width)).noneMatch(field -> field.matches("(?s)[=@].*"));
            }
        });
        Report places = UsualReports.places();
        assertThat(Format.CSV.renderer(TextOptions.PLAIN).files(places).keySet())
                .containsExactly(
                        "pins.findings.csv",
                        "pins.sites.csv",
                        "pins.carriers.csv",
                        "pins.stacks.csv",
                        "memory.categories.csv");
        assertThat(records(Format.CSV.renderer(TextOptions.PLAIN).files(places).getOrDefault("pins.sites.csv", "")))
                .containsExactly(
                        List.of("site", "pinsCount", "totalNanos"),
                        List.of("'=com.acme.Cart$Line.add, \"quoted\"", "3", "3000000"));
    }

    @Test
    void collapsedStacksHaveTheFramesAndTheWeightOfTheTree() {
        Report report = UsualReports.places();
        assertThat(render(Format.COLLAPSED, report).lines())
                .containsExactly(
                        "java.lang.Thread.sleep:509 1000",
                        "java.lang.VirtualThread.run:329;com.acme.Cart$Line.add:12;java.lang.Thread.sleep:509 2000",
                        "java.lang.VirtualThread.run:329;com.acme.Rare.park:4 9");
        forReports(
                300,
                random ->
                        assertThat(render(Format.COLLAPSED, random).lines()).allMatch(line -> line.matches(".* \\d+")));
    }

    @Test
    void markdownFitsACommentAndHasNoMarkupButItsOwn() {
        forReports(
                300,
                report -> assertThat(render(Format.MARKDOWN, report)
                                .replaceAll("(?s)(`{3,})\\n.*?\\n\\1\\n", "")
                                .replaceAll("</?details>|</?summary>", "")
                                .replaceAll("\\\\.", ""))
                        .doesNotContain("<", "`"));
        List<Table.Row> rows = IntStream.range(0, 100)
                .mapToObj(i -> Table.Row.of(Cell.text("x".repeat(4000)), Cell.count(i)))
                .toList();
        List<Section> sections = IntStream.range(0, 100)
                .mapToObj(i -> new Section(
                        "s" + i,
                        "Section " + i,
                        List.of(
                                Note.of("n", "y".repeat(100_000)),
                                new Table(
                                        "t",
                                        "T",
                                        List.of(Table.Column.of("a", "a"), Table.Column.of("b", "b")),
                                        rows,
                                        List.of())),
                        List.of()))
                .toList();
        assertThat(render(Format.MARKDOWN, new Report("pins", "z".repeat(100_000), sections)))
                .hasSizeLessThan(MarkdownRenderer.MAX_CHARACTERS)
                .contains(
                        "Section 0</summary>",
                        "And 70 more rows.",
                        "Too long for a comment: ",
                        "more. The html report");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.HTML", "dir.json/b.html"})
    void theEndingOfAFileTellsItsFormat(String name) {
        assertThat(Format.ofFile(name)).contains(Format.HTML);
        assertThat(Format.ofFile("a.json")).contains(Format.JSON);
        assertThat(Format.ofFile("a.speedscope.json")).contains(Format.SPEEDSCOPE);
        assertThat(Format.ofFile("html")).isEmpty();
    }

    @Test
    void aPlaceWithoutASourceFileIsInThatOfItsOutermostClass() {
        assertThat(new Place("com.acme.Cart$Line$1", "add", 3, null).path()).isEqualTo("com/acme/Cart.java");
        assertThat(new Place("com.acme.ShopKt", "main", 3, "Shop.kt").path()).isEqualTo("com/acme/Shop.kt");
        assertThat(new Place("Main", "main", 3, null).path()).isEqualTo("Main.java");
        assertThat(new Place("$Proxy1", "main", 3, null).path()).isEqualTo("$Proxy1.java");
    }

    @Test
    void stacksOfATreeAddUpToIt() throws IOException {
        for (long seed = 0; seed < 200; seed++) {
            for (Section section : RandomReports.of(seed).sections()) {
                for (Block block : section.blocks()) {
                    if (block instanceof StackTree tree) {
                        List<Integer> depths = new ArrayList<>();
                        StackPaths.forEach(tree.roots(), (path, count, nanos) -> {
                            assertThat(count).isNotNegative();
                            assertThat(nanos).isNotNegative();
                            depths.add(path.size());
                        });
                        assertThat(depths).hasSizeGreaterThanOrEqualTo(leaves(tree.roots()));
                    }
                }
            }
        }
    }

    private static int leaves(List<StackTree.Node> nodes) {
        return nodes.stream()
                .mapToInt(node -> node.children().isEmpty() ? 1 : leaves(node.children()))
                .sum();
    }

    private static void forReports(int examples, Consumer<Report> law) {
        qt().withExamples(examples).forAll(longs().all()).checkAssert(seed -> law.accept(RandomReports.of(seed)));
    }

    private static String render(Format format, Report report) {
        StringBuilder out = new StringBuilder();
        try {
            format.renderer(TextOptions.PLAIN).render(report, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }

    private static Document xml(String text) {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(text)));
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new AssertionError(text, e);
        }
    }

    /** Reads comma-separated values as RFC 4180 says. */
    private static List<List<String>> records(String text) {
        List<List<String>> records = new ArrayList<>();
        List<String> record = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted && c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"') {
                field.append(c);
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (quoted || (c != ',' && c != '\r' && c != '\n')) {
                field.append(c);
            } else if (c != '\r') {
                record.add(field.toString());
                field.setLength(0);
                if (c == '\n') {
                    records.add(record);
                    record = new ArrayList<>();
                }
            }
        }
        return records;
    }
}
