package dev.loomweight.fleet.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.pins.pinning.diff.Runs;
import dev.loomweight.report.SectionText;
import dev.loomweight.sample.Coverage.State;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The section of a check, complete: budgets of each outcome, what they count, and what is left out. */
class BudgetTextTest {

    private static final LocalDate TODAY = LocalDate.parse("2026-11-21");
    private static final String CART = "com.acme.Cart.add";
    private static final String SHOP = "com.acme.Shop.open";

    private static Limit limit(String name, String amount) {
        return Limit.of(Scene.FIGURES, name, amount);
    }

    private static Suppression of(String site, String cause, String budget, @Nullable String until) {
        return new Suppression(site, cause, budget, "Ticket 7.", until == null ? null : LocalDate.parse(until));
    }

    private static String text(Scene scene, @Nullable Scene baseline, Budget budget) {
        return SectionText.of(BudgetCheck.run(
                        budget,
                        Scene.fold(),
                        scene.folded(),
                        Runs.ONE,
                        baseline == null ? null : Baseline.of(Scene.fold(), baseline.folded(), Runs.ONE))
                .section());
    }

    private static Budget budget(List<Suppression> suppressions, Limit... limits) {
        return new Budget(List.of(limits), suppressions, false, false, 0.1, TODAY);
    }

