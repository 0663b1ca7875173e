package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fleet.GroupSums.Hour;
import dev.loomweight.fold.Samples;
import dev.loomweight.fold.Sum;
import dev.loomweight.memory.Account;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.SectionText;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which units are unlike their siblings, at each limit and one step beyond it. */
class FleetOutliersTest {

    private static final SiteKey SITE = new SiteKey("com.acme.Shop.held", "com.acme.Shop.held", "");
    private static final long MILLI = 1_000_000;
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    private final FleetSums sums = new FleetSums();

    private GroupSums pod(int number) {
        GroupSums pod = sums.group(Labels.of(Map.of("service", "shop", "pod", "p" + (10 + number))));
        pod.count(Counter.RECORDINGS, 1);
        return pod;
    }

    private Section section() {
        return new FleetOutliers(new FleetView(sums, List.of("service", "pod"))).section();
    }

    private List<String> found() {
        return section().findings().stream().map(Finding::summary).toList();
    }

    /** Further than five deviations, than half of the median, and than 16 MB, above or below; of five units and more. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # resident memory of each pod in kB     | which are unlike
            10240 10240 10240 10240 26624           |
            10240 10240 10240 10240 26625           | p14
            102400 102400 102400 102400 153600      |
            102400 102400 102400 102400 153601      | p14
            102400 102400 102400 102400 51200       |
            102400 102400 102400 102400 51199       | p14
            40000 70000 100000 100000 130000 160000 322389 |
            40000 70000 100000 100000 130000 160000 322391 | p16
            10240 10240 10240 99999                 |
            """)
    void residentMemoryIsUnlike(String kilobytes, String unlike) {
        long[] all =
                Arrays.stream(kilobytes.split(" ")).mapToLong(Long::parseLong).toArray();
        for (int i = 0; i < all.length; i++) {
            pod(i).memory(Account.RESIDENT).add(all[i] << 10);
        }
        assertThat(found()).hasSize(unlike == null ? 0 : 1).allMatch(summary -> summary.startsWith("shop " + unlike));
    }

    /** A difference of 100 ms per hour, or 10 threads, matters; what was recorded for less than ten seconds has no rate. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            # recorded seconds, pinned ms, starved ms, refused, found
            3600, 100,   0,   0,  ''
            3600, 101,   0,   0,  'pinned time per hour 101 ms, and their median is 0 ms.'
            3600, 0,     100, 0,  ''
            3600, 0,     101, 0,  'time per hour with all carriers pinned 101 ms, and their median is 0 ms.'
            3600, 0,     0,   10, ''
            3600, 0,     0,   11, 'rejected virtual threads per hour 11, and their median is 0.'
            10,   1,     0,   0,  'pinned time per hour 360 ms, and their median is 0 ms.'
            9,    1,     1,   90, ''
            """)
    void rateIsUnlike(long seconds, long pinned, long starved, long refused, String found) {
        for (int i = 0; i < 6; i++) {
            GroupSums pod = recorded(i, TimeUnit.SECONDS.toNanos(i == 5 ? seconds : 3600));
            pod.count(Counter.CARRIERS_KNOWN, 1);
            pod.count(Counter.SUBMITS_TOLD, 1);
            if (i == 5) {
                pinned(pod, pinned);
                pod.count(Counter.STARVED_NANOS, starved * MILLI);
                pod.count(Counter.FAILED_SUBMITS, refused);
            }
        }
        assertThat(found())
                .isEqualTo(found.isEmpty() ? List.of() : List.of("shop p15 is unlike its siblings: " + found));
    }

    /** Where the carriers' number, or refused threads, were not recorded, no rate is compared. */
    @Test
    void rateThatIsNotKnownIsNotCompared() {
        for (int i = 0; i < 6; i++) {
            GroupSums pod = recorded(i, HOUR);
            pod.count(Counter.STARVED_NANOS, i == 5 ? HOUR / 2 : 0);
            pod.count(Counter.FAILED_SUBMITS, i == 5 ? 99 : 0);
        }
        assertThat(found()).isEmpty();
        assertThat(headline()).containsExactly("None of 6 pods is unlike its siblings.");
    }

    /** The worst hour is said only of a unit that is not unlike in the whole. */
    @Test
    void worstHour() {
        for (int i = 0; i < 6; i++) {
            GroupSums pod = recorded(i, 1000 * HOUR);
            pod.hour(i == 5 ? 500_001 : 500_000, new Hour(HOUR, i == 5 ? 200 * MILLI : 0, 0, 0));
            pod.hour(500_002, new Hour(HOUR, 0, 0, 0));
            // Too short for a rate.
            pod.hour(500_003, new Hour(TimeUnit.SECONDS.toNanos(9), TimeUnit.SECONDS.toNanos(i), 0, 0));
            if (i == 5) {
                pinned(pod, 200);
            }
        }
        Finding finding = section().findings().getFirst();

        assertThat(finding.summary())
                .isEqualTo(
                        "shop p15 is unlike its siblings: pinned time per hour, in its worst hour 200 ms, and their median is"
                                + " 0 ms.");
        assertThat(finding.explanation())
                .isEqualTo(
                        "Compared with 5 siblings, of which half are within 0 ms of the median; in 1 of 3 hours, first"
                                + " 2027-01-15 09:00:00Z.");
        assertThat(finding.solution())
                .isEqualTo(
                        "Look at its recordings alone, and at what is different there: node, traffic, configuration.");
        pinned(pod(5), 900_000);
        assertThat(found()).hasSize(1).allMatch(summary -> summary.contains(": pinned time per hour 900 ms, "));
    }

