package dev.loomweight.memory.growth.diff;

import static dev.loomweight.memory.growth.diff.Differences.category;
import static dev.loomweight.memory.growth.diff.Differences.committed;
import static dev.loomweight.memory.growth.diff.Differences.malloc;
import static dev.loomweight.memory.growth.diff.Differences.site;
import static dev.loomweight.memory.growth.diff.Differences.usage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Cell;
import dev.loomweight.report.SectionText;
import dev.loomweight.report.Table;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtCategory.Count;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtReport.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tables of what changed by category and call site, complete. */
class ChangeTablesTest {

    private static final long KB = 1 << 10;
    private static final long MB = 1 << 20;

    private static String text(Table table) {
        return SectionText.of(List.of(table));
    }

    private static List<String> notes(NmtCategory... categories) {
        return ChangeTables.categories(Differences.of(1, List.of(categories))).footnotes();
    }

    private static final NmtCategory UNCHANGED = category("Symbol", usage(1 * MB, 0, 1 * MB, 0), null);

    private static final NmtCategory THREADS = category(
            "Thread",
            usage(100 * MB, 40 * MB, 20 * MB, 4 * MB),
            malloc(1 * MB, 512 * KB, 100, 20),
            usage(90 * MB, 36 * MB, 18 * MB, 3 * MB),
            Map.of("threads", new Count(10, 4)));

    /** The largest change of committed memory first, then of reserved memory, then by name; blocks alone are a change. */
    @Test
    void categoriesByTheirChange() {
        NmtReport difference = Differences.of(
                1,
                List.of(
                        category("Code", usage(2 * MB, 0, 2 * MB, 0), malloc(2 * MB, 0, 9, 3)),
                        category("Arguments", usage(4 * MB, 4 * MB, 4 * MB, 4 * MB), null),
                        UNCHANGED,
                        THREADS,
                        category("Class", usage(1024 * MB, 64 * MB, 4 * MB, 0), null),
                        category("GC", usage(50 * MB, 0, 30 * MB, -8 * MB), null)));

        assertThat(text(ChangeTables.categories(difference))).isEqualTo("""
                categories: By category (NMT)
                category | reservedChange | mallocChange | blocksChange | threadsChange | committedBefore | committed | committedChange
                GC | 0 B | - | - | - | 38 MB | 30 MB | -8 MB
                Thread | 40 MB | 512 KB | 20 | 4 | 16 MB | 20 MB | 4 MB
                PART stacks | 36 MB | - | - | - | 15 MB | 18 MB | 3 MB
                Arguments | 4 MB | - | - | - | 0 B | 4 MB | 4 MB
                Class | 64 MB | - | - | - | 4 MB | 4 MB | 0 B
                Code | 0 B | 0 B | 3 | - | 2 MB | 2 MB | 0 B
                TOTAL total | 108 MB | 512 KB | 23 | - | 61 MB | 61 MB | 0 B
                (One category did not change.)
                (Committed stacks include 16 KB of guard pages for each Java thread, which are never resident.)
                """);
    }

    /** Two reports of any categories, also ones that were cut: what the rows lack of the total has a row. */
    @Test
    void theChangesAddUp() {
        for (int seed = 0; seed < 1_000; seed++) {
            Random random = new Random(seed);
            Table table = ChangeTables.categories(NmtDifference.of(report(random), report(random)));

            for (int column : new int[] {1, 7}) {
                assertThat(table.rows().stream()
                                .filter(row -> row.role() == Table.Role.PLAIN)
                                .mapToLong(row -> ((Cell.Bytes) row.cells().get(column)).value())
                                .sum())
                        .as("seed %s, column %s: %s", seed, column, text(table))
                        .isEqualTo(((Cell.Bytes) table.rows().getLast().cells().get(column)).value());
            }
        }
    }

