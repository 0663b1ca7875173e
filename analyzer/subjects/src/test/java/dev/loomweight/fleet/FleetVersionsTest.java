package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fold.Sum;
import dev.loomweight.pinning.SiteKey;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import java.util.List;
import java.util.Map;
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
            group.site(SITE).add(new Sum(10L * pinsEach, 1_000, 100), 10, true);
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
        assertThat(life.goneUnsure() ? "perhaps" : life.gone()).isEqualTo(gone);
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
                        .cameUnsure())
                .isTrue();
    }
}
