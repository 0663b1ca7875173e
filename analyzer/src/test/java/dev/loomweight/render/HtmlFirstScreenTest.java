package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.cli.Loomweight;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What people see of a page of pins before they scroll, in a real browser: at any width the time line and the stacks, on a
 * screen of some width the figures in columns, names in whole parts. Leaves pictures of that in {@code target/pages},
 * beside those of whole pages of {@link HtmlPageTest}.
 */
@Tag("oracles")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HtmlFirstScreenTest {

    private static final Path PICTURES = Path.of("target", "pages");
    private static final int HEIGHT = 900;

    /** Parts of names up to this length stay in one line. */
    private static final int WHOLE_LETTERS = 26;

    private Browser browser;
    private ShownReports pages;
    private Report pins;

    @BeforeAll
    void start(@TempDir Path temporary) throws IOException {
        browser = Browser.start(Files.createDirectory(temporary.resolve("profile")));
        browser.theme("light");
        pages = new ShownReports(browser, temporary);
        Report made = Loomweight.ask("pins", "src/test/resources/first-screen/spring-21/recording.jfr")
                .report();
        pins = new Report(made.command(), "recording.jfr", made.sections());
    }

    @AfterAll
    void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "400,light",
        "400,dark",
        "700,light",
        "800,light",
        "800,dark",
        "1200,light",
        "1200,dark",
        "1600,light",
        "1600,dark",
        "2000,light",
        "2000,dark"
    })
    void timeLineAndStacksAreOnTheFirstScreenAtAnyWidth(int width, String theme) throws IOException {
        browser.theme(theme);
        show(width);
        browser.pictureOfScreen(PICTURES.resolve("first-screen-" + width + "-" + theme + ".png"));
        browser.theme("light");
        assertThat(number("document.querySelector('.verdict .first').getBoundingClientRect().bottom"))
                .isLessThan(HEIGHT / 2);
        assertThat(number("document.querySelector('.chart canvas').getBoundingClientRect().bottom"))
                .isLessThan(HEIGHT);
        // The sites, and some of what each of them calls.
        assertThat(number("document.querySelector('.graph').getBoundingClientRect().top"))
                .isLessThan(HEIGHT - 4 * 20);
        assertThat(browser.evaluate("document.documentElement.scrollWidth <= innerWidth")
                        .getAsBoolean())
                .isTrue();
    }

    /** On a phone a long verdict is folded, so that it does not push the figures off the screen; nothing of it is lost. */
    @ParameterizedTest
    @CsvSource({"400,light", "400,dark", "1200,light", "1200,dark"})
    void aLongVerdictLeavesRoomForTheFigures(int width, String theme) throws IOException {
        browser.theme(theme);
        browser.resize(width, HEIGHT);
        pages.open("long", withLongVerdict());
        browser.waitFor(
                "['.overview .chart', '.overview .graph'].every(room => document.querySelector(room).dataset.drawn)");
        pages.settle();
        browser.pictureOfScreen(PICTURES.resolve("long-verdict-" + width + "-" + theme + ".png"));
        browser.theme("light");
        String more = "document.querySelector('.verdict button.more')";
        boolean narrow = width < 600;
        if (narrow) {
            assertThat(number("document.querySelector('.chart canvas').getBoundingClientRect().bottom"))
                    .isLessThan(HEIGHT);
            assertThat(number("document.querySelector('.graph').getBoundingClientRect().top"))
                    .isLessThan(HEIGHT - 4 * 20);
            assertThat(browser.text(more + ".getAttribute('aria-expanded')")).isEqualTo("false");
        }
        assertThat(browser.evaluate("Boolean(" + more + ".offsetParent)").getAsBoolean())
                .isEqualTo(narrow);
        if (narrow) {
            browser.evaluate(more + ".click()");
        }
        assertThat(browser.evaluate(
                                "(() => { const v = document.querySelector('.verdict .sentences'); return v.scrollHeight <= v.clientHeight; })()")
                        .getAsBoolean())
                .isTrue();
        assertThat(browser.text("document.querySelector('.verdict .sentences').innerText"))
                .contains("The last sentence of the verdict.");
        assertThat(browser.problems()).isEmpty();
    }

    /** As it is, a verdict that a narrow screen has room for has no button. */
    @Test
    void aShortVerdictIsNotFolded() throws IOException {
        browser.resize(400, HEIGHT);
        pages.open(
                "short",
                new Report(
                        "pins",
                        "short",
                        List.of(new Section(
                                "pins",
                                "Pins",
                                List.of(Note.of("verdict", "Virtual threads were pinned 3 times.")),
                                List.of()))));
        pages.settle();
        assertThat(browser.evaluate("Boolean(document.querySelector('.verdict button.more')?.offsetParent)")
                        .getAsBoolean())
                .isFalse();
    }

    private Report withLongVerdict() {
        return new Report(
                pins.command(),
                pins.title(),
                pins.sections().stream()
                        .map(HtmlFirstScreenTest::withLongVerdict)
                        .toList());
    }

    private static Section withLongVerdict(Section section) {
        return new Section(
                section.id(),
                section.title(),
                section.blocks().stream()
                        .map(block -> block instanceof Note note
                                        && note.equals(section.verdict().orElse(null))
                                ? longer(note)
                                : block)
                        .toList(),
                section.findings());
    }

    private static Note longer(Note verdict) {
        String all = String.join(" ", verdict.sentences());
        return new Note(verdict.id(), List.of(all, all + " The last sentence of the verdict."));
    }

    @ParameterizedTest
    @ValueSource(ints = {1200, 1600, 2000})
    void whatToActOnIsOnTheFirstScreenWhereItIsWide(int width) throws IOException {
        show(width);
        // Three lines of it at least.
        assertThat(number("document.querySelector('.worst .finding h4').getBoundingClientRect().top"))
                .isLessThan(HEIGHT - 3 * 20);
    }

    @ParameterizedTest
    @ValueSource(ints = {700, 800, 1200, 1600, 2000})
    void figuresAreInColumnsFrom700PixelsOn(int width) throws IOException {
        show(width);
        assertThat(browser.evaluate("document.querySelectorAll('table').length").getAsInt())
                .isGreaterThan(4);
        assertThat(browser.evaluate("document.querySelectorAll('table.cards').length")
                        .getAsInt())
                .isZero();
        // Those of the first screen all at once; of a wider table the first column stays where the others are scrolled.
        assertThat(browser.evaluate(
                                "(() => { const room = document.querySelector('.lead .scroll'); return room.scrollWidth <= room.clientWidth; })()")
                        .getAsBoolean())
                .isTrue();
        assertThat(browser.text(
                        "getComputedStyle(document.querySelector('section [data-block=sites] tbody th')).position"))
                .isEqualTo("sticky");
    }

    @ParameterizedTest
    @ValueSource(ints = {700, 1000, 1200, 1500, 1600, 2000})
    void partsOfNamesInTablesStayInOneLine(int width) throws IOException {
        show(width);
        pages.drawAll();
        String broken = """
                [...document.querySelectorAll('table:not(.cards) tbody :is(th, td)')].flatMap(cell => {
                  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
                  const places = [];
                  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
                    [...Array(text.length).keys()].forEach(i => places.push([text, i]));
                  }
                  return [...cell.textContent.matchAll(/(?<![\\p{L}\\d])[\\p{L}\\d]{2,%d}(?![\\p{L}\\d])/gu)].filter(part => {
                    const range = document.createRange();
                    range.setStart(...places[part.index]);
                    const [text, last] = places[part.index + part[0].length - 1];
                    range.setEnd(text, last + 1);
                    const boxes = [...range.getClientRects()].filter(box => box.width);
                    return boxes.some(box => box.top > boxes[0].bottom - 2);
                  }).map(part => part[0]);
                }).join()""".formatted(WHOLE_LETTERS);
        assertThat(browser.text(broken)).isEmpty();
    }

    @Test
    void aFindingLeadsToTheStacksOfItsSite() throws IOException {
        show(1200);
        String finding =
                "[...document.querySelectorAll('.worst .finding')].find(f => f.innerText.includes('QueryExecutorImpl.java'))";
        String tree = browser.text("document.querySelector('.flame').id");
        assertThat(browser.text(finding + ".querySelector('a.stack').getAttribute('href')"))
                .isEqualTo("#" + tree);
        String site = "[...document.querySelectorAll('.graph g.frame')]"
                + ".find(f => f.getAttribute('name') === 'org.postgresql.core.v3.QueryExecutorImpl.execute')"
                + ".querySelector('rect').getBoundingClientRect().width";
        assertThat(number(site)).isLessThan(number("document.querySelector('.graph').clientWidth") * 7 / 10);
        // Seen from the thread, stacks have no sites.
        browser.evaluate(
                "[...document.querySelectorAll('.flame button')].find(b => b.innerText == 'From the thread').click()");
        browser.evaluate(finding + ".querySelector('a.stack').click()");
        browser.waitFor(site + " > document.querySelector('.graph').clientWidth - 20");
        assertThat(browser.text("location.hash")).isEqualTo("#" + tree);
        assertThat(browser.text("document.querySelector('.flame .details').innerText"))
                .contains("org.postgresql.core.v3.QueryExecutorImpl.execute", "1.82 s");
        assertThat(browser.problems()).isEmpty();
    }

    @Test
    void everyFindingOnASiteHasStacks() throws IOException {
        show(1200);
        browser.evaluate("[...document.querySelectorAll('section button.more')].forEach(b => b.click())");
        long sites = pins.sections().stream()
                .flatMap(section -> section.findings().stream())
                .filter(finding -> finding.place() != null)
                .count();
        assertThat(browser.evaluate("document.querySelectorAll('a.stack').length")
                        .getAsLong())
                .isEqualTo(sites);
    }

    @Test
    void adviceIsNeverCut() throws IOException {
        String advice =
                "Upgrade the driver (https://example.com/a/very/long/path/to/it), or hold no monitor. ".repeat(20);
        pages.open(
                "advice",
                new Report(
                        "pins",
                        "advice",
                        List.of(new Section(
                                "pins",
                                "Pins",
                                List.of(Note.of("verdict", advice)),
                                List.of(new Finding("a", Finding.Severity.WARNING, "A.", advice, advice))))));
        assertThat(browser.text("document.querySelector('.worst .solution').innerText"))
                .isEqualTo(advice.strip());
        assertThat(browser.evaluate("document.querySelectorAll('.long').length").getAsInt())
                .isZero();
    }

    private void show(int width) throws IOException {
        browser.resize(width, HEIGHT);
        pages.open("pins", pins);
        browser.waitFor(
                "['.overview .chart', '.overview .graph'].every(room => document.querySelector(room).dataset.drawn)");
        pages.settle();
    }

    private double number(String expression) {
        return browser.evaluate(expression).getAsDouble();
    }
}
