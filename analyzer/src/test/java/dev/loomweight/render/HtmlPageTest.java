package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Graph;
import dev.loomweight.report.Note;
import dev.loomweight.report.Place;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.StackTree.Marker;
import dev.loomweight.report.StackTree.Node;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The html report in a real browser. Leaves pictures in {@code target/pages}: look at them after a change of the page.
 */
@Tag("oracles")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HtmlPageTest {

    private static final Path PICTURES = Path.of("target", "pages");

    // Whatever of it is taken for markup or obeyed would add elements, run a script, or turn the text around.
    private static final String HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
            + "<!--<script> \"quoted\" 'too' &amp; \u202Eturned\u202C \u200Bhidden \u001b[31mred\u0007 \uD800 \u2028 "
            + "a.".repeat(2000);

    private Path folder;
    private Browser browser;

    @BeforeAll
    void start(@TempDir Path temporary) throws IOException {
        folder = temporary;
        browser = Browser.start(Files.createDirectory(folder.resolve("profile")));
        browser.theme("light");
        browser.resize(1400, 900);
    }

    @AfterAll
    void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void everyReportOpensWithoutAnErrorAndAsksNobodyForAnything() throws IOException {
        for (Map.Entry<String, Report> report : Reports.all().entrySet()) {
            Path page = open(report.getKey(), report.getValue());
            drawAll();
            assertQuiet(report.getKey(), page);
            assertThat(browser.evaluate("document.querySelectorAll('section').length")
                            .getAsInt())
                    .as(report.getKey())
                    .isEqualTo(report.getValue().sections().size());
        }
    }

    @Test
    void anyReportOpens() throws IOException {
        for (int seed = 0; seed < 25; seed++) {
            Path page = open("random" + seed, RandomReports.of(seed));
            drawAll();
            assertQuiet("random" + seed, page);
        }
    }

    @Test
    void firstScreenHasVerdictWorstFindingsAndLeadingTable() throws IOException {
        open("places", UsualReports.places());
        assertThat(browser.text("document.querySelector('.verdict .first').innerText"))
                .as("the worst finding, since it is a problem")
                .isEqualTo("Shop.kt blocks.");
        assertThat(browser.text("document.querySelector('.verdict').innerText")).contains("Pinned 3 times.");
        assertThat(browser.text("document.querySelector('.badges').innerText"))
                .contains("1 problem", "1 warning", "2 remarks");
        assertThat(browser.text("[...document.querySelectorAll('.worst [data-finding]')].map(f => f.className).join()"))
                .isEqualTo("finding problem,finding warning,finding info");
        assertThat(browser.text("document.querySelector('.worst').innerText"))
                .contains("Use a lock.", "com/acme/Cart.java:12", "com/acme/Shop.kt");
        assertThat(browser.text("document.querySelector('.lead').innerText")).contains("What pins", "3 ms");
        assertThat(browser.evaluate("document.querySelector('.lead').getBoundingClientRect().bottom < innerHeight")
                        .getAsBoolean())
                .isTrue();
    }

    @Test
    void rowsThatNobodyJudgedHaveNoVerdict() throws IOException {
        Table table = UsualReports.places().sections().stream()
                .flatMap(section -> section.blocks().stream())
                .filter(Table.class::isInstance)
                .map(Table.class::cast)
                .findFirst()
                .orElseThrow();
        open("rows", new Report("repl", "rows", List.of(new Section("rows", "", List.of(table), List.of()))));
        drawAll();
        assertThat(browser.evaluate("document.querySelectorAll('.verdict, .lead').length")
                        .getAsInt())
                .isZero();
        assertThat(browser.evaluate("document.querySelectorAll('section table').length")
                        .getAsInt())
                .isEqualTo(1);
    }

    @Test
    void whatWasVariedIsTheAxisOfItsChart() throws IOException {
        open("variation", SeriesReports.overWhatWasVaried());
        drawAll();
        assertThat(browser.text("document.querySelector('.series .chart').ariaLabel"))
                .isEqualTo("Memory of one thread by frames below its sleep. platform, JDK 25.0.3: 28.2 KB to 53.2 KB;"
                        + " virtual, JDK 25.0.3: 2.27 KB to 2.27 KB");
        assertThat(browser.text("[...document.querySelectorAll('.series .u-legend th')].map(e => e.innerText).join()"))
                .startsWith("at,platform, JDK 25.0.3");
    }

    @Test
    void aSeriesOfOnePointIsItsValue() throws IOException {
        Series.Point only = new Series.Point(Reports.START, Cell.count(17));
        Series series = new Series("one", "Over time", List.of(new Series.Line("threads", List.of(only))));
        open("one-point", new Report("memory", "app", List.of(new Section("memory", "", List.of(series), List.of()))));
        drawAll();
        assertThat(browser.text("document.querySelector('.series').innerText")).isEqualTo("Over time\n\nthreads: 17");
        assertThat(browser.evaluate("document.querySelectorAll('.chart').length")
                        .getAsInt())
                .isZero();
    }

    @Test
    void barsKeepTheirScaleAndLinksLeadBesideThePage() throws IOException {
        open("bars", BarsReport.bars());
        String widths = "[...document.querySelectorAll('[data-block=chart] .track')]"
                + ".map(t => Math.round(100 * (t.firstChild?.clientWidth ?? 0) / t.clientWidth)).join()";
        // Published, and each JDK, of Vert.x; Go, of which only one is known; latency.
        assertThat(browser.text(widths)).isEqualTo("100,99,100,0,0,50,100");
        assertThat(browser.text("document.querySelector('[data-block=chart]').innerText"))
                .contains("go not found")
                .doesNotContain("nothing");
        assertThat(browser.text("[...document.querySelectorAll('table a')].map(a => a.getAttribute('href')).join()"))
                .isEqualTo("ping.md,sub/tasks.html");
        assertThat(browser.text("document.querySelector('[data-block=claimed] h3').innerText"))
                .isEqualTo("What was claimed");
    }

    @Test
    void aGraphHasAnArrowForEachEdgeAndKeepsItsNamesAtAnyWidth() throws IOException {
        Graph graph = new Graph(
                "graph",
                "Wait-for graph",
                List.of(
                        new Graph.Node(
                                "a", "thread", "\"buyer\" (virtual #22)", "com.acme.Shop.buy (Shop.java:86)", 1, true),
                        new Graph.Node("b", "lock", "the monitor java.lang.Object@1", "", 1, true),
                        new Graph.Node("c", "threads", "3 threads: <b>x</b>", "", 3, false)),
                List.of(
                        new Graph.Edge("a", "b", "waits for", true, true),
                        new Graph.Edge("b", "a", "held by", false, true),
                        new Graph.Edge("c", "a", "waits for", true, false)));
        open("graph", new Report("hang", "app", List.of(new Section("hang", "Hang", List.of(graph), List.of()))));
        drawAll();
        assertThat(browser.text("document.querySelector('.waits').innerText"))
                .contains("\"buyer\" (virtual #22)", "may be held by", "3 threads: <b>x</b>");
        assertThat(
                        browser.text(
                                "[...document.querySelectorAll('.waits path')].map(p => p.getAttribute('class').trim()).join()"))
                .isEqualTo("marked,marked possible,");
        assertThat(browser.evaluate("document.documentElement.scrollWidth <= innerWidth")
                        .getAsBoolean())
                .isTrue();
    }

    @Test
    void chartsFormatAmountsAsTheReportDoes() throws IOException {
        open("amounts", UsualReports.places());
        // What a number of JavaScript can hold.
        long[] amounts = AmountsInTablesTest.amounts()
                .filter(amount -> amount > -(1L << 53) && amount < 1L << 53)
                .toArray();
        String values = Arrays.toString(amounts);
        assertThat(browser.text(values + ".map(lw.format.bytes).join('\\n')").lines())
                .containsExactlyElementsOf(
                        LongStream.of(amounts).mapToObj(Amounts::bytes).toList());
        assertThat(browser.text(values + ".map(lw.format.nanos).join('\\n')").lines())
                .containsExactlyElementsOf(
                        LongStream.of(amounts).mapToObj(Amounts::time).toList());
        assertThat(browser.text(values + ".map(lw.format.count).join('\\n')").lines())
                .containsExactlyElementsOf(
                        LongStream.of(amounts).mapToObj(Amounts::count).toList());
        double[] parts = LongStream.of(amounts)
                .mapToDouble(amount -> amount / 1e6)
                .filter(part -> Math.abs(part) < 1e9)
                .toArray();
        assertThat(browser.text(Arrays.toString(parts) + ".map(lw.format.ratio).join('\\n')")
                        .lines())
                .containsExactlyElementsOf(
                        DoubleStream.of(parts).mapToObj(Amounts::percent).toList());
    }

    @Test
    void aTableSortsAndFilters() throws IOException {
        List<Table.Row> rows = IntStream.range(0, 30)
                .mapToObj(i -> Table.Row.of(Cell.text("row " + i), Cell.bytes((i * 7919L) % 31 * 1000)))
                .toList();
        List<Table.Row> all = new ArrayList<>(rows);
        all.add(3, new Table.Row(Table.Role.PART, List.of(Cell.text("part of row 2"), Cell.absent("lost"))));
        all.add(new Table.Row(Table.Role.TOTAL, List.of(Cell.text("all"), Cell.bytes(999_999))));
        Table table = new Table(
                "sizes",
                "Sizes",
                List.of(Table.Column.of("name", "name"), new Table.Column("size", "size", true)),
                all,
                List.of());
        open(
                "table",
                new Report(
                        "memory", "t", List.of(new Section("s", "S", List.of(Note.of("n", "N."), table), List.of()))));
        String block = "document.querySelector('section [data-block=sizes]')";
        String names = block + ".querySelectorAll('tbody th')";
        assertThat(browser.evaluate(names + ".length").getAsInt()).isEqualTo(13);
        browser.evaluate("[...document.querySelectorAll('section button.more')].forEach(b => b.click())");
        assertThat(browser.evaluate(names + ".length").getAsInt()).isEqualTo(32);
        browser.evaluate(block + ".querySelectorAll('thead button')[1].click()");
        assertThat(
                        browser.text(
                                "[...document.querySelectorAll('section tbody td')].map(c => c.innerText.trim()).slice(0, 3).join()"))
                .isEqualTo("29.3 KB,28.3 KB,27.3 KB");
        assertThat(browser.text(block + ".querySelector('[aria-sort=descending]').innerText"))
                .startsWith("size");
        assertThat(browser.text("[..." + names + "].at(-1).innerText")).isEqualTo("all");
        assertThat(browser.text("(() => { const n = [..." + names
                        + "].map(c => c.innerText); return n[n.indexOf('row 2') + 1]; })()"))
                .isEqualTo("part of row 2");
        type(block + ".querySelector('input')", "ROW 17");
        assertThat(browser.text("[..." + names + "].map(c => c.innerText).join()"))
                .isEqualTo("row 17");
        assertThat(browser.text(block + ".querySelector('.count').innerText")).isEqualTo("1 of 30 rows");
    }

    @Test
    void aFlameGraphZoomsSearchesAndTellsWhereCodeIs() throws IOException {
        open("flame", UsualReports.places());
        drawAll();
        settle();
        String frames = "[...document.querySelectorAll('.graph g.frame')]";
        String named = frames + ".map(f => f.getAttribute('name'))";
        assertThat(browser.text(named + ".join('|')"))
                .contains("all", "■ java.lang.Thread.sleep:509", "com.acme.Cart$Line.add:12", "com.acme.Rare.park");
        type("document.querySelector('.flame input')", "CART$");
        browser.waitFor("document.querySelector('.flame .count').innerText.startsWith('2 frames')");
        assertThat(browser.text("document.querySelector('.flame .count').innerText"))
                .contains("3 ms", "99.7 %");
        String width = frames + ".find(f => f.getAttribute('name').startsWith('com.acme.Cart$Line.add:12'))"
                + ".querySelector('rect').getBoundingClientRect().width";
        double before = browser.evaluate(width).getAsDouble();
        browser.evaluate(frames
                + ".find(f => f.getAttribute('name').startsWith('com.acme.Cart$Line.add:12'))"
                + ".dispatchEvent(new MouseEvent('click', {bubbles: true}))");
        browser.waitFor(width + " > " + (before * 1.3));
        assertThat(browser.text("document.querySelector('.details').innerText"))
                .contains("com/acme/Cart.java:12", "2 ms, 2 events", "Thread.sleep");
        browser.evaluate(
                "[...document.querySelectorAll('.flame button')].find(b => b.innerText == 'Reset zoom').click()");
        browser.waitFor(width + " < " + (before * 1.1));
        browser.evaluate(
                "[...document.querySelectorAll('.flame button')].find(b => b.innerText == 'From the thread').click()");
        browser.waitFor(named + "[1].includes('VirtualThread.run')");
        assertThat(browser.problems()).isEmpty();
    }

    /** As many stacks as a day of a server; what they cost on a screen is paid when somebody comes to them. */
    @Test
    void thirteenHundredStacksStaySmallAndWaitUntilTheyAreSeen() throws IOException {
        List<Node> sites = IntStream.range(0, 1300)
                .mapToObj(i -> {
                    Node node = new Node(
                            "java.lang.VirtualThread.run:329", Marker.NONE, 300, 1_000_000_000L / (i + 1), List.of());
                    for (int depth = 43; depth > 0; depth--) {
                        String label = "com.acme.warehouse.inventory.Service" + (i * depth) % 2000 + ".call:" + depth;
                        node = new Node(label, Marker.NONE, 300, 1_000_000_000L / (i + 1), List.of(node));
                    }
                    return new Node(
                            "com.acme.Site" + i + ".run", Marker.GROUP, 300, 1_000_000_000L / (i + 1), List.of(node));
                })
                .toList();
        Report report = new Report(
                "pins",
                "large",
                List.of(new Section(
                        "pins",
                        "Pins",
                        List.of(Note.of("verdict", "Much."), new StackTree("stacks", "Stacks", sites)),
                        List.of())));
        browser.resize(360, 200);
        Path page = open("large", report);
        assertThat(Files.size(page)).isLessThan(3_000_000);
        assertThat(browser.text("document.querySelector('.verdict').innerText")).contains("Much.");
        browser.resize(1400, 900);
        drawAll();
        assertThat(browser.evaluate("document.querySelectorAll('.graph g.frame').length")
                        .getAsInt())
                .isGreaterThan(100);
        assertQuiet("large", page);
    }

    @Test
    void namesAreHarmless() throws IOException {
        Path page = open("hostile", hostile());
        drawAll();
        assertQuiet("hostile", page);
        assertThat(browser.evaluate("document.scripts.length").getAsInt()).isEqualTo(5);
        assertThat(browser.evaluate("document.querySelectorAll('img, iframe, object').length")
                        .getAsInt())
                .isZero();
        // The direction of text and the names of what is invisible can be read.
        assertThat(browser.text("document.getElementById('page').innerText"))
                .contains("<script>alert(1)</script>", "\\u202eturned")
                .doesNotContain("\u202E", "\u200B", "\u001b");
        assertThat(browser.text("document.title")).startsWith("</script><script>alert(1)");
        browser.resize(360, 800);
        try {
            browser.waitFor("document.documentElement.scrollWidth <= 360");
        } finally {
            browser.resize(1400, 900);
        }
    }

    @ParameterizedTest
    @CsvSource({"380,light", "380,dark", "900,light", "900,dark", "1400,light", "1400,dark"})
    void fitsTheScreenInBothThemes(int width, String theme) throws IOException {
        browser.theme(theme);
        browser.resize(width, 900);
        try {
            for (String name : List.of("places", "side-by-side", "series", "check", "diff-pins", "diff-memory")) {
                open(name, Objects.requireNonNull(Reports.all().get(name)));
                drawAll();
                browser.waitFor("document.documentElement.scrollWidth <= " + width);
                int brightness = browser.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0]")
                        .getAsInt();
                assertThat(brightness < 128).isEqualTo(theme.equals("dark"));
                settle();
                browser.screenshot(PICTURES.resolve(name + "-" + width + "-" + theme + ".png"));
            }
        } finally {
            browser.theme("light");
            browser.resize(1400, 900);
        }
    }

    private Path open(String name, Report report) throws IOException {
        return new ShownReports(browser, folder).open(name, report);
    }

    private void drawAll() {
        new ShownReports(browser, folder).drawAll();
    }

    private void settle() {
        new ShownReports(browser, folder).settle();
    }

    private void type(String input, String words) {
        browser.evaluate("(() => { const input = " + input + "; input.value = '" + words
                + "'; input.dispatchEvent(new Event('input')); })()");
    }

    private void assertQuiet(String name, Path page) {
        assertThat(browser.problems()).as(name).isEmpty();
        assertThat(browser.requests()).as(name).containsExactly(page.toUri().toString());
    }

    private static Report hostile() {
        Node node = new Node(HOSTILE, Marker.HOLDER, 1, 1, List.of(new Node(HOSTILE, Marker.BLOCKER, 1, 1, List.of())));
        Table.Column column = new Table.Column("name", HOSTILE, true);
        return new Report(
                "pins",
                HOSTILE,
                List.of(new Section(
                        HOSTILE,
                        HOSTILE,
                        List.of(
                                Note.of(HOSTILE, HOSTILE, HOSTILE),
                                new Table(
                                        HOSTILE,
                                        HOSTILE,
                                        List.of(column, column, column, column),
                                        List.of(Table.Row.of(
                                                Cell.text(HOSTILE),
                                                Cell.absent(HOSTILE),
                                                Cell.bytes(1),
                                                Cell.text(HOSTILE))),
                                        List.of(HOSTILE)),
                                new Series(
                                        "series",
                                        HOSTILE,
                                        Series.Form.PARTS,
                                        List.of(new Series.Line(
                                                HOSTILE, List.of(new Series.Point(Instant.EPOCH, Cell.count(1))))),
                                        List.of(new Series.Span(Instant.EPOCH, Instant.EPOCH, HOSTILE)),
                                        List.of(new Series.Level(HOSTILE, Cell.count(1)))),
                                new StackTree("tree", HOSTILE, List.of(node))),
                        List.of(new Finding(
                                HOSTILE,
                                Finding.Severity.PROBLEM,
                                HOSTILE,
                                HOSTILE,
                                HOSTILE,
                                new Place(HOSTILE, HOSTILE, 1, HOSTILE))))));
    }
}