    @Test
    void outcomesWithoutABaseline() {
        Scene scene = new Scene()
                .pin(CART, 30)
                .pin(CART, 50)
                .pin(SHOP, 20)
                .pin("com.acme.Known.run", 15)
                .initializer("com.acme.Slow", 45)
                .waitingForLoader("com.acme.Plugins.load", 12)
                .pin("java.util.Hashtable.get", 5)
                .refused()
                .resident(0, 4096)
                .resident(1, 6144);
        List<Suppression> suppressions = List.of(
                of("com.acme.Known.*", "", "", "2026-11-21"),
                of("com.acme.Cart.*", "", "", "2026-11-20"),
                of("com.acme.Shop.*", "nativeCall", "", null),
                of("", "", "failed-submits", null),
                of("", "", "rss", null),
                of("", "", "pins", "2026-11-20"));
        Limit[] limits = {
            limit("rss", "6144k"),
            limit("pins", "2"),
            limit("pins-by-cause.synchronizedMethod", "3"),
            limit("longest-pin", "40ms"),
            limit("failed-submits", "0"),
            limit("stack-growth", "0"),
        };
        assertThat(text(scene, null, new Budget(List.of(limits), suppressions, true, true, 0.1, TODAY)))
                .isEqualTo("""
                ## budgets: Budgets
                headline: Of 6 budgets, 2 are exceeded; 1 could not be measured (counts as a failure).

                limits
                budget | outcome | measured | allowed | by
                rss | met | 6 MB | 6 MB | status of shop
                pins | exceeded | 3 | 2 | JFR, every pin
                pins-by-cause.synchronizedMethod | met | 3 | 3 | JFR, every pin
                longest-pin | exceeded | 50 ms | 40 ms | JFR, every pin
                failed-submits | suppressed | 1 | 0 | jdk.VirtualThreadSubmitFailed
                stack-growth | not measured | - (no input has thread stacks) | 0 B | -

                sites: Sites that count, by total time
                site | blocker | cause | pins | total | max
                com.acme.Cart.add | java.lang.Thread.sleep | a synchronized method | 2 | 80 ms | 50 ms
                com.acme.Shop.open | java.lang.Thread.sleep | a synchronized method | 1 | 20 ms | 20 ms

                suppressed: Suppressions
                what | state | pins | total | until | reason
                com.acme.Known.* | in force | 1 | 15 ms | 2026-11-21 | Ticket 7
                com.acme.Cart.* | expired | 0 | 0 ms | 2026-11-20 | Ticket 7
                com.acme.Shop.*, nativeCall | unused | 0 | 0 ms | - | Ticket 7
                budget failed-submits | in force | - | - | - | Ticket 7
                budget rss | unused | - | - | - | Ticket 7
                budget pins | expired | - | - | 2026-11-20 | Ticket 7

                notCounted: Not counted: 1 pin, 5 ms, without own code.
                  Not counted: 1 pin, 45 ms, of class initialization, which happens once.
                  Not counted: 1 pin, 12 ms, of class loading, which happens once for each class and loader.

                PROBLEM budgetPins: pins: 3 measured, 2 allowed.
                  Pins of own code. The largest: com.acme.Cart.add (line 12) is synchronized on this while it blocks in Thread.sleep.

                PROBLEM budgetLongestPin: longest-pin: 50 ms measured, 40 ms allowed.
                  Longest pin of own code. The largest: com.acme.Cart.add (line 12) is synchronized on this while it blocks in Thread.sleep.

                PROBLEM budgetStackGrowth: stack-growth could not be measured: no input has thread stacks.
                  Growth of committed thread stacks (NMT).

                WARNING pinOverBudget: com.acme.Cart.add (line 12) is synchronized on this while it blocks in Thread.sleep.
                  2 pins, 80 ms in total, the longest 50 ms.
                  If Cart.add is your own code, replace synchronized on this with a java.util.concurrent.locks.ReentrantLock, or move Thread.sleep out of it; if it is a library's, look for a release without this monitor, or call Cart.add on a platform thread, or let a Semaphore admit fewer threads to it than there are carriers. It no longer pins on JDK 24+.

                WARNING pinOverBudget: com.acme.Shop.open (line 12) is synchronized on this while it blocks in Thread.sleep.
                  1 pin, 20 ms in total, the longest 20 ms.
                  If Shop.open is your own code, replace synchronized on this with a java.util.concurrent.locks.ReentrantLock, or move Thread.sleep out of it; if it is a library's, look for a release without this monitor, or call Shop.open on a platform thread, or let a Semaphore admit fewer threads to it than there are carriers. It no longer pins on JDK 24+.

                WARNING suppressionExpired: The suppression of com.acme.Cart.* expired on 2026-11-20; it has no effect any more.
                  Reason: Ticket 7.
                  Fix what it suppressed, or set a later day.

                WARNING suppressionUnused: The suppression of com.acme.Shop.*, nativeCall matches nothing.
                  Reason: Ticket 7.
                  Delete it, or check its spelling.

                WARNING suppressionUnused: The suppression of budget rss matches nothing.
                  Reason: Ticket 7.
                  Delete it, or check its spelling.

                WARNING suppressionExpired: The suppression of budget pins expired on 2026-11-20; it has no effect any more.
                  Reason: Ticket 7.
                  Fix what it suppressed, or set a later day.

                INFO budgetRss: rss: 6 MB measured, 6 MB allowed.
                  Peak of resident memory.

                INFO budgetPinsByCauseSynchronizedMethod: pins-by-cause.synchronizedMethod: 3 measured, 3 allowed.
                  Pins of own code with one cause (synchronizedMethod).

                INFO budgetFailedSubmits: failed-submits: 1 measured, 0 allowed; Ticket 7.
                  Virtual threads that the scheduler rejected.
                """);
    }