    /** Of many, ten have a finding each, the most unlike first. */
    @Test
    void tenOfManyHaveFindings() {
        for (int i = 0; i < 40; i++) {
            pod(i).memory(Account.RESIDENT).add(i < 12 ? (200L + i) << 20 : 100L << 20);
        }
        assertThat(found())
                .hasSize(10)
                .startsWith(
                        "shop p21 is unlike its siblings: peak of resident memory 211 MB, and their median is 100 MB.",
                        "shop p20 is unlike its siblings: peak of resident memory 210 MB, and their median is 100 MB.");
        assertThat(headline()).containsExactly("12 of 40 pods are unlike their siblings.");
    }

    /** A unit can be unlike its siblings in several figures; of its worst hour only what the whole does not show. */
    @Test
    void severalFiguresOfOneUnit() {
        long hour = 500_000;
        for (int i = 0; i < 7; i++) {
            GroupSums pod = recorded(i, 1000 * HOUR);
            pod.memory(Account.RESIDENT).add((i == 5 ? 400L : 100L + i) << 20);
            pinned(pod, i == 5 ? 500_000 : i);
            pod.hour(hour, new Hour(HOUR, i >= 5 ? 300 * MILLI : i * MILLI, 0, 0));
            pod.hour(hour + 1, new Hour(HOUR, i == 5 ? 100 * MILLI : 103 * MILLI, 0, 0));
            pod.hour(hour + 2, new Hour(HOUR, i == 5 ? 200 * MILLI : 0, 0, 0));
        }
        assertThat(SectionText.of(section())).isEqualTo("""
                ## outliers: Pods unlike their siblings
                headline: 2 of 7 pods are unlike their siblings.

                outliers
                unit | figure | value | median | deviation | siblings | when
                shop p15 | peak of resident memory | 400 MB | 103 MB | 2.97 MB | 6 | -
                shop p15 | pinned time per hour | 500 ms | 3 µs | 2.96 µs | 6 | in 2 of 3 hours, first 2027-01-15 08:00:00Z
                shop p16 | pinned time per hour, in its worst hour | 300 ms | 103 ms | 0 ms | 6 | in 1 of 3 hours, first 2027-01-15 08:00:00Z

                rule: Siblings are those with the same service. A figure is unlike them if it is further from their median than 5 times their median absolute deviation (times 1.4826, which makes it a standard deviation where they are distributed normally), further than half of the median, and by more than 100 ms per hour, 10 threads per hour or 16 MB.

                WARNING unlikeSiblings: shop p15 is unlike its siblings: peak of resident memory 400 MB, and their median is 103 MB.
                  Compared with 6 siblings, of which half are within 2 MB of the median.
                  Look at its recordings alone, and at what is different there: node, traffic, configuration.

                WARNING unlikeSiblings: shop p15 is unlike its siblings: pinned time per hour 500 ms, and their median is 3 µs.
                  Compared with 6 siblings, of which half are within 2 µs of the median; in 2 of 3 hours, first 2027-01-15 08:00:00Z.
                  Look at its recordings alone, and at what is different there: node, traffic, configuration.

                WARNING unlikeSiblings: shop p16 is unlike its siblings: pinned time per hour, in its worst hour 300 ms, and their median is 103 ms.
                  Compared with 6 siblings, of which half are within 0 ms of the median; in 1 of 3 hours, first 2027-01-15 08:00:00Z.
                  Look at its recordings alone, and at what is different there: node, traffic, configuration.
                """);
    }

    /** An hour is one of those in which a unit was unlike its siblings by the rule for all of it. */
    @ParameterizedTest
    @CsvSource({"450, 1", "451, 2"})
    void hoursOfAnOutlier(long millis, int hours) {
        for (int i = 0; i < 6; i++) {
            GroupSums pod = recorded(i, 2 * HOUR);
            long each = i == 5 ? millis : 300;
            pod.hour(500_000, new Hour(HOUR, each * MILLI, 0, 0));
            pod.hour(500_001, new Hour(HOUR, (i == 5 ? 900 : 300) * MILLI, 0, 0));
            pinned(pod, i == 5 ? millis + 900 : 600);
        }
        assertThat(section().findings())
                .extracting(Finding::explanation)
                .allMatch(words -> words.contains("; in " + hours + " of 2 hours, first "))
                .hasSize(1);
    }

