package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fold.Sum;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.report.SectionText;
import dev.loomweight.report.Table;
import dev.loomweight.sample.EpochNanos;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
    void aVersionWithoutRecordedTimeHasNoRate() {
        version("1", 0, 1);
        version("2", 0, 1);
        sums.group(Labels.of(Map.of("service", "shop", "version", "2"))).count(Counter.RECORDED_NANOS, 1_000_000_000);

        assertThat(SectionText.of(section()))
                .contains("shop | 1 | 10 | 10 | 10 | -\nshop | 2 | 10 | 10 | 10 | 3.6 ms\n");
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

    /** Recordings of a version, in some of which the site is, once in each; a number of pins in addition. */
    private void recorded(String service, String version, SiteKey site, int told, int with, int morePins) {
        GroupSums group = sums.group(Labels.of(Map.of("service", service, "version", version)));
        group.count(Counter.RECORDINGS, told);
        group.count(Counter.TOLD, told);
        group.count(Counter.RECORDED_NANOS, TimeUnit.HOURS.toNanos(told));
        if (with > 0) {
            Sum pins = new Sum(with + morePins, (with + morePins) * 1_000_000L, 1_000_000);
            group.site(
                    site,
                    new SiteSums(
                            pins, with, true, new TreeSet<>(), new TreeSet<>(List.of("a monitor")), "Use a lock."));
        }
    }

    private FleetVersions versions() {
        return new FleetVersions(new FleetView(sums, List.of("service", "version")));
    }

    /** Below one in a hundred it is no accident; the share of recordings that have it is estimated with half of one more. */
    @ParameterizedTest
    @CsvSource({
        "1, false", // 0.0455 of 10.5 in 11
        "2, true", // 0.0021
        "0, false",
    })
    void recordingsWithoutASiteOfAll(int without, boolean sure) {
        recorded("shop", "1", SITE, without, 0, 0);
        recorded("shop", "2", SITE, 10, 10, 0);

        assertThat(versions().lives().getFirst().before().sure()).isEqualTo(sure);
        assertThat(versions().lives().getFirst().before().unsure()).isEqualTo(!sure && without > 0);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 3, false", // 0.25 ^ 3 = 0.0156
        "1, 1, 4, true", // 0.0039
        "10, 5, 6, false", // 0.5 ^ 6 = 0.0156
        "10, 5, 7, true", // 0.0078
        "10, 10, 1, false",
        "10, 10, 2, true",
    })
    void recordingsWithoutASiteAfterIt(int told, int with, int without, boolean gone) {
        recorded("shop", "1", SITE, told, with, 0);
        recorded("shop", "2", SITE, without, 0, 0);

        assertThat(versions().lives().getFirst().gone()).isEqualTo(gone ? "2" : "");
        assertThat(versions().lives().getFirst().after().unsure()).isEqualTo(!gone);
    }

    /** Half of the recordings with it have a second pin, which would be seen: 0.5227 ^ 8 is below one in a hundred. */
    @ParameterizedTest
    @CsvSource({"7, false", "8, true"})
    void recordingsThatLackTheFirstPin(int without, boolean gone) {
        recorded("shop", "1", SITE, 10, 10, 5);
        recorded("shop", "2", SITE, without, 0, 0);
        sums.group(Labels.of(Map.of("service", "shop", "version", "2"))).count(Counter.FIRST_MISSING, without);

        assertThat(versions().lives().getFirst().gone()).isEqualTo(gone ? "2" : "");
    }

    /** Of a version that did not record pinning, nothing follows; pins without stacks can be of any site. */
    @Test
    void versionsThatSayNothing() {
        recorded("shop", "1", SITE, 0, 3, 0);
        recorded("shop", "2", new SiteKey("(no stack)", "", ""), 10, 10, 0);

        assertThat(versions().lives()).hasSize(1);
        assertThat(versions().lives().getFirst().isNews()).isFalse();
        assertThat(versions().lives().getFirst().first()).isEmpty();
        assertThat(SectionText.of(versions().section()))
                .contains("headline: Over the versions of 1 service, no site came and no site went.\n");
    }

    @Test
    void oneVersionOfEach() {
        recorded("shop", "1", SITE, 10, 10, 0);
        recorded("cart", "1", SITE, 10, 0, 0);

        assertThat(SectionText.of(versions().section())).isEqualTo("""
                        ## versions: Sites by version
                        headline: No service has recordings of more than one version.
                        """);
    }

    /** Of two services, sites that came, went, perhaps came and perhaps went, the costliest first. */
    @Test
    void allThatBecomesOfSites() {
        SiteKey came = new SiteKey("com.acme.A.came", "com.acme.A.came", "java.lang.Thread.sleep");
        SiteKey went = new SiteKey("com.acme.B.went", "com.acme.B.went", "java.lang.Thread.join");
        SiteKey stays = new SiteKey("com.acme.C.stays", "com.acme.C.stays", "java.lang.Thread.sleep");
        for (String version : List.of("1", "2")) {
            recorded("shop", version, stays, 10, 10, 0);
            recorded("cart", version, stays, 1, 0, 0);
        }
        recorded("shop", "2", came, 0, 10, 10);
        recorded("shop", "1", went, 0, 10, 20);
        recorded("cart", "2", came, 0, 1, 1);
        recorded("cart", "1", went, 0, 1, 0);
        sums.group(Labels.of(Map.of("service", "shop", "version", "2"))).count(Counter.FIRST_MISSING, 1);

        assertThat(versions().newSites("shop")).isEqualTo(1);
        assertThat(versions().newSites("cart")).isEqualTo(1);
        assertThat(SectionText.of(versions().section())).isEqualTo("""
                ## versions: Sites by version
                headline: Over the versions of 2 services, 1 site came and 1 site went; 1 site perhaps came; 1 site perhaps went.

                versions: Sites that are not in all versions
                service | site | since | gone | pinned | came | last | pins | blocker
                shop | com.acme.B.went | 1 | 2 | 30 ms | first recorded | 1 | 30 | java.lang.Thread.join
                shop | com.acme.A.came | 2 | still there | 20 ms | yes | 2 | 20 | java.lang.Thread.sleep
                cart | com.acme.A.came | 2 | still there | 2 ms | perhaps | 2 | 2 | java.lang.Thread.sleep
                cart | com.acme.B.went | 1 | perhaps | 1 ms | first recorded | 1 | 1 | java.lang.Thread.join
                (A version is said not to have a site only if that is no accident: were the site in as many of its recordings as in those of the versions that have it, none of them would have it with a probability below 1 %. Recordings that begin with a JVM of JDK 21 to 23 count as far as the site has more than one pin in a recording: the first pin of such a JVM is recorded too short, and is missing where that makes it shorter than the threshold.)

                versionOrder: Versions in their order
                service | version | recordings | pinsRecordedIn | pins | pinnedPerHour
                shop | 1 | 10 | 10 | 40 | 4 ms
                shop | 2 | 10 | 10 | 30 | 3 ms
                cart | 1 | 1 | 1 | 1 | 1 ms
                cart | 2 | 1 | 1 | 2 | 2 ms
                (By their numbers; where one has none, by when its first recording began.)

                WARNING newSite: shop: com.acme.A.came pins carriers since version 2.
                  It pinned them for 20 ms in 10 recordings; no recording of an earlier version has it. Cause: a monitor.
                  Use a lock.

                INFO goneSite: shop: com.acme.B.went no longer pins carriers since version 2.
                  It was last seen in version 1; no recording of a later version has it. 1 of these begins with a JVM of JDK 21 to 23: the first pin of such a JVM is recorded too short, and is missing where that makes it shorter than the threshold.
                """);
    }

    /** A site that came before the latest version is not new in it. */
    @Test
    void newSitesAreOfTheLatestVersion() {
        recorded("shop", "1", SITE, 10, 0, 0);
        recorded("shop", "2", SITE, 10, 10, 0);
        recorded("shop", "3", SITE, 10, 10, 0);
        recorded("cart", "3", SITE, 10, 10, 0);

        assertThat(versions().newSites("shop")).isZero();
        assertThat(versions().newSites("cart")).as("there is none before it").isZero();
        assertThat(SectionText.of(versions().section()))
                .contains("headline: Over the versions of 1 service, 1 site came and no site went.\n");
    }

    @Test
    void tenOfEachHaveFindings() {
        for (int i = 0; i < 11; i++) {
            recorded("shop", "1", new SiteKey("gone" + i, "", ""), 10, 10, 0);
            recorded("shop", "2", new SiteKey("new" + i, "", ""), 10, 10, 0);
        }
        assertThat(versions().section().findings())
                .extracting(Finding::id)
                .containsExactlyElementsOf(Stream.of("newSite", "goneSite")
                        .flatMap(id -> Collections.nCopies(10, id).stream())
                        .toList());
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
