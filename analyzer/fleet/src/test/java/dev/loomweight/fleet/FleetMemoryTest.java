package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fold.Samples;
import dev.loomweight.memory.Account;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.SectionText;
import dev.loomweight.report.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which services are near their limit of memory: each number wherever it stands in a sentence. */
class FleetMemoryTest {

    private final FleetSums sums = new FleetSums();

    /** Recordings of a service, each with a peak in thousandths of a limit of 1000 MB. */
    private GroupSums service(String name, long... thousandths) {
        GroupSums group = sums.group(Labels.of(Map.of("service", name)));
        for (long peak : thousandths) {
            group.count(Counter.RECORDINGS, 1);
            group.ofLimit().add(peak);
            group.limit(1000L << 20, 1);
            group.memory(Account.RESIDENT).add(peak << 20);
        }
        return group;
    }

    private Section section() {
        return new FleetMemory(new FleetView(sums, List.of("service"))).section();
    }

    private String headline() {
        return Samples.block(section(), Note.HEADLINE, Note.class).sentences().getFirst();
    }

    private static String said(Finding finding) {
        return finding.severity() + " " + finding.id() + ": " + finding.summary() + " " + finding.explanation();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            892  |
            900  | WARNING nearLimit: shop is near its limit of memory: the recording peaks at 90 % of it. The limit is 1000 MB.
            999  | WARNING nearLimit: shop is near its limit of memory: the recording peaks at 99.9 % of it. The limit is 1000 MB.
            1000 | PROBLEM limitReached: shop reached its limit of memory: the recording peaks at 100 % of it. The limit is 1000 MB.
            1001 | PROBLEM limitReached: shop reached its limit of memory: the recording peaks at 100 % of it. The limit is 1000 MB. More than 100 % is of a limit that was lowered meanwhile: of several limits the lowest counts.
            """)
    void oneRecording(long peak, String said) {
        service("shop", peak);

        assertThat(section().findings())
                .extracting(FleetMemoryTest::said)
                .isEqualTo(said == null ? List.of() : List.of(said));
    }

    /** Of twenty and more, the highest of each twenty; of fewer the highest. A median is at most 1 % too high. */
    @Test
    void severalRecordings() {
        long[] peaks = new long[20];
        for (int i = 0; i < 20; i++) {
            peaks[i] = i < 18 ? 500 : 960;
        }
        service("shop", peaks).limit(2000L << 20, 1);
        service("cart", 600, 910, 920);

        assertThat(section().findings())
                .extracting(FleetMemoryTest::said)
                .containsExactly(
                        "WARNING nearLimit: shop is near its limit of memory: 1 of 20 recordings peaks at 96 % of it or more. The"
                                + " limit is 1000 MB to 1.95 GB; half of 20 recordings peak at 50.1 % or less, the highest at 96 %.",
                        "WARNING nearLimit: cart is near its limit of memory: the highest of 3 recordings peaks at 92 % of it. The"
                                + " limit is 1000 MB; half of 3 recordings peak at 91.1 % or less, the highest at 92 %.");
        assertThat(headline()).isEqualTo("2 of 2 services with a limit are near it: shop, cart.");
    }

    /** Where it is not known what the kernel charges, resident memory counts, and may be more than the limit. */
    @Test
    void chargeThatIsNotKnown() {
        GroupSums shop = service("shop", 500, 1000);
        shop.count(Counter.CHARGE_UNKNOWN, 1);
        assertThat(said(section().findings().getFirst()))
                .isEqualTo(
                        "PROBLEM limitReached: shop reached its limit of memory: the highest of 2 recordings peaks at 100 % of it."
                                + " The limit is 1000 MB; half of 2 recordings peak at 50.1 % or less, the highest at 100 %. What the kernel"
                                + " charges was not recorded in 1 of them: resident memory counts instead, of which no more than the limit"
                                + " can be charged.");
        shop.count(Counter.CHARGE_UNKNOWN, 1);
        shop.count(Counter.RESIDENT_OVER_LIMIT, 1);
        assertThat(said(section().findings().getFirst()))
                .contains("peaks at 100 % of it by resident memory. The limit")
                .endsWith(
                        " not recorded in 2 of them: resident memory counts instead, of which no more than the limit can be"
                                + " charged; in 1 recording it is more than the limit.");
    }

    @Test
    void headlineOfOneService() {
        assertThat(headline())
                .isEqualTo(
                        "No recording has memory; jdk.ResidentSetSize (JDK 21 and later), or snapshots of the agent, would.");
        GroupSums cart = sums.group(Labels.of(Map.of("service", "cart")));
        cart.memory(Account.RESIDENT).add(5 << 20);
        assertThat(headline()).isEqualTo("Resident memory is known of 1 recording, and a limit of none.");
        service("shop", 500);
        assertThat(headline()).isEqualTo("No service is near its limit of memory, of 1 with one.");
        service("shop", 990);
        assertThat(headline()).isEqualTo("1 of 1 service with a limit is near it: shop.");
    }

    /** Ten of many have a finding, those that reached their limit first; five are named. */
    @Test
    void tenOfManyHaveFindings() {
        for (int i = 10; i < 22; i++) {
            service("s" + i, 950 + i);
        }
        service("full", 1000);

        assertThat(section().findings()).hasSize(10);
        assertThat(section().findings().getFirst().summary()).startsWith("full reached its limit");
        assertThat(headline())
                .isEqualTo(
                        "13 of 13 services with a limit are near it: full, s21, s20, s19, s18 and others. The 10 nearest have a"
                                + " finding each.");
    }

    private static long[] peaks(int... each) {
        return Arrays.stream(each).asLongStream().toArray();
    }

    /**
     * Twenty recordings of each, of which the nineteenth decides: one has the highest peak, the other has more of high ones.
     * A service without a limit is not among them.
     */
    @Test
    void tablesOfServices() {
        service(
                "cart",
                peaks(
                        100, 100, 100, 100, 100, 100, 100, 100, 100, 110, 130, 130, 130, 130, 130, 130, 130, 130, 200,
                        890));
        service(
                "shop",
                peaks(
                        100, 100, 100, 100, 100, 100, 100, 100, 100, 120, 140, 140, 140, 140, 140, 140, 140, 140, 250,
                        300));
        service("full", peaks(50, 1000)).limit(4000L << 20, 1);
        sums.group(Labels.of(Map.of("service", "free")))
                .memory(Account.RESIDENT)
                .add(10L << 20);
        GroupSums shop = sums.group(Labels.of(Map.of("service", "shop")));
        for (int i = 0; i < 20; i++) {
            shop.memory(Account.nmt("Thread")).add((i < 18 ? 10L : i == 18 ? 20 : 90) << 20);
            shop.memory(Account.nmt("Class")).add((i < 18 ? 10L : i == 18 ? 30 : 40) << 20);
        }
        assertThat(SectionText.of(section())).isEqualTo("""
                ## memory: Memory by category
                headline: 1 of 3 services with a limit is near it: full.

                limits: Peaks as a share of the limit
                service | leastLimit | mostLimit | recordings | p50 | p95 | max
                full | 1000 MB | 3.91 GB | 2 | 5 % | 100 % | 100 %
                shop | 1000 MB | 1000 MB | 20 | 12 % | 25 % | 30 %
                cart | 1000 MB | 1000 MB | 20 | 11 % | 20 % | 89 %
                (What the kernel charges to the container and cannot free, where a recording has it, and else resident memory.)

                categories: Peaks of each recording
                service | category | source | recordings | p50 | p95 | max
                full | RSS | kernel | 2 | 50.2 MB | 1000 MB | 1000 MB
                shop | RSS | kernel | 20 | 120 MB | 251 MB | 300 MB
                shop | Class | NMT | 20 | 10.1 MB | 30.1 MB | 40 MB
                shop | Thread | NMT | 20 | 10.1 MB | 20.1 MB | 90 MB
                cart | RSS | kernel | 20 | 110 MB | 201 MB | 890 MB
                free | RSS | kernel | 1 | 10 MB | 10 MB | 10 MB
                (Each recording counts once, with its highest value; p50 and p95 are at most 1 % too high.)

                PROBLEM limitReached: full reached its limit of memory: the highest of 2 recordings peaks at 100 % of it.
                  The limit is 1000 MB to 3.91 GB; half of 2 recordings peak at 5 % or less, the highest at 100 %.
                  Raise the limit, or see where the memory of one of its recordings is: loomweight memory.
                """);
    }

    /** Of a limit whose use is not known, no share is said, and no headline says that it is far. */
    @Test
    void limitOfUnknownUse() {
        sums.group(Labels.of(Map.of("service", "blind"))).limit(500L << 20, 1);
        sums.group(Labels.of(Map.of("service", "free")))
                .memory(Account.RESIDENT)
                .add(5);
        assertThat(section().blocks()).extracting(Block::id).containsExactly("headline", "limits", "categories");
        assertThat(headline())
                .isEqualTo(
                        "No service is known to be near its limit of memory, of 1 with one. How much of it is used is not"
                                + " known of 1.");
        service("shop", 500);
        assertThat(headline())
                .isEqualTo(
                        "No service is known to be near its limit of memory, of 2 with one. How much of it is used is not"
                                + " known of 1.");
        service("cart", 950);
        assertThat(headline())
                .isEqualTo("1 of 3 services with a limit is near it: cart. How much of it is used is not known of 1.");

        assertThat(SectionText.of(section())).contains("""
                shop | 1000 MB | 1000 MB | 1 | 50 % | 50 % | 50 %
                blind | 500 MB | 500 MB | 0 | - | - | -
                """);
    }

    /** Without labels all is one. */
    @ParameterizedTest
    @CsvSource({"890, The fleet is not near its limit of memory.", "900, The fleet is near its limit of memory."})
    void headlineOfAFleet(long peak, String headline) {
        service("shop", peak);
        Section all = new FleetMemory(new FleetView(sums, List.of())).section();

        assertThat(Samples.block(all, Note.HEADLINE, Note.class).sentences()).containsExactly(headline);
        assertThat(all.findings())
                .extracting(Finding::summary)
                .isEqualTo(
                        peak < 900
                                ? List.of()
                                : List.of("The fleet is near its limit of memory: the recording peaks at 90 % of it."));
    }

    @Test
    void fleetWithALimitOfUnknownUse() {
        GroupSums all = sums.group(Labels.NONE);
        all.limit(500L << 20, 1);
        all.memory(new Account("heap", "JFR")).add(5);

        assertThat(Samples.block(new FleetMemory(new FleetView(sums, List.of())).section(), Note.HEADLINE, Note.class)
                        .sentences())
                .containsExactly("The fleet has a limit of memory, and how much of it is used is not known.");
    }

    @Test
    void chargeOfOneRecordingThatIsNotKnown() {
        service("shop", 950).count(Counter.CHARGE_UNKNOWN, 1);

        assertThat(said(section().findings().getFirst()))
                .isEqualTo(
                        "WARNING nearLimit: shop is near its limit of memory: the recording peaks at 95 % of it. The limit"
                                + " is 1000 MB. What the kernel charges was not recorded in it: resident memory counts instead, of"
                                + " which no more than the limit can be charged.");
    }

    @Test
    void tenHaveAFindingEach() {
        for (int i = 10; i < 20; i++) {
            service("s" + i, 950 + i);
        }
        assertThat(section().findings()).hasSize(10);
        assertThat(headline())
                .isEqualTo("10 of 10 services with a limit are near it: s19, s18, s17, s16, s15 and others.");
    }

    /** Of each service the twelve largest kinds of memory, those of the largest service first. */
    @Test
    void twelveKindsOfAService() {
        for (int i = 0; i < 14; i++) {
            sums.group(Labels.of(Map.of("service", "shop")))
                    .memory(new Account("kind" + (10 + i), "NMT"))
                    .add(i + 1);
            sums.group(Labels.of(Map.of("service", "cart")))
                    .memory(new Account("kind" + (10 + i), "NMT"))
                    .add(i + 2);
        }
        Table table = Samples.block(section(), "categories", Table.class);

        assertThat(table.rows()).hasSize(24);
        assertThat(table.rows().stream().map(row -> row.cells().toString()).toList())
                .element(0)
                .asString()
                .contains("cart", "kind23");
        assertThat(table.rows().get(11).cells().toString()).contains("cart", "kind12");
        assertThat(table.rows().get(12).cells().toString()).contains("shop", "kind23");
    }

    /** Nineteen and one more, of a service: the nineteenth decides whether it is near, and what is said of it. */
    @ParameterizedTest
    @CsvSource({"500, ''", "910, 1 of 20 recordings peaks at 91"})
    void nineteenthOfTwenty(int nineteenth, String said) {
        long[] peaks = new long[20];
        Arrays.fill(peaks, 500);
        peaks[18] = nineteenth;
        peaks[19] = 960;
        service("shop", peaks);

        assertThat(section().findings())
                .hasSize(said.isEmpty() ? 0 : 1)
                .allMatch(finding -> finding.summary().contains(said));
    }

    /** One recording of many that reached the limit is more than many that came near it. */
    @Test
    void limitThatWasReachedOnce() {
        long[] peaks = new long[20];
        Arrays.fill(peaks, 100);
        peaks[19] = 1000;
        service("shop", peaks);
        service("cart", 950);

        assertThat(headline()).isEqualTo("2 of 2 services with a limit are near it: shop, cart.");
        assertThat(section().findings()).extracting(Finding::id).containsExactly("limitReached", "nearLimit");
    }

    @Test
    void elevenAreMoreThanTen() {
        for (int i = 10; i < 21; i++) {
            service("s" + i, 950);
        }
        assertThat(headline()).endsWith(" and others. The 10 nearest have a finding each.");
    }

    @Test
    void memoryWithoutALimit() {
        sums.group(Labels.of(Map.of("service", "free")))
                .memory(Account.RESIDENT)
                .add(5);

        assertThat(section().blocks()).extracting(Block::id).containsExactly("headline", "categories");
    }
}