    /** Ten seconds have a rate, in every figure. */
    @Test
    void ratesOfTenSeconds() {
        long seconds = TimeUnit.SECONDS.toNanos(10);
        for (int i = 0; i < 6; i++) {
            GroupSums pod = recorded(i, i == 5 ? seconds : HOUR);
            pod.count(Counter.CARRIERS_KNOWN, 1);
            pod.count(Counter.SUBMITS_TOLD, 1);
            pod.count(Counter.STARVED_NANOS, i == 5 ? MILLI : 0);
            pod.count(Counter.FAILED_SUBMITS, i == 5 ? 1 : 0);
            pod.hour(500_000, new Hour(i == 5 ? seconds : HOUR, i == 5 ? MILLI : 0, 0, 0));
        }
        assertThat(found())
                .containsExactlyInAnyOrder(
                        "shop p15 is unlike its siblings: pinned time per hour, in its worst hour 360 ms, and their median is"
                                + " 0 ms.",
                        "shop p15 is unlike its siblings: time per hour with all carriers pinned 360 ms, and their median is"
                                + " 0 ms.",
                        "shop p15 is unlike its siblings: rejected virtual threads per hour 360, and their median is 0.");
        assertThat(section().findings())
                .extracting(Finding::explanation)
                .contains(
                        "Compared with 5 siblings, of which half are within 0 ms of the median; recorded at 2027-01-15"
                                + " 08:00:00Z.");
    }

    /** What is counted of one service is not of another. */
    @Test
    void countsByService() {
        for (int i = 0; i < 6; i++) {
            pod(i).memory(Account.RESIDENT).add(i < 5 ? 100L << 20 : 200L << 20);
            sums.group(Labels.of(Map.of("service", "cart", "pod", "c" + i)))
                    .memory(Account.RESIDENT)
                    .add(100L << 20);
        }
        sums.group(Labels.of(Map.of("service", "few", "pod", "f")));
        FleetOutliers outliers = new FleetOutliers(new FleetView(sums, List.of("service", "pod")));

        assertThat(outliers.count("shop")).isEqualTo(1);
        assertThat(outliers.count("cart")).isZero();
        assertThat(outliers.judged("cart")).isEqualTo(6);
        assertThat(outliers.judged("few")).isZero();
    }

    /** Services are no siblings of each other. */
    @Test
    void servicesAreNotCompared() {
        for (int i = 0; i < 6; i++) {
            sums.group(Labels.of(Map.of("service", "s" + i)))
                    .memory(Account.RESIDENT)
                    .add(i < 5 ? 100L << 20 : 900L << 20);
        }
        FleetOutliers outliers = new FleetOutliers(new FleetView(sums, List.of("service")));

        assertThat(outliers.count("s5")).isZero();
        assertThat(outliers.section().isEmpty()).isTrue();
    }

    /** Nothing is said of a rule where no unit was compared, and no table is there without a row. */
    @Test
    void nothingUnlike() {
        pod(0);
        assertThat(SectionText.of(section())).isEqualTo("""
                ## outliers: Pods unlike their siblings
                headline: 1 pod has fewer than 4 siblings and is not compared.
                """);
        for (int i = 1; i < 5; i++) {
            pod(i);
        }
        assertThat(section().blocks()).extracting(Block::id).containsExactly("headline", "rule");
        assertThat(headline()).containsExactly("None of 5 pods is unlike its siblings.");
    }

    @Test
    void unitsWithFewSiblingsAreNotCompared() {
        pod(0);
        assertThat(headline()).containsExactly("1 pod has fewer than 4 siblings and is not compared.");
        for (int i = 1; i < 4; i++) {
            pod(i);
        }
        assertThat(headline()).containsExactly("4 pods have fewer than 4 siblings and are not compared.");
        for (int i = 0; i < 5; i++) {
            pod(i).memory(Account.RESIDENT).add(i == 4 ? 200L << 20 : 100L << 20);
        }
        assertThat(headline()).containsExactly("1 of 5 pods is unlike its siblings.");
        FleetOutliers outliers = new FleetOutliers(new FleetView(sums, List.of("service", "pod")));
        assertThat(outliers.count("shop")).isEqualTo(1);
        assertThat(outliers.judged("shop")).isEqualTo(5);
        assertThat(outliers.judged("cart")).isZero();
        assertThat(Samples.block(section(), "rule", Note.class).sentences())
                .containsExactly(
                        "Siblings are those with the same service. A figure is unlike them if it is further from their"
                                + " median than 5 times their median absolute deviation (times 1.4826, which makes it a standard"
                                + " deviation where they are distributed normally), further than half of the median, and by more than"
                                + " 100 ms per hour, 10 threads per hour or 16 MB.");
    }

    private List<String> headline() {
        return Samples.block(section(), Note.HEADLINE, Note.class).sentences();
    }

    private GroupSums recorded(int number, long nanos) {
        GroupSums pod = pod(number);
        pod.count(Counter.RECORDED_NANOS, nanos);
        return pod;
    }

    private static void pinned(GroupSums pod, long millis) {
        if (millis > 0) {
            Sum pins = new Sum(1, millis * MILLI, millis * MILLI);
            pod.site(SITE, new SiteSums(pins, 1, true, new TreeSet<>(), new TreeSet<>(), ""));
        }
    }
}
