package dev.loomweight.fleet.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.budget.CountedPins.Reason;
import dev.loomweight.fold.SlicedSpread;
import dev.loomweight.fold.Sum;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.PinReading;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import dev.loomweight.pins.pinning.diff.ChangeRule;
import dev.loomweight.pins.pinning.diff.PinDifference;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which pins count since a baseline, at each limit; what covers a site; and stacks that were recorded otherwise. */
class CountedPinsTest {

    private static final LocalDate TODAY = LocalDate.parse("2026-11-21");
    private static final String CART = "com.acme.Cart.add";
    private static final String SHOP = "com.acme.Shop.open";

    private static PinCensus census(Scene scene) {
        return Scene.fold().readings(scene.folded()).of(PinReading.class).census();
    }

    private static CountedPins divided(Scene before, Scene now, double margin) {
        Budget budget = new Budget(List.of(), List.of(), false, false, margin, TODAY);
        return CountedPins.since(
                PinDifference.between(census(before), census(now), new ChangeRule(margin, margin == 0)), budget);
    }

    /** As many pins at equal distances, of the same length each. */
    private static Scene pins(String method, int count, long millis, long seconds) {
        return pins(new Scene().seconds(seconds), method, count, millis, seconds);
    }

    private static Scene pins(Scene scene, String method, int count, long millis, long seconds) {
        for (int i = 0; i < count; i++) {
            scene.pin(method, 12, millis, i * Math.max(1, seconds) * 1000 / count);
        }
        return scene;
    }

    /** One site cannot show that the load is the same: only that it is new, or that its pins are longer. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # pins, milliseconds and seconds of the baseline; the same of now; what has become of the site
            0 2 10    | 1 200 10  | few
            0 2 10    | 6 200 10  | few
            0 2 10    | 7 2 10    | counted
            0 2 40    | 3 2 10    | counted
            0 2 10    | 9 2 40    | few
            100 2 10  | 200 2 20  | as before
            100 2 10  | 200 2 10  | as before
            320 12 10 | 320 12 6  | as before
            100 5 10  | 100 7 10  | longer
            3 5 10    | 3 15 10   | as before
            100 30 40 | 100 31 10 | as before
            """)
    void whatHasBecomeOfASite(String before, String now, String change) {
        CountedPins pins = divided(scene(before), scene(now), 0.1);
        Sum sum = census(scene(now)).total();

        assertThat(pins.counted()).hasSize(change.equals("counted") ? 1 : 0);
        assertThat(pins.longer()).hasSize(change.equals("longer") ? 1 : 0);
        assertThat(pins.uncounted().getOrDefault(Reason.FEW, Sum.NONE))
                .isEqualTo(change.equals("few") ? sum : Sum.NONE);
        assertThat(pins.uncounted().getOrDefault(Reason.AS_BEFORE, Sum.NONE))
                .isEqualTo(change.equals("as before") ? sum : Sum.NONE);
    }

    /** Whatever chance and load explain. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 2 10  | 1 2 10  | true
            5 2 10  | 6 2 10  | true
            5 2 10  | 5 9 10  | false
            5 2 10  | 10 2 20 | false
            4 30 40 | 4 30 10 | false
            """)
    void withoutAMarginEachPinMoreCounts(String before, String now, boolean counts) {
        assertThat(divided(scene(before), scene(now), 0).counted()).hasSize(counts ? 1 : 0);
    }

    private static Scene scene(String written) {
        String[] parts = written.split(" ", -1);
        return pins(CART, Integer.parseInt(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    }

    @Test
    void sitesAreInTheOrderOfTheirTime() {
        Scene before = pins(pins("com.acme.Long.a", 40, 30, 10), "com.acme.Long.b", 40, 30, 10);
        Scene now = new Scene();
        pins(now, "com.acme.New.b", 40, 50, 10);
        pins(now, "com.acme.New.a", 40, 50, 10);
        pins(now, "com.acme.New.c", 40, 70, 10);
        pins(now, "com.acme.Long.a", 40, 60, 10);
        pins(now, "com.acme.Long.b", 40, 90, 10);
        CountedPins pins = divided(before, now, 0.1);

        assertThat(pins.counted())
                .extracting(PinCensus.Site::name)
                .containsExactly("com.acme.New.c", "com.acme.New.a", "com.acme.New.b");
        assertThat(pins.countedByTime())
                .extracting(PinCensus.Site::name)
                .containsExactly(
                        "com.acme.Long.b", "com.acme.New.c", "com.acme.Long.a", "com.acme.New.a", "com.acme.New.b");
        assertThat(pins.known(pins.longer().getFirst())).isEqualTo(new Sum(40, 1_200_000_000, 30_000_000));
        assertThat(pins.known(pins.counted().getFirst())).isNull();
    }

    private static Scene truncated() {
        Scene scene = new Scene();
        for (int i = 0; i < 20; i++) {
            scene.truncated(30, i * 500L);
        }
        return scene;
    }

    /** What is gone explains what is new only if it is the application's, blocks there, and one stack is truncated. */
    @Test
    void stacksThatWereRecordedOtherwise() {
        assertThat(divided(new Scene().pin(CART, 30), pins(SHOP, 20, 30, 10), 0.1)
                        .otherStacks())
                .as("both are complete")
                .isEmpty();
        assertThat(divided(new Scene().pin(CART, 30), truncated(), 0.1).otherStacks())
                .isEqualTo("stacks are complete, and here truncated; record both with"
                        + " -XX:FlightRecorderOptions:stackdepth=256");
        assertThat(divided(truncated(), pins(CART, 20, 30, 10), 0.1).otherStacks())
                .startsWith("stacks are truncated, and here complete; ");
        assertThat(divided(new Scene().pin("java.util.Hashtable.get", 30), truncated(), 0.1)
                        .otherStacks())
                .as("only the JDK's is gone")
                .isEmpty();
        assertThat(divided(new Scene().blocked(CART, 30), truncated(), 0.1).otherStacks())
                .as("what is gone blocks elsewhere")
                .isEmpty();
        Scene more = truncated();
        assertThat(divided(new Scene().truncated(30).pin(CART, 30), more, 0.1).otherStacks())
                .as("it is known, and has more pins")
                .isEmpty();
    }

    /** A suppression names the method that pins or its holder, and perhaps a cause. */
    @ParameterizedTest
    @CsvSource({
        "com.acme.*, '', true",
        "com.library.*, '', true",
        "com.acme.Cart.add, nativeCall, true",
        "com.acme.*, monitorEnter, false",
        "com.other.*, '', false",
        "com.acme, '', false",
    })
    void suppressionsCoverSites(String site, String cause, boolean covers) {
        PinCensus.Site pinned = new PinCensus.Site(
                new SiteKey(CART, "com.library.Pool.get", ""),
                List.of("nativeCall"),
                "a native call",
                true,
                new Sum(1, 1, 1),
                new PinCensus.Site.Words(null, "", ""),
                true,
                List.of(),
                List.of(),
                SlicedSpread.UNKNOWN,
                Map.of());
        assertThat(new Suppression(site, cause, "", "known", null).covers(pinned))
                .isEqualTo(covers);
        assertThat(new Suppression("", "", "pins", "known", null).covers(pinned))
                .isFalse();
    }
}
