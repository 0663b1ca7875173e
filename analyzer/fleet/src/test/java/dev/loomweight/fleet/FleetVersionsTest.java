package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fold.Sum;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.EpochNanos;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of a site that a version does not have, where its recordings may lack the first pin of their JVM. */
class FleetVersionsTest {

    private static final SiteKey SITE =
            new SiteKey("com.acme.Shop.held", "com.acme.Shop.held", "java.lang.Thread.sleep");
    private static final String LOST =
            " begin with a JVM of JDK 21 to 23: the first pin of such a JVM is recorded too short, and is missing where that"
                    + " makes it shorter than the threshold.";

    private final FleetSums sums = new FleetSums();

    /** Adds ten recordings of a version, some of which may lack the first pin; each has so many pins of the site. */
    private void version(String name, int firstMissing, int pinsEach) {
        GroupSums group = sums.group(Labels.of(Map.of("service", "shop", "version", name)));
        group.count(Counter.RECORDINGS, 10);
        group.count(Counter.TOLD, 10);
        group.count(Counter.FIRST_MISSING, firstMissing);
        if (pinsEach > 0) {
            Sum pins = new Sum(10L * pinsEach, 1_000, 100);
            group.site(SITE, new SiteSums(pins, 10, true, new TreeSet<>(), new TreeSet<>(), ""));
        }
    }

    private Section section() {
        return new FleetVersions(new FleetView(sums, List.of("service", "version"))).section();
    }

    @ParameterizedTest
    @CsvSource({
        "10, 1, perhaps, ''",
        "10, 5, 2, 10 of these",
        "4, 1, 2, 4 of these",
        "0, 1, 2, ''",
    })
    void aSiteThatPinsOnceMayBeUnseen(int firstMissing, int pinsEach, String gone, String said) {
        version("1", 0, pinsEach);
        version("2", firstMissing, 0);

        FleetVersions versions = new FleetVersions(new FleetView(sums, List.of("service", "version")));
        FleetVersions.Life life = versions.lives().getFirst();
        assertThat(life.after().unsure() ? "perhaps" : life.gone()).isEqualTo(gone);
        assertThat(versions.section().findings())
                .filteredOn(finding -> finding.id().equals("goneSite"))
                .extracting(Finding::explanation)
                .isEqualTo(
                        gone.equals("perhaps")
                                ? List.of()
                                : List.of("It was last seen in version 1; no recording of a later version has it."
                                        + (said.isEmpty() ? "" : " " + said + LOST)));
    }

    @Test
    void aSiteThatSeemsNewMayHaveBeenThere() {
        version("1", 10, 0);
        version("2", 0, 1);

        assertThat(section().findings()).isEmpty();
        assertThat(new FleetVersions(new FleetView(sums, List.of("service", "version")))
                        .lives()
                        .getFirst()
                        .before()
                        .unsure())
                .isTrue();
    }

    /** Commits have no numbers: time decides. One recording of ten of the later one begins where its clock was wrong. */
    @ParameterizedTest
    @CsvSource({"1970-01-01T00:03:00Z", "2017-12-31T00:00:00Z", "2021-06-01T00:00:00Z"})
    void aClockThatWasWrongTurnsNoOrder(String wrong) {
        began("3f9c", 0, "2026-03-01T10:00:00Z", "2026-03-02T10:00:00Z");
        began("77ab", 2, wrong, "2026-04-01T10:00:00Z", "2026-04-02T10:00:00Z");

        assertThat(section().findings())
                .extracting(Finding::summary)
                .containsExactly("shop: com.acme.Shop.held pins carriers since version 77ab.");
        FleetView view = new FleetView(sums, List.of("service", "version"));
        assertThat(new FleetCoverage(view).section().findings())
                .filteredOn(finding -> finding.id().equals("clockWrong"))
                .extracting(Finding::summary)
                .singleElement()
                .asString()
                .startsWith("Recordings of shop 77ab (" + wrong.substring(0, 10) + " ")
                .endsWith(" begin at a time that cannot be.");
    }

    @Test
    void recordingsYearsApartAreInTheirOrderWhereNoneIsAlone() {
        began("3f9c", 0, "2021-03-01T10:00:00Z");
        began("77ab", 2, "2026-04-01T10:00:00Z");

        assertThat(section().findings())
                .extracting(Finding::summary)
                .containsExactly("shop: com.acme.Shop.held pins carriers since version 77ab.");
        FleetView view = new FleetView(sums, List.of("service", "version"));
        assertThat(view.wrongClocks()).isEmpty();
    }

    @Test
    void aVersionWhoseClocksWereAllWrongIsInNoOrder() {
        began("3f9c", 0, "2026-03-01T10:00:00Z");
        began("77ab", 2, "1970-01-01T00:00:00Z");
        FleetView view = new FleetView(sums, List.of("service", "version"));

        assertThat(view.versions("shop").keySet()).containsExactly("3f9c");
        assertThat(section().findings()).isEmpty();
        assertThat(section().blocks())
                .filteredOn(Table.class::isInstance)
                .extracting(block -> ((Table) block).footnotes())
                .containsExactly(List.of(
                        "By their numbers; where one has none, by when its first recording began.",
                        "Not in the order, since the clocks of their recordings were wrong: shop 77ab."));
        assertThat(FleetFigures.ALL
                        .named("new-sites")
                        .taken()
                        .apply(
                                new ServiceReading(
                                        "shop",
                                        Objects.requireNonNull(view.services().get("shop")),
                                        view,
                                        new FleetVersions(view),
                                        new FleetOutliers(view),
                                        0.9),
                                "")
                        .missing())
                .startsWith("the clocks of all recordings of version 77ab were wrong");
    }

    private void began(String version, int pinsEach, String... times) {
        version(version, 0, pinsEach);
        GroupSums group = sums.group(Labels.of(Map.of("service", "shop", "version", version)));
        for (String time : times) {
            long nanos = EpochNanos.of(Instant.parse(time));
            group.count(Counter.FIRST_NANOS, nanos);
            group.count(Counter.LAST_NANOS, nanos + 1);
            group.hour(Math.floorDiv(nanos, TimeUnit.HOURS.toNanos(1)), new GroupSums.Hour(1, 0, 0, 0));
        }
    }
}
