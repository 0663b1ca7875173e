package dev.loomweight.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.live.LiveFigures;
import dev.loomweight.render.TerminalColumns;
import dev.loomweight.terminal.Key;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Seals what each page looks like. After a wanted change, look at the files that a failing run leaves in {@code
 * target/watch}, and copy those that are right over the golden ones.
 */
class PagesTest {

    private static final Path ACTUAL = Path.of("target", "watch");
    private static final String TITLE = "Shop, process 4711, JDK 25.0.3";
    private static final List<String> HINTS =
            List.of("Native memory is not tracked; it can be switched on only when the JVM"
                    + " starts, with -XX:NativeMemoryTracking=summary.");

    /** A golden file and what makes it. */
    record Golden(String file, List<AttributedString> lines) {

        @Override
        public String toString() {
            return file;
        }
    }

    static Stream<Golden> goldens() {
        List<Golden> all = new ArrayList<>();
        for (int columns : new int[] {40, 60, 80, 120, 200}) {
            int rows = columns < 80 ? 24 : 32;
            LiveFigures busy = Moments.busy();
            all.add(new Golden("busy." + columns + ".text", overview(busy, ViewState.START, columns, rows)));
            all.add(new Golden("held." + columns + ".text", overview(Moments.held(), ViewState.START, columns, rows)));
            all.add(new Golden("site." + columns + ".text", site(busy, columns, rows)));
            all.add(new Golden(
                    "bare." + columns + ".text",
                    new OverviewPage(TITLE, Moments.bare(), ViewState.START, HINTS)
                            .lines(new LineLayout(columns), rows, "")));
            all.add(new Golden("help." + columns + ".text", HelpPage.lines(new LineLayout(columns), rows, 0)));
        }
        return all.stream();
    }

    private static List<AttributedString> overview(LiveFigures moment, ViewState state, int columns, int rows) {
        return new OverviewPage(TITLE, moment, state, List.of()).lines(new LineLayout(columns), rows, "");
    }

    private static List<AttributedString> site(LiveFigures moment, int columns, int rows) {
        ViewState opened = ViewState.START.after(Key.ENTER, moment);
        return new SitePage(moment, opened).lines(new LineLayout(columns), rows, "");
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void looksLikeItsGoldenFile(Golden golden) throws IOException {
        String actual = golden.lines().stream()
                .map(line -> line.toString().stripTrailing() + "\n")
                .collect(Collectors.joining());
        String expected = expected(golden.file());
        if (!actual.equals(expected)) {
            Files.createDirectories(ACTUAL);
            Files.writeString(ACTUAL.resolve(golden.file()), actual);
        }
        assertThat(actual)
                .as("watch/%s; the actual page is in %s", golden.file(), ACTUAL.toAbsolutePath())
                .isEqualTo(expected);
    }

    private static String expected(String file) throws IOException {
        try (InputStream in = PagesTest.class.getResourceAsStream("/watch/" + file)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void fillsEveryScreenAndNoMore() {
        for (int columns = 1; columns <= 220; columns += columns < 60 ? 1 : 7) {
            for (int rows : new int[] {1, 2, 5, 12, 24, 60}) {
                for (LiveFigures moment : List.of(Moments.busy(), Moments.bare())) {
                    List<List<AttributedString>> pages = List.of(
                            overview(moment, ViewState.START, columns, rows),
                            site(moment, columns, rows),
                            HelpPage.lines(new LineLayout(columns), rows, 3));
                    for (List<AttributedString> page : pages) {
                        assertThat(page).as("%d x %d", columns, rows).hasSize(rows);
                        for (AttributedString line : page) {
                            assertThat(TerminalColumns.of(line.toString()))
                                    .as("%d x %d: %s", columns, rows, line)
                                    .isLessThanOrEqualTo(columns);
                        }
                    }
                }
            }
        }
    }

    @Test
    void nothingOfTheTargetReachesTheTerminalAsACommand() {
        String page = overview(Moments.busy(), ViewState.START, 120, 40).toString();

        assertThat(page).doesNotContain("\u001b").contains("\\u001b");
    }

    @Test
    void theSelectedSiteIsOnTheScreenHoweverLowThatIs() {
        LiveFigures busy = Moments.busy();
        ViewState last = ViewState.START.after(Key.DOWN, busy).after(Key.DOWN, busy);

        assertThat(overview(busy, last, 80, 13).toString()).contains("> com.acme.支払い");
    }

    @Test
    void isTheSameInEveryLocale() {
        Locale before = Locale.getDefault();
        String here = overview(Moments.busy(), ViewState.START, 100, 30).toString();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(overview(Moments.busy(), ViewState.START, 100, 30).toString())
                    .isEqualTo(here);
        } finally {
            Locale.setDefault(before);
        }
    }
}
