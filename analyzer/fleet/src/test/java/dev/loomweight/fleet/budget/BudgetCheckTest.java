package dev.loomweight.fleet.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.pins.pinning.diff.Runs;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetCheckTest {

    private static final String DELAY = "scheduler-delay-p99";
    private static final LocalDate TODAY = LocalDate.parse("2026-11-21");
    private static final String CART = "com.acme.Cart.add";
    private static final String SHOP = "com.acme.Shop.open";
    private static final long MILLIS = 1_000_000;

    @ParameterizedTest
    @CsvSource({
        "pins, 2, 2, true",
        "pins, 1, 2, false",
        "pinned-time, 70000000, 70000000, true",
        "pinned-time, 69999999, 70000000, false",
        "longest-pin, 40000000, 40000000, true",
        "longest-pin, 39999999, 40000000, false",
        "failed-submits, 1, 1, true",
        "failed-submits, 0, 1, false",
        "rss, 7340032, 7340032, true",
        "rss, 7340031, 7340032, false",
        "rss-growth, 2097152, 2097152, true",
        "rss-growth, 2097151, 2097152, false",
    })
    void whatIsMeasuredMayBeAsMuchAsIsAllowed(String measure, long most, long measured, boolean passes) {
        Scene scene = new Scene()
                .pin(CART, 30)
                .pin(SHOP, 40)
                .refused()
                .resident(0, 4096)
                .resident(1, 7168)
                .resident(2, 6144);
        BudgetCheck check = check(scene, null, limit(measure, most));

        assertThat(check.passed()).isEqualTo(passes);
        assertThat(number(row(check, measure).get(2))).isEqualTo(measured);
        assertThat(row(check, measure).get(1)).isEqualTo(Cell.text(passes ? "met" : "exceeded"));
        assertThat(check.section().findings().getFirst().severity())
                .isEqualTo(passes ? Severity.INFO : Severity.PROBLEM);
    }

    /** Of the process that waits longest; without the agent's event there is no figure, which is no pass. */
    @Test
    void waitsForACarrierAreMeasuredByTheAgentOnly() {
        Scene none = new Scene().pin(CART, 30);
        assertThat(check(none, null, limit(DELAY, 1000 * MILLIS)).passed()).isFalse();
        assertThat(problem(check(none, null, limit(DELAY, 1000 * MILLIS))))
                .contains("the recording of shop has no dev.loomweight.SchedulerDelay");

        Scene measured = new Scene().delay(200, 60_000).delay(20, 25 * MILLIS);
        BudgetCheck check = check(measured, null, limit(DELAY, 30 * MILLIS));
        assertThat(check.passed()).isTrue();
        assertThat(number(row(check, DELAY).get(2))).isBetween(24 * MILLIS, 25 * MILLIS);
        assertThat(check(measured, null, limit(DELAY, 20 * MILLIS)).passed()).isFalse();
        assertThat(check(measured.lost(4096), null, limit(DELAY, 30 * MILLIS)).passed())
                .as("the recording lost events")
                .isFalse();
    }

    @Test
    void aSumThatDoesNotFitIsTheLargestNumberAndFails() {
        long millisOf200Years = 200L * 365 * 24 * 3_600_000;
        BudgetCheck check = check(
                new Scene().pin(CART, millisOf200Years).pin(SHOP, millisOf200Years),
                null,
                limit("pinned-time", 1000 * MILLIS));

        assertThat(check.passed()).isFalse();
        assertThat(number(row(check, "pinned-time").get(2))).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void starvationThatCannotBeDecidedDoesNotPass() {
        Scene scene = new Scene().awaiting("com.acme.Queue.take", 100).awaiting("com.acme.Queue.take", 100);
        Limit none = limit("starvation-windows", 0);

        assertThat(check(scene.carriers(2), null, none).passed())
                .as("the pool's maximum is not recorded")
                .isFalse();
        assertThat(row(check(scene, null, none), "starvation-windows").get(1)).isEqualTo(Cell.text("not measured"));
        scene.add(new RecordedJvm(Scene.START, 1, 0, "21", CarrierOptions.of("-Xmx1g"), false));
        assertThat(check(scene, null, none).passed())
                .as("the pool may have 256")
                .isTrue();
    }

    @Test
    void pinsAreToldApartByTheirCause() {
        Scene scene = new Scene().pin(CART, 30).initializer("com.acme.Slow", 50);

        assertThat(check(scene, null, of("pins-by-cause", "synchronizedMethod", 1))
                        .passed())
                .isTrue();
        assertThat(check(scene, null, of("pins-by-cause", "classInitializer", 0))
                        .passed())
                .isFalse();
        assertThat(check(scene, null, of("pins-by-cause", "nativeCall", 0)).passed())
                .isTrue();
        assertThat(check(scene, null, of("pinned-time-by-cause", "classInitializer", 49 * MILLIS))
                        .passed())
                .isFalse();
    }

    @Test
    void starvationIsCountedWhereTheCarriersAreKnown() {
        Scene starved = new Scene().carriers(2).started(2).pin(CART, 1, 100, 0).pin(CART, 1, 100, 0);

        BudgetCheck check = check(starved, null, limit("starvation-windows", 0), limit("starved-time", 0));
        assertThat(check.passed()).isFalse();
        assertThat(number(row(check, "starvation-windows").get(2))).isEqualTo(1);
        assertThat(number(row(check, "starved-time").get(2))).isBetween(98 * MILLIS, 102 * MILLIS);
        assertThat(check.section().findings().getFirst().explanation()).contains("The largest: " + CART);
        assertThat(problem(check(new Scene().pin(CART, 30), null, limit("starvation-windows", 0))))
                .contains("could not be measured", "--carriers");
    }

    /** Two of the scheduler's two carriers were pinned; nothing says whether there were others. */
    @Test
    void starvationThatIsPossibleMeetsOnlyABudgetThatAllowsIt() {
        Scene possible = new Scene().carriers(2).pin(CART, 1, 100, 0).pin(CART, 1, 100, 0);

        assertThat(problem(check(possible, null, limit("starvation-windows", 0))))
                .contains("could not be measured", "at least 0 and at most 1", "record jdk.ThreadStart");
        assertThat(check(possible, null, limit("starvation-windows", 1)).passed())
                .isTrue();
        assertThat(problem(check(possible, null, limit("starved-time", 99 * MILLIS))))
                .contains("at least 0 ms and at most 100 ms");
        assertThat(check(possible, null, limit("starved-time", 100 * MILLIS)).passed())
                .isTrue();
    }

    @Test
    void itNeverPassesOnAbsence() {
        Limit pins = limit("pins", 9);
        assertThat(problem(check(new Scene().withoutRecording(), null, pins))).contains("no input is a recording");
        assertThat(problem(check(new Scene().pinning(State.OFF), null, pins)))
                .contains("jdk.VirtualThreadPinned was off in shop");
        assertThat(problem(check(new Scene().pinning(State.UNKNOWN), null, pins)))
                .contains("there is no type jdk.VirtualThreadPinned in shop");
        assertThat(problem(check(new Scene().pinning(State.UNSTATED), null, pins)))
                .contains("it is not known whether");
        assertThat(problem(check(new Scene().monitors(State.OFF), null, pins)))
                .contains("jdk.JavaMonitorEnter was off");
        assertThat(problem(check(new Scene().pin(CART, 30).lost(4096), null, pins)))
                .contains("lost 4 KB");
        assertThat(problem(check(new Scene().pin(CART, 30).withoutStacks(), null, pins)))
                .contains("without stacks");
        assertThat(problem(check(new Scene().submits(State.OFF), null, limit("failed-submits", 0))))
                .contains("jdk.VirtualThreadSubmitFailed was off");
        assertThat(problem(check(new Scene(), null, limit("rss", 9)))).contains("no input has resident memory");
        assertThat(problem(check(new Scene().resident(0, 9), null, limit("rss-growth", 9))))
                .contains("only one snapshot");
        assertThat(problem(check(new Scene(), null, limit("stack-growth", 9)))).contains("thread stacks");
        assertThat(problem(check(new Scene(), null, of("category-growth", "Thread", 9))))
                .contains("has an NMT report");
    }

    @Test
    void whatIsBrokenIsBrokenWhateverElseIsMissing() {
        BudgetCheck check = check(new Scene().pin(CART, 30).pin(CART, 30).lost(4096), null, limit("pins", 1));

        assertThat(row(check, "pins").get(1)).isEqualTo(Cell.text("exceeded"));
    }

    @Test
    void aBudgetBelowTheThresholdCannotBeMeasured() {
        Scene scene = new Scene().pin(CART, 30).threshold(Duration.ofMillis(20));

        assertThat(problem(check(scene, null, limit("longest-pin", 10 * MILLIS))))
                .contains("30 ms measured");
        assertThat(problem(
                        check(new Scene().threshold(Duration.ofMillis(20)), null, limit("longest-pin", 10 * MILLIS))))
                .contains("pins shorter than 20 ms were not recorded");
        assertThat(check(scene, null, limit("longest-pin", 40 * MILLIS)).passed())
                .isTrue();
    }

    @Test
    void onlyOwnCodeCounts() {
        Scene scene = new Scene().pin("java.util.Hashtable.get", 30);
        BudgetCheck check = check(scene, null, limit("pins", 0));

        assertThat(check.passed()).isTrue();
        assertThat(block(check, "notCounted", Note.class).sentences())
                .containsExactly("Not counted: 1 pin, 30 ms, without own code.");
    }

    @Test
    void initializationIsLeftOutWhereSomebodySaysSo() {
        Scene scene = new Scene().initializer("com.acme.Slow", 50);
        Budget budget = new Budget(List.of(limit("pins", 0)), List.of(), true, false, 0.1, TODAY);

        assertThat(check(scene, null, limit("pins", 0)).passed()).isFalse();
        assertThat(check(scene, null, budget).passed()).isTrue();
    }

    @Test
    void classLoadingIsLeftOutWhereSomebodySaysSo() {
        Scene scene = new Scene().waitingForLoader(CART, 50);
        Budget initialization = new Budget(List.of(limit("pins", 0)), List.of(), true, false, 0.1, TODAY);
        Budget loading = new Budget(List.of(limit("pins", 0)), List.of(), false, true, 0.1, TODAY);
        BudgetCheck left = check(scene, null, loading);

        assertThat(check(scene, null, initialization).passed()).isFalse();
        assertThat(left.passed()).isTrue();
        assertThat(block(left, "notCounted", Note.class).sentences())
                .containsExactly(
                        "Not counted: 1 pin, 50 ms, of class loading, which happens once for each class and loader.");
        assertThat(check(new Scene().blocked(CART, 5), null, loading).passed()).isFalse();
    }

    /** One method of one blocker, pinned for two reasons: what is said of one is not said of the other. */
    @Test
    void causesAreJudgedApartWhereTheSiteIsOne() {
        Scene scene = new Scene().initializing(CART, 50).blocked(CART, 5);
        Budget budget = new Budget(List.of(limit("pins", 0)), List.of(), true, false, 0.1, TODAY);

        assertThat(check(scene, null, of("pins-by-cause", "monitorEnter", 0)).passed())
                .isFalse();
        assertThat(check(scene, null, of("pins-by-cause", "otherClassInitialization", 0))
                        .passed())
                .isFalse();
        assertThat(number(row(check(scene, null, budget), "pins").get(2))).isEqualTo(1);
        assertThat(check(scene, scene, limit("pins", 0)).passed()).isTrue();
    }

    @Test
    void suppressionsLeaveOutUntilTheyExpire() {
        Scene scene = new Scene().pin(CART, 30);
        BudgetCheck inForce = check(scene, null, suppressing("com.acme.*", "", "2026-11-21"));
        BudgetCheck expired = check(scene, null, suppressing("com.acme.*", "", "2026-11-20"));
        BudgetCheck unused = check(scene, null, suppressing("com.acme.Gone.*", "", null));
        BudgetCheck otherCause = check(scene, null, suppressing(CART, "nativeCall", null));

        assertThat(inForce.passed()).isTrue();
        assertThat(block(inForce, "suppressed", Table.class).rows().getFirst().cells())
                .contains(Cell.text("in force"), Cell.count(1), Cell.text("known"));
        assertThat(expired.passed()).isFalse();
        assertThat(ids(expired)).contains("suppressionExpired");
        assertThat(unused.passed()).isFalse();
        assertThat(ids(unused)).contains("suppressionUnused");
        assertThat(otherCause.passed()).isFalse();
    }

    @Test
    void aBudgetCanBeSuppressedAndIsShown() {
        Suppression known = new Suppression("", "", "pins", "known.", null);
        BudgetCheck check = check(
                new Scene().pin(CART, 30),
                null,
                new Budget(List.of(limit("pins", 0)), List.of(known), false, false, 0, TODAY));

        assertThat(check.passed()).isTrue();
        assertThat(check.section().findings().getFirst().summary()).isEqualTo("pins: 1 measured, 0 allowed; known.");
        assertThat(check(
                                new Scene().pinning(State.OFF),
                                null,
                                new Budget(List.of(limit("pins", 0)), List.of(known), false, false, 0, TODAY))
                        .passed())
                .as("nothing was measured that could be excused")
                .isFalse();
    }

    @Test
    void againstABaselineOnlyWhatIsNewOrWorseCounts() {
        Scene before = new Scene().pin(CART, 12, 30, 0);
        Limit none = limit("pins", 0);

        assertThat(check(new Scene().pin(CART, 99, 30, 0), before, none).passed())
                .as("lines aside")
                .isTrue();
        Scene three =
                new Scene().pins(CART, 40, 30).pins("com.acme.Till.pay", 40, 5).pins("com.acme.Mail.send", 40, 7);
        BudgetCheck more = check(
                new Scene().pins(CART, 90, 30).pins("com.acme.Till.pay", 40, 5).pins("com.acme.Mail.send", 40, 7),
                three,
                none);
        assertThat(more.passed()).isFalse();
        assertThat(more.section().findings())
                .anyMatch(finding -> finding.explanation().contains("the baseline has 40 pins, 1.2 s"));
        BudgetCheck added = check(new Scene().pin(CART, 30).pins(SHOP, 9, 20), before, none);
        assertThat(number(row(added, "pins").get(2))).isEqualTo(9);
        assertThat(added.section().findings())
                .anyMatch(finding -> finding.explanation().contains("new since the baseline"));
    }

    /** Number and milliseconds of the pins of one site, and whether budgets of no pins and of no pinned time pass. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    1 30  | 1 33   | 10 | true  | true
                    1 30  | 1 163  | 10 | true  | true
                    40 5  | 40 9   | 10 | true  | false
                    40 9  | 40 5   | 10 | true  | true
                    40 5  | 40 6   | 20 | true  | true
                    1 5   | 1 19   | 0  | true  | false
                    0 1   | 1 200  | 10 | true  | true
                    0 1   | 2 200  | 10 | true  | true
                    0 1   | 7 2    | 10 | false | false
                    0 1   | 1 2    | 0  | false | false
                    1 5   | 4 5    | 10 | true  | true
                    1 5   | 2 5    | 0  | false | false
                    """)
    void neitherTimesAloneNorAFewPinsAreADifference(
            String before, String now, int percent, boolean pins, boolean time) {
        for (boolean ofTime : List.of(false, true)) {
            Budget budget = new Budget(
                    List.of(limit(ofTime ? "pinned-time" : "pins", 0)),
                    List.of(),
                    false,
                    false,
                    percent / 100.0,
                    TODAY);

            assertThat(check(some(now), some(before), budget).passed()).isEqualTo(ofTime ? time : pins);
        }
    }

    private static Scene some(String written) {
        String[] parts = written.split(" ", -1);
        return new Scene().pins(CART, Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
    }

    private static Scene pinning(String millis) {
        Scene scene = new Scene();
        for (String each : millis.isEmpty() ? new String[0] : millis.split(" ")) {
            scene.pin(CART, Long.parseLong(each));
        }
        return scene;
    }

    @Test
    void whatDoesNotCountIsSaidWithItsReason() {
        BudgetCheck check =
                check(new Scene().pins(CART, 40, 163).pin(SHOP, 2), new Scene().pins(CART, 40, 30), limit("pins", 0));

        assertThat(block(check, "notCounted", Note.class).sentences())
                .containsExactly(
                        "Not counted: 40 pins, 6.52 s, at sites that pin longer than in the baseline, and not more often;"
                                + " only budgets of time count them.",
                        "Not counted: 1 pin, 2 ms, at sites that are perhaps new: so few that the baseline may have none by"
                                + " chance; --margin 0% counts them.");
    }

    @Test
    void theLengthOfARecordingIsNoDifference() {
        Scene before = new Scene().pins(CART, 40, 30).pins(SHOP, 40, 9).pins("com.acme.Till.pay", 40, 5);
        Scene more = new Scene().pins(CART, 80, 30).pins(SHOP, 80, 9).pins("com.acme.Till.pay", 80, 5);

        assertThat(check(more.seconds(20), before, limit("pins", 0)).passed())
                .as("twice as long")
                .isTrue();
        assertThat(check(more.seconds(10), before, limit("pins", 0)).passed())
                .as("twice the load")
                .isTrue();
        assertThat(check(before.seconds(5), more, limit("pins", 0)).passed())
                .as("half the load, in half the time")
                .isTrue();
        assertThat(check(more.pins("com.acme.New.work", 20, 2), before, limit("pins", 0))
                        .passed())
                .isFalse();
    }

    /** What one side could not record is neither new nor gone. */
    @Test
    void differencesOfThresholdsCannotBeMeasured() {
        Duration twenty = Duration.ofMillis(20);
        Limit none = limit("pins", 0);
        String because =
                "pins could not be measured: new sites cannot be determined; in the baseline, pins were recorded"
                        + " from ";

        assertThat(problem(check(some("20 8"), pinning("").threshold(twenty), none)))
                .startsWith(because + "20 ms, and here from 0 ms; ")
                .endsWith(" with --longer 20ms.");
        assertThat(problem(check(pinning("").threshold(twenty), pinning("8 8 8 8"), none)))
                .as("none is seen, and none can be")
                .startsWith(because + "0 ms, and here from 20 ms; ");
        assertThat(check(some("20 8"), pinning("").threshold(twenty), limit("pins", 20))
                        .passed())
                .as("all of it is allowed, new or not")
                .isTrue();
        assertThat(check(pinning("30").threshold(twenty), pinning("8"), limit("longest-pin", 50 * MILLIS))
                        .passed())
                .as("longer ones would be seen")
                .isTrue();
        assertThat(check(pinning("30").threshold(twenty), pinning("30").threshold(twenty), none)
                        .passed())
                .isTrue();
    }

    @Test
    void differencesOfStacksAndOfDamageCannotBeMeasured() {
        Limit none = limit("pins", 0);
        Scene three = some("20 30");
        Scene without = new Scene().withoutStacks();
        Scene cut = new Scene();
        for (int i = 0; i < 20; i++) {
            without.pinWithoutStack(30, i * 500L);
            cut.truncated(30, i * 500L);
        }

        assertThat(problem(check(without, three, none)))
                .contains("could not be measured", "pins have stacks, and here they were recorded without");
        assertThat(problem(check(three, without, none)))
                .contains("could not be measured", "in the baseline, pins were recorded without stacks");
        assertThat(problem(check(cut, three, none)))
                .contains("could not be measured", "stacks are complete, and here truncated");
        assertThat(problem(check(three, cut, none)))
                .contains("could not be measured", "stacks are truncated, and here complete");
        assertThat(check(cut, cut, none).passed()).as("both are").isTrue();
        assertThat(problem(check(some("20 30").lost(4096), three, none)))
                .contains("could not be measured", "lost 4 KB");
        assertThat(problem(check(three, pinning("").lost(4096), none)))
                .contains("could not be measured", "in the baseline, the JVM lost 4 KB");
    }

    @Test
    void whereTheBaselineDoesNotTellNothingIsNew() {
        Scene now = some("1 30");
        Scene blind = new Scene().pinning(State.OFF);

        assertThat(problem(check(now, blind, limit("pins", 0))))
                .contains("new sites cannot be determined; in the baseline, jdk.VirtualThreadPinned was off");
        assertThat(check(now, blind, limit("pins", 1)).passed())
                .as("all of it is allowed, new or not")
                .isTrue();
    }

    @Test
    void figuresMayBeAsTheBaselineAndGrowthIsSinceThen() {
        Scene before = new Scene().resident(0, 4096).resident(1, 6144);
        Scene now = new Scene().resident(0, 5000).resident(1, 6656);

        BudgetCheck rss = check(now, before, limit("rss", 1024));
        assertThat(rss.passed()).isTrue();
        assertThat(row(rss, "rss").get(1)).isEqualTo(Cell.text("as baseline"));
        assertThat(check(new Scene().resident(0, 7000), before, limit("rss", 1024))
                        .passed())
                .isFalse();
        assertThat(number(row(check(now, before, limit("rss-growth", 0)), "rss-growth")
                        .get(2)))
                .isEqualTo(512 * 1024);
    }

    /** What adds up is compared at the same rate, and a percentile as it is, however long was recorded. */
    @Test
    void onlyWhatAddsUpIsScaledToTheLengthOfTheRecording() {
        Scene before = new Scene().seconds(10).refused().delay(100, 20 * MILLIS);
        Scene now = new Scene().seconds(40);
        for (int i = 0; i < 4; i++) {
            now.refused();
        }

        BudgetCheck same = check(now.delay(400, 20 * MILLIS), before, limit("failed-submits", 0), limit(DELAY, 0));
        assertThat(row(same, "failed-submits").get(1)).isEqualTo(Cell.text("as baseline"));
        assertThat(row(same, DELAY).get(1)).isEqualTo(Cell.text("as baseline"));
        assertThat(number(row(same, "failed-submits").get(4))).isEqualTo(4);
        assertThat(row(same, DELAY).get(4)).isEqualTo(row(same, DELAY).get(2));

        Scene longer = new Scene().seconds(40).delay(400, 40 * MILLIS);
        assertThat(row(check(longer, before, limit(DELAY, 0)), DELAY).get(1)).isEqualTo(Cell.text("exceeded"));
    }

    @Test
    void theVerdictCounts() {
        BudgetCheck check =
                check(new Scene().pin(CART, 30), null, limit("pins", 0), limit("rss", 1), limit("failed-submits", 0));

        assertThat(block(check, "headline", Note.class).sentences())
                .containsExactly("Of 3 budgets, 1 is exceeded; 1 could not be measured (counts as a failure).");
        assertThat(ids(check)).containsExactly("budgetPins", "budgetRss", "pinOverBudget", "budgetFailedSubmits");
    }

    private static BudgetCheck check(Scene scene, @Nullable Scene baseline, Limit... limits) {
        return check(scene, baseline, new Budget(List.of(limits), List.of(), false, false, 0.1, TODAY));
    }

    private static BudgetCheck check(Scene scene, @Nullable Scene baseline, Budget budget) {
        return BudgetCheck.run(
                budget,
                Scene.fold(),
                scene.folded(),
                Runs.ONE,
                baseline == null ? null : Baseline.of(Scene.fold(), baseline.folded(), Runs.ONE));
    }

    private static Budget suppressing(String site, String cause, @Nullable String until) {
        return new Budget(
                List.of(limit("pins", 0)),
                List.of(new Suppression(site, cause, "", "known", until == null ? null : LocalDate.parse(until))),
                false,
                false,
                0.1,
                TODAY);
    }

    private static Limit limit(String measure, long most) {
        return of(measure, "", most);
    }

    private static Limit of(String measure, String of, long most) {
        return Limit.of(Scene.FIGURES, of.isEmpty() ? measure : measure + "." + of, most);
    }

    /** The summary of the first finding, which must be one that fails. */
    private static String problem(BudgetCheck check) {
        assertThat(check.passed()).isFalse();
        Finding first = check.section().findings().getFirst();
        assertThat(first.severity()).isEqualTo(Severity.PROBLEM);
        return first.summary();
    }

    private static List<Cell> row(BudgetCheck check, String budget) {
        return block(check, "limits", Table.class).rows().stream()
                .map(Table.Row::cells)
                .filter(cells -> cells.getFirst().equals(Cell.text(budget)))
                .findFirst()
                .orElseThrow();
    }

    private static long number(Cell cell) {
        return switch (cell) {
            case Cell.Count count -> count.value();
            case Cell.Id id -> id.value();
            case Cell.Nanos nanos -> nanos.value();
            case Cell.Bytes bytes -> bytes.value();
            default -> throw new AssertionError(cell);
        };
    }

    private static List<String> ids(BudgetCheck check) {
        return check.section().findings().stream().map(Finding::id).toList();
    }

    private static <B extends Block> B block(BudgetCheck check, String id, Class<B> type) {
        Section section = check.section();
        return section.blocks().stream()
                .filter(block -> block.id().equals(id))
                .map(type::cast)
                .findFirst()
                .orElseThrow();
    }
}
