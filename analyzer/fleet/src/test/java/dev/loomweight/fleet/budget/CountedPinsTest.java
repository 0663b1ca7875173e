package dev.loomweight.fleet.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.budget.CountedPins.Reason;
import dev.loomweight.fold.Sum;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.PinReading;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import java.time.LocalDate;
import java.util.List;
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
        return CountedPins.divide(census(now), census(before), budget, margin == 0);
    }

    private static Scene pins(int count, long millis, long seconds) {
        Scene scene = new Scene().seconds(seconds);
        for (int i = 0; i < count; i++) {
            scene.pin(CART, millis);
        }
        return scene;
    }

    /** Two more than the baseline's at the same rate, and short, are chance; so is a time of two short ones. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # pins, milliseconds and seconds of the baseline; the same of now; what has become of the site
            5 2 10  | 12 2 20  | few
            5 2 10  | 13 2 20  | counted
            5 2 10  | 11 2 20  | as before
            5 2 10  | 12 20 20 | counted
            5 2 10  | 7 19 10  | few
            5 2 10  | 8 19 10  | counted
            2 5 10  | 2 15 10  | as before
            3 5 10  | 3 15 10  | longer
            1 30 10 | 1 33 10  | as before
            1 30 10 | 1 34 10  | longer
            1 30 0  | 3 30 10  | counted
            1 30 10 | 3 30 0   | counted
            4 30 40 | 4 30 10  | as before
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

    private static Scene scene(String written) {
        String[] parts = written.split(" ", -1);
        return pins(Integer.parseInt(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    }

    @Test
    void sitesAreInTheOrderOfTheirTime() {
        Scene before = new Scene().pin("com.acme.Long.a", 30).pin("com.acme.Long.b", 30);
        Scene now = new Scene()
                .pin("com.acme.New.b", 50)
                .pin("com.acme.New.a", 50)
                .pin("com.acme.New.c", 70)
                .pin("com.acme.Long.a", 60)
                .pin("com.acme.Long.b", 90);
        CountedPins pins = divided(before, now, 0.1);

        assertThat(pins.counted())
                .extracting(PinCensus.Site::name)
                .containsExactly("com.acme.New.c", "com.acme.New.a", "com.acme.New.b");
        assertThat(pins.countedByTime())
                .extracting(PinCensus.Site::name)
                .containsExactly(
                        "com.acme.Long.b", "com.acme.New.c", "com.acme.Long.a", "com.acme.New.a", "com.acme.New.b");
        assertThat(pins.known(pins.longer().getFirst())).isEqualTo(new Sum(1, 30_000_000, 30_000_000));
        assertThat(pins.known(pins.counted().getFirst())).isNull();
    }

    /** What is gone explains what is new only if it is the application's, blocks there, and one stack is truncated. */
    @Test
    void stacksThatWereRecordedOtherwise() {
        assertThat(divided(new Scene().pin(CART, 30), new Scene().pin(SHOP, 30), 0.1)
                        .otherStacks())
                .as("both are complete")
                .isEmpty();
        assertThat(divided(new Scene().pin(CART, 30), new Scene().truncated(30), 0.1)
                        .otherStacks())
                .isEqualTo("stacks are complete, and here truncated; record both with"
                        + " -XX:FlightRecorderOptions:stackdepth=256");
        assertThat(divided(new Scene().truncated(30), new Scene().pin(CART, 30), 0.1)
                        .otherStacks())
                .startsWith("stacks are truncated, and here complete; ");
        assertThat(divided(new Scene().pin("java.util.Hashtable.get", 30), new Scene().truncated(30), 0.1)
                        .otherStacks())
                .as("only the JDK's is gone")
                .isEmpty();
        assertThat(divided(new Scene().blocked(CART, 30), new Scene().truncated(30), 0.1)
                        .otherStacks())
                .as("what is gone blocks elsewhere")
                .isEmpty();
        Scene more = new Scene().truncated(30).truncated(30).truncated(30);
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
                List.of());
        assertThat(new Suppression(site, cause, "", "known", null).covers(pinned))
                .isEqualTo(covers);
        assertThat(new Suppression("", "", "pins", "known", null).covers(pinned))
                .isFalse();
    }
}