    @Test
    void outcomesWithABaseline() {
        Scene before = new Scene()
                .pins(CART, 40, 3)
                .pin(SHOP, 30)
                .pins("com.acme.Long.run", 40, 3)
                .pins("com.acme.Same.run", 40, 3)
                .initializer("com.acme.Slow", 45)
                .refused()
                .resident(0, 6144)
                .resident(1, 8192);
        Scene now = new Scene()
                .pins(CART, 100, 3)
                .pins("com.acme.Long.run", 40, 9)
                .pins("com.acme.Same.run", 40, 3)
                .pin("com.acme.Few.run", 60)
                .pins("com.acme.Added.run", 20, 6)
                .initializer("com.acme.Slow", 45)
                .refused()
                .resident(0, 8500)
                .resident(1, 8192);
        assertThat(text(
                        now,
                        before,
                        budget(
                                List.of(),
                                limit("pinned-time", "0"),
                                limit("pins", "0"),
                                limit("failed-submits", "0"),
                                limit("rss", "1m"),
                                limit("rss-growth", "1m"))))
                .isEqualTo("""
                ## budgets: Budgets
                headline: Of 5 budgets, 2 are exceeded.

                limits
                budget | outcome | measured | allowed | baseline | by
                pinned-time | exceeded | 780 ms | 0 ms | - | JFR, every pin
                pins | exceeded | 120 | 0 | - | JFR, every pin
                failed-submits | as baseline | 1 | 0 | 1 | jdk.VirtualThreadSubmitFailed
                rss | as baseline | 8.3 MB | 1 MB | 8 MB | status of shop
                rss-growth | met | 0 B | 1 MB | - | status of shop, since the baseline

                sites: Sites that count, by total time
                site | blocker | cause | pins | total | max | baselinePins | baselineTotal
                com.acme.Long.run | java.lang.Thread.sleep | a synchronized method | 40 | 360 ms | 9 ms | 40 | 120 ms
                com.acme.Cart.add | java.lang.Thread.sleep | a synchronized method | 100 | 300 ms | 3 ms | 40 | 120 ms
                com.acme.Added.run | java.lang.Thread.sleep | a synchronized method | 20 | 120 ms | 6 ms | 0 | 0 ms

                notCounted: Not counted: 41 pins, 165 ms, at sites that are no worse than in the baseline.
                  Not counted: 40 pins, 360 ms, at sites that pin longer than in the baseline, and not more often; only budgets of time count them.
                  Not counted: 1 pin, 60 ms, at sites that are perhaps new: so few that the baseline may have none by chance; --margin 0% counts them.

                PROBLEM budgetPinnedTime: pinned-time: 780 ms measured, 0 ms allowed.
                  Time pinned by own code. The largest: com.acme.Long.run (line 12) is synchronized on this while it blocks in Thread.sleep.

                PROBLEM budgetPins: pins: 120 measured, 0 allowed.
                  Pins of own code. The largest: com.acme.Cart.add (line 12) is synchronized on this while it blocks in Thread.sleep.

                WARNING pinOverBudget: com.acme.Long.run (line 12) is synchronized on this while it blocks in Thread.sleep.
                  40 pins, 360 ms in total, the longest 9 ms; the baseline has 40 pins, 120 ms.
                  If Long.run is your own code, replace synchronized on this with a java.util.concurrent.locks.ReentrantLock, or move Thread.sleep out of it; if it is a library's, look for a release without this monitor, or call Long.run on a platform thread, or let a Semaphore admit fewer threads to it than there are carriers. It no longer pins on JDK 24+.

                WARNING pinOverBudget: com.acme.Cart.add (line 12) is synchronized on this while it blocks in Thread.sleep.
                  100 pins, 300 ms in total, the longest 3 ms; the baseline has 40 pins, 120 ms.
                  If Cart.add is your own code, replace synchronized on this with a java.util.concurrent.locks.ReentrantLock, or move Thread.sleep out of it; if it is a library's, look for a release without this monitor, or call Cart.add on a platform thread, or let a Semaphore admit fewer threads to it than there are carriers. It no longer pins on JDK 24+.

                WARNING pinOverBudget: com.acme.Added.run (line 12) is synchronized on this while it blocks in Thread.sleep.
                  20 pins, 120 ms in total, the longest 6 ms; new since the baseline.
                  If Added.run is your own code, replace synchronized on this with a java.util.concurrent.locks.ReentrantLock, or move Thread.sleep out of it; if it is a library's, look for a release without this monitor, or call Added.run on a platform thread, or let a Semaphore admit fewer threads to it than there are carriers. It no longer pins on JDK 24+.

                INFO budgetFailedSubmits: failed-submits: 1 measured, 0 allowed; the baseline has 1.
                  Virtual threads that the scheduler rejected.

                INFO budgetRss: rss: 8.3 MB measured, 1 MB allowed; the baseline has 8 MB.
                  Peak of resident memory.

                INFO budgetRssGrowth: rss-growth: 0 B measured, 1 MB allowed.
                  Growth of resident memory.
                """);
    }

