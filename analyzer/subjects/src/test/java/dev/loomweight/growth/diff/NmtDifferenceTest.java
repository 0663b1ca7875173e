package dev.loomweight.growth.diff;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loomweight.input.text.NmtText;
import dev.loomweight.memory.NmtSites;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
                .extracting(ChangeTables::name, site -> NmtSites.held(site))
                .containsExactly(tuple("C", new Amount(333, 333)), tuple("A", new Amount(0, -100)));
    }

    @Test
    void sitesThatPrintOneStackAreOne() {
        NmtReport before = reportOf(List.of(), List.of(site("A", 100, 1)));
        NmtReport after = reportOf(List.of(), List.of(site("A", 100, 1), site("A", 51, 2)));

        assertThat(NmtDifference.of(before, after).sites()).singleElement().satisfies(site -> {
            assertThat(NmtSites.held(site)).isEqualTo(new Amount(151, 51));
            assertThat(requireNonNull(site.malloc()).countDelta()).isEqualTo(2);
        });
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
            assertThat(NmtSites.held(site)).isEqualTo(new Amount(9, 2));
        });
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
        return NmtText.parse(file).stream()
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
