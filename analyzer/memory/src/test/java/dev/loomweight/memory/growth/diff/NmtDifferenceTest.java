package dev.loomweight.memory.growth.diff;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loomweight.input.text.lines.TextFiles;
import dev.loomweight.input.text.nmt.NmtText;
import dev.loomweight.memory.NmtReading;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtReport.Site;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class NmtDifferenceTest {

    /** Every real report of one JDK, paired with every other. */
    static Stream<List<Path>> pairs() throws Exception {
        List<List<Path>> pairs = new ArrayList<>();
        for (String jdk : List.of("11.0.13", "17.0.15", "21.0.8", "25.0.3")) {
            Path folder = folder(jdk);
            List<Path> reports = List.of(
                    folder.resolve("platform-detail.txt"), folder.resolve("virtual-detail.txt"),
                    folder.resolve("platform-summary-b.txt"), folder.resolve("virtual-summary-b.txt"));
            List<Path> there = reports.stream().filter(Files::exists).toList();
            there.forEach(before -> there.forEach(after -> pairs.add(List.of(before, after))));
        }
        return pairs.stream();
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void lessItsChangesItIsTheEarlierReport(List<Path> pair) {
        NmtReport before = report(pair.getFirst());
        NmtReport after = report(pair.getLast());

        NmtReport difference = NmtDifference.of(before, after);

        assertThat(difference.diff()).isTrue();
        assertThat(earlier(difference.total().committed()))
                .isEqualTo(before.total().committed().bytes());
        assertThat(difference.total().committed().bytes())
                .isEqualTo(after.total().committed().bytes());
        for (NmtCategory category : before.categories()) {
            NmtCategory change = requireNonNull(difference.category(category.name()), category.name());
            assertThat(earlier(change.usage().reserved()))
                    .isEqualTo(category.usage().reserved().bytes());
            NmtMalloc malloc = category.malloc();
            if (malloc != null && change.malloc() != null) {
                assertThat(earlier(change.malloc().amount()))
                        .isEqualTo(malloc.amount().bytes());
            }
        }
        long sum = difference.categories().stream()
                .mapToLong(category -> category.usage().committed().deltaBytes())
                .sum();
        if (difference.scale() == 1) {
            assertThat(sum).isEqualTo(difference.total().committed().deltaBytes());
        }
        if (!before.sites().isEmpty() && !after.sites().isEmpty()) {
            assertThat(mallocOf(difference.sites(), false)).isEqualTo(mallocOf(after.sites(), false));
            assertThat(mallocOf(difference.sites(), true)).isEqualTo(mallocOf(before.sites(), false));
        }
    }

    @Test
    void aReportAndItselfDifferInNothing() throws Exception {
        NmtReport report = report(folder("25.0.3").resolve("platform-detail.txt"));

        NmtReport difference = NmtDifference.of(report, report);

        assertThat(ChangeTables.changed(difference)).isEmpty();
        assertThat(ChangeTables.changedSites(difference)).isEmpty();
    }

    @Test
    void whatCameAndWhatWentIsThere() {
        NmtReport before = reportOf(List.of(category("GC", 4096)), List.of(site("A", 100, 1), site("B", 11, 1)));
        NmtReport after = reportOf(List.of(category("Other", 4096)), List.of(site("B", 11, 1), site("C", 333, 3)));

        NmtReport difference = NmtDifference.of(before, after);

        assertThat(ChangeTables.changed(difference))
                .extracting(NmtCategory::name)
                .containsExactly("GC", "Other");
        assertThat(ChangeTables.changedSites(difference))
                .extracting(ChangeTables::name, site -> NmtReading.held(site))
                .containsExactly(tuple("C", new Amount(333, 333)), tuple("A", new Amount(0, -100)));
    }

    @Test
    void sitesThatPrintOneStackAreOne() {
        NmtReport before = reportOf(List.of(), List.of(site("A", 100, 1)));
        NmtReport after = reportOf(List.of(), List.of(site("A", 100, 1), site("A", 51, 2)));

        assertThat(NmtDifference.of(before, after).sites()).singleElement().satisfies(site -> {
            assertThat(NmtReading.held(site)).isEqualTo(new Amount(151, 51));
            assertThat(requireNonNull(site.malloc()).countDelta()).isEqualTo(2);
        });
    }

    /** A difference knows no peaks, and call sites of one report are not compared with none of another. */
    @Test
    void sitesOfBothReports() {
        NmtReport one = reportOf(List.of(), List.of(site("A", 100, 1)));
        NmtReport other = reportOf(List.of(), List.of(site("A", 151, 3)));
        NmtReport none = reportOf(List.of(), List.of());

        assertThat(NmtDifference.of(one, other).sites())
                .containsExactly(
                        new Site("GC", List.of("A(int)+0x1"), new NmtMalloc(new Amount(151, 51), 3, 2, -1, -1), null));
        assertThat(NmtDifference.of(one, none).sites()).isEmpty();
        assertThat(NmtDifference.of(none, one).sites()).isEmpty();
    }

    @Test
    void codeWithoutANameIsTheSameAtAnyAddress() {
        Site before = new Site(
                "GC", List.of("A(int)+0x1", "[0x00007f47048db357]"), new NmtMalloc(Amount.of(7), 1, 0, -1, -1), null);
        Site after = new Site(
                "GC", List.of("A(int)+0x1", "[0x00007f1dd88e59d7]"), new NmtMalloc(Amount.of(9), 1, 0, -1, -1), null);

        NmtReport difference =
                NmtDifference.of(reportOf(List.of(), List.of(before)), reportOf(List.of(), List.of(after)));

        assertThat(ChangeTables.changedSites(difference)).singleElement().satisfies(site -> {
            assertThat(ChangeTables.name(site)).isEqualTo("A");
            assertThat(NmtReading.held(site)).isEqualTo(new Amount(9, 2));
        });
    }

    /** A category of which every figure is known; what is negative is not there. */
    private static NmtCategory figures(long bytes, long blocks, Map<String, Long> counts) {
        Amount amount = Amount.of(Math.max(0, bytes));
        NmtUsage usage = bytes < 0 ? null : NmtUsage.of(Amount.of(2 * bytes), amount);
        NmtMalloc malloc = bytes < 0 ? null : new NmtMalloc(amount, blocks, 0, -1, -1);
        return new NmtCategory(
                "Thread",
                NmtUsage.of(amount, amount),
                counts.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, one -> new NmtCategory.Count(one.getValue(), 0))),
                usage,
                malloc,
                usage,
                malloc,
                bytes < 0 ? null : amount,
                List.of(),
                List.of());
    }

    private static NmtCategory difference(NmtCategory before, NmtCategory after) {
        return NmtDifference.of(reportOf(List.of(before), List.of()), reportOf(List.of(after), List.of()))
                .categories()
                .getFirst();
    }

    /** What one report has and the other has not counts as 0 there; what neither has is not there. */
    @ParameterizedTest(name = "{0} and {1}: {2}, change {3}")
    @CsvSource({"10, 14, 14, 4", "14, 10, 10, -4", "-1, 14, 14, 14", "14, -1, 0, -14", "0, 0, 0, 0"})
    void everyFigureOfACategory(long before, long after, long bytes, long change) {
        NmtCategory category = difference(figures(before, 3, Map.of()), figures(after, 3, Map.of()));

        NmtUsage usage = NmtUsage.of(new Amount(2 * bytes, 2 * change), new Amount(bytes, change));
        assertThat(category.stack()).isEqualTo(usage);
        assertThat(category.mmap()).isEqualTo(usage);
        assertThat(requireNonNull(category.malloc()).amount()).isEqualTo(new Amount(bytes, change));
        assertThat(requireNonNull(category.arena()).amount()).isEqualTo(new Amount(bytes, change));
        assertThat(category.trackingOverhead()).isEqualTo(new Amount(bytes, change));
    }

    @Test
    void whatNeitherReportHasIsNotThere() {
        NmtCategory category = difference(figures(-1, 0, Map.of()), figures(-1, 0, Map.of()));

        assertThat(category.stack()).isNull();
        assertThat(category.mmap()).isNull();
        assertThat(category.malloc()).isNull();
        assertThat(category.arena()).isNull();
        assertThat(category.trackingOverhead()).isNull();
        assertThat(category.counts()).isEmpty();
    }

    /** A report that prints no number of blocks has one, or none where there are no bytes. */
    @ParameterizedTest(name = "{0} bytes in {1} blocks, then {2} in {3}: {4}, change {5}")
    @CsvSource({
        "9, 3,  9, 5,  5, 2",
        "9, 3,  9, 0,  0, -3",
        "9, 0,  9, 5,  5, 5",
        "9, -1, 9, 5,  5, 4",
        "9, 3,  9, -1, 1, -2",
        "9, 3,  1, -1, 1, -2",
        "0, -1, 9, 5,  5, 5",
        "9, 3,  0, -1, 0, -3",
        "-1, 0, 9, 5,  5, 5",
        "9, 3, -1, 0,  0, -3",
    })
    void theNumberOfBlocks(long before, long blocksBefore, long after, long blocksAfter, long blocks, long change) {
        NmtMalloc malloc = requireNonNull(
                difference(figures(before, blocksBefore, Map.of()), figures(after, blocksAfter, Map.of()))
                        .malloc());

        assertThat(malloc.count()).isEqualTo(blocks);
        assertThat(malloc.countDelta()).isEqualTo(change);
    }

    @Test
    void whatIsCounted() {
        NmtCategory category = difference(
                figures(1, 1, Map.of("threads", 10L, "gone", 5L)), figures(1, 1, Map.of("threads", 12L, "came", 3L)));

        assertThat(category.counts())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "threads", new NmtCategory.Count(12, 2),
                        "gone", new NmtCategory.Count(0, -5),
                        "came", new NmtCategory.Count(3, 3)));
    }

    /** Damage: the first counts. */
    @Test
    void aCategoryThatAReportHasTwice() {
        NmtReport before = reportOf(List.of(category("GC", 5), category("GC", 70)), List.of());
        NmtReport after = reportOf(List.of(category("GC", 9), category("GC", 600)), List.of());

        assertThat(NmtDifference.of(before, after).categories())
                .extracting(one -> one.usage().committed())
                .containsExactly(new Amount(9, 4));
    }

    @Test
    void mappingsOfOneStackAreOneAndApartFromItsMalloc() {
        Site malloc = site("A", 100, 1);
        NmtReport before = reportOf(List.of(), List.of(mapped(50, 30), malloc));
        NmtReport after = reportOf(List.of(), List.of(mapped(50, 30), malloc, mapped(7, 5)));

        assertThat(NmtDifference.of(before, after).sites())
                .extracting(Site::virtual)
                .containsExactlyInAnyOrder(NmtUsage.of(new Amount(57, 7), new Amount(35, 5)), null);
    }

    /** Without figures there is nothing to add. */
    @Test
    void sitesWithoutFigures() {
        Site bare = new Site("GC", List.of("A(int)+0x1"), null, null);
        NmtReport report = reportOf(List.of(), List.of(bare, bare, mapped(7, 5)));

        assertThat(NmtDifference.of(report, report).sites())
                .extracting(Site::malloc, Site::virtual)
                .containsExactly(tuple(null, null));
    }

    private static Site mapped(long reserved, long committed) {
        return new Site("GC", List.of("A(int)+0x1"), null, NmtUsage.of(Amount.of(reserved), Amount.of(committed)));
    }

    private static long earlier(Amount amount) {
        return amount.bytes() - amount.deltaBytes();
    }

    private static long mallocOf(List<Site> sites, boolean before) {
        return sites.stream()
                .map(Site::malloc)
                .filter(malloc -> malloc != null)
                .mapToLong(malloc ->
                        before ? earlier(malloc.amount()) : malloc.amount().bytes())
                .sum();
    }

    private static Path folder(String jdk) throws URISyntaxException {
        return Path.of(NmtDifferenceTest.class.getResource("/nmt/" + jdk).toURI());
    }

    private static NmtReport report(Path file) {
        return TextFiles.read(file, file.toString(), NmtText::read).samples().stream()
                .filter(NmtReport.class::isInstance)
                .map(NmtReport.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private static NmtReport reportOf(List<NmtCategory> categories, List<Site> sites) {
        return new NmtReport(
                7,
                1,
                false,
                NmtUsage.of(Amount.ZERO, Amount.ZERO),
                null,
                null,
                categories,
                List.of(),
                List.of(),
                sites,
                List.of(),
                List.of());
    }

    private static NmtCategory category(String name, long bytes) {
        NmtMalloc malloc = new NmtMalloc(Amount.of(bytes), 1, 0, -1, -1);
        return new NmtCategory(
                name,
                NmtUsage.of(Amount.of(bytes), Amount.of(bytes)),
                Map.of(),
                null,
                malloc,
                null,
                null,
                null,
                List.of(),
                List.of());
    }

    private static Site site(String frame, long bytes, long count) {
        return new Site("GC", List.of(frame + "(int)+0x1"), new NmtMalloc(Amount.of(bytes), count, 0, -1, -1), null);
    }
}