    /** Of figures of memory alone nothing is said of pins. */
    @Test
    void budgetsThatAreMet() {
        Scene scene = new Scene().pin("java.util.Hashtable.get", 5).resident(0, 4096);

        assertThat(text(scene, null, budget(List.of(), limit("rss", "4m")))).isEqualTo("""
                ## budgets: Budgets
                headline: The budget is met.

                limits
                budget | outcome | measured | allowed | by
                rss | met | 4 MB | 4 MB | status of shop

                INFO budgetRss: rss: 4 MB measured, 4 MB allowed.
                  Peak of resident memory.
                """);
        assertThat(text(scene, null, budget(List.of(), limit("rss", "4m"), limit("pins", "0"))))
                .isEqualTo("""
                ## budgets: Budgets
                headline: All 2 budgets are met.

                limits
                budget | outcome | measured | allowed | by
                rss | met | 4 MB | 4 MB | status of shop
                pins | met | 0 | 0 | JFR, every pin

                notCounted: Not counted: 1 pin, 5 ms, without own code.

                INFO budgetRss: rss: 4 MB measured, 4 MB allowed.
                  Peak of resident memory.

                INFO budgetPins: pins: 0 measured, 0 allowed.
                  Pins of own code.
                """);
    }

    /** What the baseline has no pins for may still be compared by its other figures. */
    @Test
    void aBaselineWithoutPins() {
        Scene before = new Scene().pinning(State.OFF).resident(0, 8192);
        Scene now = new Scene().pin(CART, 30).resident(0, 8192);

        assertThat(text(now, before, budget(List.of(), limit("pins", "0"), limit("rss", "1m"))))
                .isEqualTo("""
                ## budgets: Budgets
                headline: Of 2 budgets, 1 could not be measured (counts as a failure).

                limits
                budget | outcome | measured | allowed | baseline | by
                pins | not measured | 1 | 0 | - | JFR, every pin
                rss | as baseline | 8 MB | 1 MB | 8 MB | status of shop

                PROBLEM budgetPins: pins could not be measured: new sites cannot be determined; in the baseline, jdk.VirtualThreadPinned was off in shop.
                  Pins of own code.

                INFO budgetRss: rss: 8 MB measured, 1 MB allowed; the baseline has 8 MB.
                  Peak of resident memory.
                """);
    }

    /** Of a longest pin, the sites whose own longest is above what is allowed. */
    @Test
    void sitesAboveALongestPin() {
        Scene scene = new Scene().pin(CART, 50).pin(SHOP, 40);

        assertThat(text(scene, null, budget(List.of(), limit("longest-pin", "40ms"))))
                .contains("\n" + CART + " | ")
                .doesNotContain(SHOP);
        assertThat(text(scene, null, budget(List.of(), limit("longest-pin", "39ms"))))
                .contains("\n" + SHOP + " | ");
    }

    /** Sites of several limits are in one order, and each is there once. */
    @Test
    void sitesOfTwoLimits() {
        Scene scene = new Scene().pin(CART, 50).pin(SHOP, 40).pin(SHOP, 40);

        assertThat(text(
                        scene,
                        null,
                        budget(
                                List.of(),
                                limit("longest-pin", "45ms"),
                                limit("pins", "1"),
                                limit("pinned-time", "1ms"))))
                .contains("\n" + SHOP + " | java.lang.Thread.sleep | a synchronized method | 2 | 80 ms | 40 ms\n" + CART
                        + " | java.lang.Thread.sleep | a synchronized method | 1 | 50 ms | 50 ms\n\n");
    }

