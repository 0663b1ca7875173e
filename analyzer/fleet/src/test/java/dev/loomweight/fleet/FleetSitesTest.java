package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fold.Samples;
import dev.loomweight.fold.Sum;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.SectionText;
import dev.loomweight.report.Series;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sites that cost a fleet the most, and its course: each number wherever it stands in a sentence. */
class FleetSitesTest {

    private static final long MILLI = 1_000_000;

    private final FleetSums sums = new FleetSums();

    private GroupSums service(String name, long told) {
        GroupSums group = sums.group(Labels.of(Map.of("service", name)));
        group.count(Counter.TOLD, told);
        return group;
    }

    private static void site(GroupSums group, String name, long millis, boolean own) {
        Sum pins = new Sum(5, millis * MILLI, 77 * MILLI);
        group.site(
                new SiteKey(name, name, ""),
                new SiteSums(
                        pins,
                        6,
                        own,
                        new TreeSet<>(Set.of("monitor")),
                        new TreeSet<>(Set.of("a monitor")),
                        "Use a lock."));
    }

    private FleetView view() {
        return new FleetView(sums, List.of("service"));
    }

    private Section section() {
        return new FleetSites(view()).section();
    }

    private String headline() {
        return Samples.block(section(), Note.HEADLINE, Note.class).sentences().getFirst();
    }

    @Test
    void costliestSite() {
        GroupSums shop = service("shop", 5);
        site(shop, "com.acme.Shop.held", 900, true);
        site(service("cart", 5), "com.acme.Cart.held", 99, true);
        site(service("cart", 0), "com.acme.Cart.small", 1, true);
        Finding finding = section().findings().getFirst();

        assertThat(headline())
                .isEqualTo(
                        "3 sites pin carriers for 1 s in total; the costliest is com.acme.Shop.held in shop, with 90 % of that.");
        assertThat(section().findings()).hasSize(1);
        assertThat(finding.summary())
                .isEqualTo("shop: com.acme.Shop.held pins carriers for 900 ms, 90 % of all pinned time.");
        assertThat(finding.explanation())
                .isEqualTo("Seen in 6 recordings; the longest pin took 77 ms. Cause: a monitor.");
        assertThat(finding.solution()).isEqualTo("Use a lock.");
        shop.count(Counter.CARRIER_NANOS, 45_000 * MILLI);
        shop.count(Counter.LOST, 1);
        assertThat(section().findings().getFirst().summary())
                .isEqualTo(
                        "shop: com.acme.Shop.held pins carriers for at least 900 ms, 90 % of all pinned time and 2 % of the"
                                + " carriers' time there.");
    }

    /** From a hundredth of the carriers' time on, and in the application's own code, it is to be acted on. */
    @ParameterizedTest
    @CsvSource({"100000, true, WARNING", "100001, true, INFO", "1000, false, INFO"})
    void siteThatMatters(long carrierMillis, boolean own, Severity severity) {
        GroupSums shop = service("shop", 1);
        shop.count(Counter.CARRIER_NANOS, carrierMillis * MILLI);
        site(shop, "com.acme.Shop.held", 1000, own);

        assertThat(section().findings()).extracting(Finding::severity).containsExactly(severity);
        assertThat(headline())
                .isEqualTo(
                        "1 site pins carriers for 1 s in total; the costliest is com.acme.Shop.held in shop, with 100 % of that.");
    }

    /** A tenth of all pinned time is a finding, of three sites at most. */
    @ParameterizedTest
    @CsvSource({"100, 3", "99, 2"})
    void findingsOfThreeSites(long third, int findings) {
        GroupSums shop = service("shop", 1);
        site(shop, "a", 400, true);
        site(shop, "b", 300, true);
        for (int i = 0; i < 2; i++) {
            site(shop, "c" + i, third, true);
            site(shop, "d" + i, 150 - third, true);
        }
        assertThat(section().findings()).hasSize(findings);
    }

    @Test
    void noSite() {
        GroupSums shop = service("shop", 0);
        assertThat(headline()).isEqualTo("No recording could report pins, so nothing is known of them.");
        shop.count(Counter.TOLD, 1);
        assertThat(headline()).isEqualTo("No pins in 1 recording that recorded pinning.");
    }