    private static NmtReport report(Random random) {
        List<NmtCategory> categories = new ArrayList<>();
        for (String name : List.of("Java Heap", "Class", "Thread", "GC", "Code", "Other", "Symbol")) {
            if (random.nextInt(4) > 0) {
                long committed = random.nextInt(5) * MB;
                categories.add(category(name, usage(committed + random.nextInt(3) * MB, 0, committed, 0), null));
            }
        }
        NmtReport all = Differences.of(1, categories);
        return new NmtReport(
                7,
                1,
                false,
                all.total(),
                null,
                null,
                random.nextInt(3) == 0 && !categories.isEmpty() ? categories.subList(1, categories.size()) : categories,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    @Test
    void notesOfCategories() {
        assertThat(notes(committed("GC", 1))).isEmpty();
        assertThat(notes(committed("GC", 1), UNCHANGED)).containsExactly("One category did not change.");
        assertThat(notes(committed("GC", 1), UNCHANGED, UNCHANGED)).containsExactly("2 categories did not change.");
        assertThat(notes(committed("GC", 1), THREADS))
                .singleElement()
                .asString()
                .startsWith("Committed stacks include");
        // No stacks are shown of threads that did not change.
        assertThat(notes(committed("GC", 1), category("Thread", usage(9, 0, 8, 0), null, usage(7, 0, 6, 0), Map.of())))
                .containsExactly("One category did not change.");
    }

    /** Committed or reserved memory, bytes from malloc or blocks: each alone is a change. */
    @ParameterizedTest
    @CsvSource({
        "0, 0,   ,  , false",
        "0, 0,  0, 0, false",
        "1, 0,   ,  , true",
        "0, 1,   ,  , true",
        "0, -1, 0, 0, true",
        "0, 0,  1, 0, true",
        "0, 0,  0, -1, true"
    })
    void whatIsAChange(long reserved, long committed, @Nullable Long bytes, @Nullable Long blocks, boolean isChange) {
        NmtMalloc malloc = bytes == null || blocks == null ? null : malloc(50, bytes, 5, blocks);
        NmtCategory category = category("GC", usage(100, reserved, 100, committed), malloc);

        assertThat(ChangeTables.changed(Differences.of(1, List.of(category)))).hasSize(isChange ? 1 : 0);
    }

    /** The largest change first, then by name, category and frames; mappings have no blocks. */
    @Test
    void sitesByTheirChange() {
        NmtReport difference = Differences.of(
                1,
                List.of(),
                site("GC", 2 * MB, "B::b(int)+0x1"),
                site("GC", 2 * MB, "A::a(int)+0x1"),
                site("Code", 2 * MB, "A::a(int)+0x1"),
                site("GC", 0, "C::c()"),
                site("GC", -3 * MB, "D::d()", "E::e()", "F::f()"),
                new Site("GC", List.of("mmap(void*)+0x1"), null, usage(9 * MB, 9 * MB, 6 * MB, 1 * MB)));

        assertThat(text(ChangeTables.sites(difference).orElseThrow())).isEqualTo("""
                sites: By native call site (NMT detail)
                site | category | blocksChange | held | change
                D::d < E::e | GC | 2 | 97 MB | -3 MB
                A::a | Code | 2 | 102 MB | 2 MB
                A::a | GC | 2 | 102 MB | 2 MB
                B::b | GC | 2 | 102 MB | 2 MB
                mmap | GC | - | 6 MB | 1 MB
                """);
        assertThat(ChangeTables.sites(difference).orElseThrow().top()).isEqualTo(20);
        assertThat(ChangeTables.sites(Differences.of(1, List.of(), site("GC", 0, "C::c()"))))
                .isEmpty();
    }

    @Test
    void sitesOfOneNameAreInTheOrderOfTheirFrames() {
        Site code = site("GC", 5, "A::a(int)+0x1", ChangeTables.UNNAMED);
        Site other = site("GC", 5, "A::a(int)+0x2");

        assertThat(ChangeTables.changedSites(Differences.of(1, List.of(), other, code)))
                .containsExactly(code, other);
        assertThat(ChangeTables.changedSites(Differences.of(1, List.of(), code, other)))
                .containsExactly(code, other);
    }

    /** The innermost named function and its caller, without parameters and offset. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            A::a(int, long)+0x12                | A::a
            A::a+0x12                           | A::a
            A::a                                | A::a
            (anonymous)::a(int)+0x12            | (anonymous)::a(int)+0x12
            A::a()+0x1; B::b()+0x1              | A::a < B::b
            A::a()+0x1; B::b()+0x1; C::c()+0x1  | A::a < B::b
            [0x1]; A::a()+0x1; [0x2]; B::b+0x1  | A::a < B::b
            [0x1]                               | (no named function)
            """)
    void theNameOfASite(String frames, String name) {
        assertThat(ChangeTables.name(site("GC", 1, frames.split("; ", -1)))).isEqualTo(name);
    }
}