    /** Up to the margin above the baseline, an amount is as there; up to what is allowed, it is met in any case. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # resident kilobytes of the baseline and now, row
            8192 | 8192  | rss : met : 8 MB : 8 MB : 8 MB : status of shop
            8192 | 8193  | rss : as baseline : 8 MB : 8 MB : 8 MB : status of shop
            9216 | 13824 | rss : as baseline : 13.5 MB : 8 MB : 9 MB : status of shop
            9216 | 13825 | rss : exceeded : 13.5 MB : 8 MB : 9 MB : status of shop
            0    | 8193  | rss : not measured : 8 MB : 8 MB : - : status of shop
            """)
    void residentMemoryAndABaseline(long before, long now, String row) {
        Scene then = before == 0 ? new Scene() : new Scene().resident(0, before);
        Budget budget = new Budget(List.of(limit("rss", "8m")), List.of(), false, false, 0.5, TODAY);
        String text = text(new Scene().resident(0, now), then, budget);

        assertThat(text).contains("\n" + row.replace(':', '|') + "\n");
        assertThat(text.contains(
                        "rss could not be measured: it cannot be compared with the baseline; there, no input has"
                                + " resident memory"))
                .isEqualTo(before == 0);
    }

    /** Where the thresholds differ, no figure of pins can be compared with the baseline, be it by site or not. */
    @Test
    void thresholdsThatDiffer() {
        Scene before = new Scene().threshold(Duration.ofMillis(20)).resident(0, 8192);
        Scene now = new Scene()
                .carriers(2)
                .started(2)
                .pin(CART, 1, 100, 0)
                .pin(CART, 1, 100, 0)
                .resident(0, 8192);
        assertThat(text(now, before, budget(List.of(), limit("starvation-windows", "0"), limit("rss", "1m"))))
                .isEqualTo("""
                ## budgets: Budgets
                headline: Of 2 budgets, 1 could not be measured (counts as a failure).

                limits
                budget | outcome | measured | allowed | baseline | by
                starvation-windows | not measured | 1 | 0 | - | JFR, every pin
                rss | as baseline | 8 MB | 1 MB | 8 MB | status of shop

                PROBLEM budgetStarvationWindows: starvation-windows could not be measured: it cannot be compared with the baseline; there, pins were recorded from 20 ms, and here from 0 ms; compare those that both have with --longer 20ms.
                  Windows in which all carriers were pinned.

                INFO budgetRss: rss: 8 MB measured, 1 MB allowed; the baseline has 8 MB.
                  Peak of resident memory.
                """);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0    | 0 | 0 | No budget was given.
            1    | 0 | 0 | The budget is met.
            2    | 0 | 0 | All 2 budgets are met.
            1000 | 0 | 0 | All 1,000 budgets are met.
            1    | 1 | 0 | Of 1 budget, 1 is exceeded.
            3    | 2 | 0 | Of 3 budgets, 2 are exceeded.
            3    | 0 | 1 | Of 3 budgets, 1 could not be measured (counts as a failure).
            4    | 1 | 2 | Of 4 budgets, 1 is exceeded; 2 could not be measured (counts as a failure).
            """)
    void verdicts(int all, long exceeded, long unmeasured, String verdict) {
        assertThat(BudgetReport.verdict(all, exceeded, unmeasured)).isEqualTo(verdict);
    }

    @Test
    void suppressionsThatAreNone() {
        assertThatThrownBy(() -> of("", "", "", null)).hasMessage("a suppression needs either a site or a budget");
        assertThatThrownBy(() -> of(CART, "", "pins", null))
                .hasMessage("a suppression needs either a site or a budget");
        assertThatThrownBy(() -> of("", "nativeCall", "pins", null))
                .hasMessage("a suppression of a budget cannot have a cause");
        assertThatThrownBy(() -> of(CART, "bad", "", null)).isInstanceOf(IllegalArgumentException.class);
        assertThat(of(CART, "nativeCall", "", null).subject()).isEqualTo(CART + ", nativeCall");
        assertThat(of("", "", "pins", null).subject()).isEqualTo("budget pins");
        assertThat(of(CART, "", "", null).reason()).isEqualTo("Ticket 7");
    }
}
