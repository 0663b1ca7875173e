package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomweight.jvm.CarrierPool;
import dev.loomweight.jvm.CauseKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class PinTotalsTest {

    private static final long MS = 1_000_000;
    private static final long START = 1_700_000_000_000_000_000L;

    @Test
    void pinsAddUpByCauseAndBySite() {
        PinTotals figures = new PinTotals(10, new CarrierPool(4, 256));

        figures.add(site("a.B.c"), START, 3 * MS);
        figures.add(site("a.B.c"), START, 37 * MS);
        figures.add(site("a.B.d"), START, 20 * MS);

        assertThat(figures.sites())
                .containsExactly(
                        new PinTotals.OfSite(CauseKind.MONITOR, "a.B.c", 2, 0.040),
                        new PinTotals.OfSite(CauseKind.MONITOR, "a.B.d", 1, 0.020));
        PinTotals.OfCause cause = figures.causes().get(0);
        assertThat(cause.pins()).isEqualTo(3);
        assertThat(cause.seconds()).isEqualTo(0.060);
        // 3 ms is above 1 ms and not above 5 ms; 20 ms is not above 20 ms; 37 ms is not above 50 ms.
        assertThat(cause.counts()).containsExactly(0L, 0L, 0L, 1L, 0L, 1L, 1L, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
    }

    /** Names by the specification of OpenTelemetry; the same pins in another family, without its 20 ms and without labels. */
    @Test
    void theNamesOfOpenTelemetryHaveWhatItsInstrumentationCounts() {
        PinTotals pins = new PinTotals(10, new CarrierPool(4, 256));
        pins.add(site("a.B.c"), START, 37 * MS);
        pins.addEvent(37 * MS);
        pins.addEvent(3 * MS);
        // A wait in a monitor, which has no jdk.VirtualThreadPinned.
        pins.add(new PinSite(CauseKind.OBJECT_WAIT, "a", null, ""), START, 500 * MS);
        EventFigures events = new EventFigures();
        events.failedSubmits.add(2);
        Figures figures = Figures.of(pins, events, new JvmFigures(), new DelayFigures(10_000_000), true);

        assertThat(Metrics.text(figures, true, true))
                .contains("""
                        # TYPE jvm_thread_virtual_pinned_seconds histogram
                        # UNIT jvm_thread_virtual_pinned_seconds seconds
                        jvm_thread_virtual_pinned_seconds_bucket{le="1.0E-4"} 0
                        """)
                .contains("""
                        jvm_thread_virtual_pinned_seconds_bucket{le="0.005"} 1
                        """, """
                        jvm_thread_virtual_pinned_seconds_bucket{le="0.05"} 2
                        """, """
                        jvm_thread_virtual_pinned_seconds_bucket{le="+Inf"} 2
                        jvm_thread_virtual_pinned_seconds_sum 0.04
                        jvm_thread_virtual_pinned_seconds_count 2
                        """, """
                        # TYPE jvm_thread_virtual_submit_failed counter
                        jvm_thread_virtual_submit_failed_total 2
                        """)
                .contains("loomweight_pinned_seconds_count{cause=\"objectWait\"} 1");
        assertThat(Metrics.text(figures, true, false))
                .contains("# TYPE jvm_thread_virtual_submit_failed_total counter");
        assertThat(Metrics.text(figures, false, true)).doesNotContain("jvm_thread");
    }

    /** 5,000 pins a second for an hour, each a site of its own from the 51st on: what is kept does not grow. */
    @Test
    void anHourOfPinsIsKeptInTheSameSpaceAsASecond() {
        PinTotals figures = new PinTotals(50, new CarrierPool(4, 256));
        int aSecond = 5000;
        drive(figures, 0, aSecond);
        int sites = figures.sites().size();
        String text = text(figures);

        drive(figures, aSecond, 3600 * aSecond);

        assertThat(sites).isEqualTo(51);
        assertThat(figures.sites()).hasSize(sites);
        // The same lines, with longer numbers.
        assertThat(text(figures).lines()).hasSameSizeAs(text.lines().toList());
        assertThat(text(figures).length()).isLessThan(text.length() + 51 * 2 * 10);
        assertThat(figures.causes().get(0).pins()).isEqualTo(3600L * aSecond);
        assertThat(figures.sites().get(0))
                .isEqualTo(new PinTotals.OfSite(
                        CauseKind.MONITOR,
                        "other",
                        3600L * aSecond - 50,
                        figures.sites().get(0).seconds()));
    }

    private static void drive(PinTotals figures, int from, int to) {
        PinSite[] sites = new PinSite[1000];
        for (int i = 0; i < sites.length; i++) {
            sites[i] = site("com.acme.Site" + i + ".run");
        }
        for (int i = from; i < to; i++) {
            // Each of the first 50 sites once, then only new ones.
            figures.add(i < 50 ? sites[i] : sites[50 + i % 950], START + i * 200_000L, 100_000);
        }
    }

    private static String text(PinTotals figures) {
        return Metrics.text(
                        Figures.of(figures, new EventFigures(), new JvmFigures(), new DelayFigures(10_000_000), true),
                        false,
                        true)
                .lines()
                .filter(line -> line.contains("pin"))
                .reduce("", (all, line) -> all + line + "\n");
    }

    @Test
    void carriersAreStarvedWhileAllOfThemArePinned() {
        PinTotals figures = new PinTotals(10, new CarrierPool(2, 256));

        // A full second of one carrier; half a second of the other, told later and in two parts.
        figures.add(site("a"), START, 1000 * MS);
        figures.add(site("a"), START + 200 * MS, 250 * MS);
        figures.add(site("a"), START + 450 * MS, 250 * MS);

        assertThat(figures.starvedSeconds())
                .as("the pool can have 256 carriers, and nothing says how many it has")
                .isZero();
        assertThat(figures.possiblyStarvedSeconds()).isEqualTo(0.5);
        assertThat(figures.carriersPinned(START + 1000 * MS)).isEqualTo(2);
        assertThat(figures.carriersPinned(START + 10_900 * MS)).isEqualTo(1);
        assertThat(figures.carriersPinned(START + 60_000 * MS)).isZero();
    }

    @Test
    void waitsStarveOnlyWhereNoCarrierCanBeAdded() {
        PinSite wait = new PinSite(CauseKind.OBJECT_WAIT, "a.B.wait", null, "");
        PinTotals grows = new PinTotals(10, new CarrierPool(2, 3));
        PinTotals fixed = new PinTotals(10, new CarrierPool(2, 2));
        for (PinTotals figures : List.of(grows, fixed)) {
            figures.add(wait, START, 1000 * MS);
            figures.add(wait, START, 500 * MS);
            figures.add(site("a"), START, 200 * MS);
        }

        // Two waits and a pin hold all three for 200 ms.
        assertThat(grows.starvedSeconds()).isEqualTo(0.2);
        assertThat(grows.possiblyStarvedSeconds()).isEqualTo(0.2);
        assertThat(fixed.starvedSeconds()).isEqualTo(0.5);
        assertThat(fixed.possiblyStarvedSeconds()).isEqualTo(0.5);
        assertThat(fixed.carriersPinned(START + 1000 * MS)).isEqualTo(3);
    }

    /** Two carriers at first, three later: what is certain is of those that there were. */
    @Test
    void carriersThatTheJvmAddsAreNotStarvedWhileTwoArePinned() {
        PinTotals figures = new PinTotals(10, new CarrierPool(2, 256));
        figures.carriers(2);
        figures.add(site("a"), START, 100 * MS);
        figures.add(site("a"), START, 100 * MS);
        assertThat(figures.starvedSeconds()).isEqualTo(0.1);

        figures.carriers(3);
        figures.add(site("a"), START + 200 * MS, 1000 * MS);
        figures.add(site("a"), START + 200 * MS, 1000 * MS);
        assertThat(figures.starvedSeconds()).isEqualTo(0.1);
        assertThat(figures.possiblyStarvedSeconds()).isEqualTo(1.1);

        figures.add(new PinSite(CauseKind.OBJECT_WAIT, "a.B.wait", null, ""), START + 300 * MS, 50 * MS);
        assertThat(figures.starvedSeconds()).isCloseTo(0.15, within(1e-9));
    }

    @Test
    void aPoolWhoseSizeMayNotBeSeenCanBeAsLargeAsItIsAllowed() {
        PinTotals figures = new PinTotals(10, new CarrierPool(1, 2));
        figures.carriers(1);
        figures.carriers(CarrierCount.UNKNOWN);
        figures.add(site("a"), START, 100 * MS);

        assertThat(figures.starvedSeconds()).isZero();
        assertThat(figures.possiblyStarvedSeconds()).isEqualTo(0.1);
    }

    @Test
    void shortPinsOfOneCarrierAfterEachOtherAreOneCarrier() {
        PinTotals figures = new PinTotals(10, new CarrierPool(2, 256));
        for (int i = 0; i < 100; i++) {
            figures.add(site("a"), START + i * MS, MS);
        }

        assertThat(figures.carriersPinned(START + 100 * MS)).isEqualTo(1);
        assertThat(figures.starvedSeconds()).isZero();
    }

    @Test
    void aPinLongerThanAMinuteAndOneFromLongAgoDoNoHarm() {
        PinTotals figures = new PinTotals(10, new CarrierPool(1, 256));
        figures.carriers(1);

        figures.add(site("a"), START, 120_000 * MS);
        figures.add(site("a"), START - 500_000 * MS, MS);

        assertThat(figures.starvedSeconds()).isEqualTo(60);
        assertThat(figures.causes()).extracting(PinTotals.OfCause::pins).isEqualTo(List.of(2L));
    }

    private static PinSite site(String method) {
        return new PinSite(CauseKind.MONITOR, method, null, method + ":1");
    }
}
