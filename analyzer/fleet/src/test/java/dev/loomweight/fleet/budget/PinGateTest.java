package dev.loomweight.fleet.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.Sum;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.PinReading;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.State;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which pins count for those who judge parts of a recording one by one. */
class PinGateTest {

    private static final LocalDate TODAY = LocalDate.parse("2026-11-21");
    private static final String CART = "com.acme.Cart.add";
    private static final String SHOP = "com.acme.Shop.open";
    private static final long MILLI = 1_000_000;
    private static final Suppression KNOWN =
            new Suppression("com.acme.Known.*", "", "", "known", LocalDate.parse("2026-11-21"));
    private static final Suppression EXPIRED =
            new Suppression("com.acme.Cart.*", "synchronizedMethod", "", "old", LocalDate.parse("2026-11-20"));

    private static PinCensus census(Scene scene) {
        return Scene.fold().readings(scene.folded()).of(PinReading.class).census();
    }

    private static Sum sum(long count, long millis, long longestMillis) {
        return new Sum(count, millis * MILLI, longestMillis * MILLI);
    }

    @ParameterizedTest
    @CsvSource({"true, 3, 97", "false, 1, 50"})
    void pinsAreDividedByWhetherTheyCount(boolean ofClasses, int sites, long millis) {
        PinGate gate = new PinGate(List.of(KNOWN, EXPIRED), TODAY);
        PinCensus census = census(new Scene()
                .pin(CART, 30)
                .pin(CART, 20)
                .pin("com.acme.Known.run", 9)
                .pin("java.util.Hashtable.get", 8)
                .initializer("com.acme.Slow", 7)
                .waitingForLoader(SHOP, 40));
        PinGate.Divided divided = gate.divide(census.sites(), ofClasses);

        assertThat(divided.sites()).hasSize(sites);
        assertThat(divided.sites().getFirst().name()).isEqualTo(CART);
        assertThat(divided.counted().nanos()).isEqualTo(millis * MILLI);
        assertThat(divided.suppressed()).isEqualTo(Map.of(KNOWN, sum(1, 9, 9)));
        assertThat(divided.foreign()).isEqualTo(sum(1, 8, 8));
        assertThat(divided.loading()).isEqualTo(ofClasses ? Sum.NONE : sum(1, 40, 40));
        assertThat(divided.initialization()).isEqualTo(ofClasses ? Sum.NONE : sum(1, 7, 7));
        assertThat(divided.asBefore()).isEqualTo(Sum.NONE);
    }

    /** A test does its work once, so that each pin more counts, however short it is and however long both runs were. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # pins of the baseline, pins now, margin, whether they count
            10 | 11 | 0.1 | false
            10 | 11 | 0   | true
            10 | 12 | 0.1 | true
            10 | 9  | 0   | false
            1  | 2  | 0   | true
            0  | 1  | 0.5 | true
            """)
    void pinsOfABaselineDoNotCount(int before, int now, double margin, boolean count) {
        Scene then = new Scene().seconds(10).initializer("com.acme.Slow", 7).waitingForLoader(SHOP, 4);
        Scene here = new Scene().seconds(100).initializer("com.acme.Slow", 9).waitingForLoader(SHOP, 5);
        for (int i = 0; i < before; i++) {
            then.pin(CART, 2);
        }
        for (int i = 0; i < now; i++) {
            here.pin(CART, 2);
        }
        PinCensus whole = census(here);
        PinGate gate = new PinGate(List.of(), TODAY).with(whole, census(then), margin);
        PinGate.Divided divided = gate.divide(whole.sites(), true);

        assertThat(divided.sites()).extracting(PinCensus.Site::name).isEqualTo(count ? List.of(CART) : List.of());
        assertThat(divided.counted()).isEqualTo(count ? sum(now, 2L * now, 2) : Sum.NONE);
        assertThat(divided.asBefore()).isEqualTo(count ? sum(2, 14, 9) : sum(now + 2L, 2L * now + 14, 9));
    }

    @Test
    void suppressionsHoldNextToABaseline() {
        PinCensus known = census(new Scene().pin("com.acme.Known.run", 9));
        PinGate gate = new PinGate(List.of(KNOWN), TODAY).with(known, census(new Scene()), 0);

        assertThat(gate.divide(known.sites(), true).suppressed()).containsOnlyKeys(KNOWN);
    }

    @Test
    void expiredSuppressions() {
        Suppression budget = new Suppression("", "", "pins", "old", LocalDate.parse("2026-11-19"));
        assertThat(new PinGate(List.of(KNOWN, EXPIRED, budget), TODAY).expired())
                .containsExactly(
                        "com.acme.Cart.*, synchronizedMethod expired on 2026-11-20",
                        "budget pins expired on 2026-11-19");
    }

    @Test
    void whatRecordingsCannotShow() {
        Coverage off = new Scene().pinning(State.OFF).folded().coverage();
        Coverage on = new Scene().threshold(Duration.ofMillis(20)).folded().coverage();

        assertThat(PinGate.missing(off, false)).contains("jdk.VirtualThreadPinned was off in shop");
        assertThat(PinGate.missing(on, false)).isEmpty();
        assertThat(PinGate.threshold(on, false)).isEqualTo(Duration.ofMillis(20));
    }
}