    /** Without recorded time there is no rate, which is not a rate of none. */
    @ParameterizedTest
    @CsvSource({"0, -", "3600000, 5 ms"})
    void pinnedTimePerHour(long recordedMillis, String rate) {
        GroupSums shop = service("shop", 1);
        shop.count(Counter.RECORDED_NANOS, recordedMillis * MILLI);
        site(shop, "com.acme.Shop.held", 5, true);

        assertThat(SectionText.of(section()))
                .contains("\nshop | com.acme.Shop.held | - | a monitor | 5 ms | 100 % | " + rate + " | 5 | ");
    }

    @Test
    void monitorsAlone() {
        site(service("shop", 0), "com.acme.Shop.held", 5, true);
        assertThat(headline()).endsWith(" of that. Pinning itself was not recorded: these waited for monitors.");
    }

    /** An hour in which nothing was recorded, or memory was not known, has no point; no point, no line, no chart. */
    @Test
    void courseOfWhatIsKnown() {
        service("a", 1).hour(500_000, new GroupSums.Hour(1, 1, 0, 0));
        service("b", 1).hour(500_000, new GroupSums.Hour(0, 0, 1, 0));
        service("b", 1).hour(500_001, new GroupSums.Hour(3_600_000 * MILLI, 0, 0, 0));
        Section section = new FleetCourse(view()).section();

        assertThat(section.blocks()).extracting(Block::id).containsExactly("headline", "pinnedPerHour", "resident");
        assertThat(section.blocks().subList(1, 3))
                .extracting(block -> ((Series) block)
                        .lines().stream()
                                .map(line -> line.name() + " "
                                        + line.points().stream()
                                                .map(point -> point.time() + " " + point.value())
                                                .toList())
                                .toList()
                                .toString())
                .containsExactly(
                        "[a [2027-01-15T08:00:00Z Nanos[value=3600000000000]], b [2027-01-15T09:00:00Z Nanos[value=0]]]",
                        "[b [2027-01-15T08:00:00Z Bytes[value=1]]]");
    }

    @Test
    void limitOfACourse() {
        service("a", 1).hour(500_000, new GroupSums.Hour(0, 0, 0, 1));
        Series series = (Series) new FleetCourse(view()).section().blocks().get(1);

        assertThat(series.id()).isEqualTo("ofLimit");
        assertThat(series.levels())
                .extracting(level -> level.value().toString())
                .containsExactly("Ratio[value=1.0]");
        assertThat(new FleetCourse(new FleetView(new FleetSums(), List.of("service")))
                        .section()
                        .blocks())
                .isEmpty();
    }

    /** Sites of no time are a whole of nothing: their share is none, and so it is of carriers that are not known. */
    @Test
    void siteOfNoTime() {
        site(service("shop", 1), "com.acme.Shop.held", 0, true);

        assertThat(section().findings()).isEmpty();
        assertThat(headline()).endsWith(" com.acme.Shop.held in shop, with 0 % of that.");
    }

    /** The course is of the 24 services that cost the most; a share of a limit is in thousandths. */
    @ParameterizedTest
    @CsvSource({"24, .", "25, '; the 24 that cost the most of 25.'"})
    void courseOfServices(int services, String said) {
        for (int i = 0; i < services; i++) {
            service("s" + i, 1).hour(500_000, new GroupSums.Hour(60_000 * MILLI, MILLI, 2048, 750));
        }
        List<Block> blocks = new FleetCourse(view()).section().blocks();

        assertThat(((Note) blocks.getFirst()).sentences())
                .containsExactly("By the hour in which a recording began, all to one scale" + said);
        assertThat(blocks.subList(1, 4))
                .allSatisfy(block -> assertThat(((Series) block).lines()).hasSize(24));
        assertThat(blocks.subList(1, 4))
                .extracting(block -> ((Series) block)
                        .lines()
                        .getFirst()
                        .points()
                        .getFirst()
                        .value()
                        .toString())
                .containsExactly("Nanos[value=60000000]", "Ratio[value=0.75]", "Bytes[value=2048]");
    }
}
