package dev.loomweight.pins.carriers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.amount.DurationHistogram;
import dev.loomweight.pins.carriers.SchedulerDelays.DelayReading;
import dev.loomweight.pins.carriers.SchedulerDelays.Delays;
import dev.loomweight.pins.carriers.SchedulerDelays.LongestWait;
import dev.loomweight.pins.carriers.SchedulerDelays.Waits;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.PinEvents.SchedulerDelay;
import dev.loomweight.sample.state.DelayParts;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchedulerDelaysTest {

    private static final Instant START = Instant.parse("2026-11-23T10:00:00Z");
    private static final long MS = 1_000_000;
    private static final long PERIOD = 10 * MS;

    private final SchedulerDelays analysis = new SchedulerDelays();
    private final Delays all = SchedulerDelays.FOLD.empty();

    @Test
    void healthyWaitsAreFiguresWithoutAFinding() {
        for (int second = 1; second <= 60; second++) {
            add("shop", second, second == 30 ? 40 * MS : 60_000, 0, null);
        }
        Section section = finish();

        assertThat(section.findings()).isEmpty();
        List<Cell> row = ((Table) section.blocks().getFirst()).rows().getFirst().cells();
        assertThat(row.get(0)).isEqualTo(Cell.text("shop"));
        assertThat(row.get(3)).isEqualTo(new Cell.Nanos(40 * MS));
        assertThat(row.get(4)).isEqualTo(new Cell.Time(START.plusSeconds(30).minusNanos(40 * MS)));
        assertThat(row.get(6)).isEqualTo(Cell.count(0));
    }

    @Test
    void anAlarmIsAProblemInItsOwnWords() {
        add("shop", 1, 60_000, 0, null);
        add("shop", 3, 60_000, 1100 * MS, "worker-1 with virtual thread #7 at com.acme.Cart.spin:12");
        add("shop", 5, 4000 * MS, 0, null);
        add("shop", 6, 60_000, 0, null);

        Finding finding = finish().findings().getFirst();
        assertThat(finding.severity()).isEqualTo(Severity.PROBLEM);
        assertThat(finding.summary())
                .isEqualTo(
                        "Virtual threads that were ready waited up to 4 s for a carrier, from 2026-11-23 10:00:01Z on.");
        assertThat(finding.explanation())
                .isEqualTo("Alarm at 2026-11-23 10:00:03Z: worker-1 with virtual thread #7 at com.acme.Cart.spin:12.");
    }

    /** A process that was killed while it was stuck has no event in which the wait ended. */
    @Test
    void aWaitThatNeverEndedCountsAsLongAsItWasKnownToBe() {
        for (int second = 1; second <= 50; second++) {
            add("shop", second, 60_000, 0, null);
        }
        for (int second = 51; second <= 60; second++) {
            add("shop", second, 0, (second - 50) * 1000L * MS, null);
        }
        assertThat(finish().findings())
                .extracting(Finding::summary)
                .containsExactly(
                        "Virtual threads that were ready waited up to 10 s for a carrier, from 2026-11-23 10:00:50Z"
                                + " on, and still did at the end of the recording.");
        Waits waits = waits();
        assertThat(waits.p99Nanos()).isBetween(9_000 * MS, 10_000 * MS);
        assertThat(waits.p50Nanos()).isLessThan(MS);
        assertThat(waits.longest().open()).isTrue();
        assertThat(waits.longest().began()).isEqualTo(START.plusSeconds(50));
    }

    @Test
    void manyMiddlingWaitsAreAWarning() {
        for (int second = 1; second <= 60; second++) {
            add("shop", second, second % 5 == 0 ? 300 * MS : 60_000, 0, null);
        }
        assertThat(finish().findings())
                .extracting(finding -> finding.severity() + " " + finding.id())
                .containsExactly("WARNING schedulerDelayLong");
    }

    /** From a second on a wait is a problem, and an alarm always is. */
    @ParameterizedTest(name = "longest {0} ns, alarm {1}: {2}")
    @CsvSource({"999999999, , false", "1000000000, , true", "60000, stuck, true", "60000, , false"})
    void aLongWaitOrAnAlarmIsLong(long longest, @Nullable String alarm, boolean isLong) {
        add("shop", 1, longest, 0, alarm);

        assertThat(waits().isLong()).isEqualTo(isLong);
        assertThat(waits().alarmCount()).isEqualTo(alarm == null ? 0 : 1);
    }

    @ParameterizedTest(name = "{0} ns: often long {1}, the probe late {1}")
    @CsvSource({"99999999, false", "100000000, true"})
    void aTenthOfASecondIsFelt(long nanos, boolean felt) {
        Waits waits = new Waits("shop", 1, nanos, new LongestWait(nanos, START, false), 1, List.of(), 0, nanos);

        assertThat(waits.isOftenLong()).isEqualTo(felt);
        assertThat(waits.isProbeLate()).isEqualTo(felt);
        assertThat(waits.isLong()).isFalse();
    }

    /** A wait that went on at the end counts as the longest if no other was longer. */
    @ParameterizedTest(name = "ended {0} ms, open {1} ms: {2}, from second {3} on")
    @CsvSource({"4000, 3999, false, 1", "4000, 4000, true, 2", "4000, 0, false, 1"})
    void theLongestMayBeOpen(long ended, long openMillis, boolean open, int began) {
        add("shop", 5, ended * MS, 0, null);
        add("shop", 6, 60_000, openMillis * MS, null);

        assertThat(waits().longest().open()).isEqualTo(open);
        assertThat(waits().longest().began()).isEqualTo(START.plusSeconds(began));
    }

    @Test
    void theFirstAlarmsAreKeptAndAllAreCounted() {
        for (int second = 30; second > 0; second--) {
            add("shop", second, 60_000, 0, "at " + second);
        }

        assertThat(waits().alarmCount()).isEqualTo(30);
        assertThat(waits().alarms())
                .extracting(DelayParts.Alarm::words)
                .containsExactly("at 1", "at 2", "at 3", "at 4", "at 5");
    }

    @Test
    void theFigureIsThatOfTheWorstProcess() {
        assertThat(reading().p99Nanos()).isZero();
        add("shop", 1, 0, 700 * MS, null);
        add("cart", 1, 0, 900 * MS, null);
        add("tax", 1, 0, 800 * MS, null);

        assertThat(reading().processes()).extracting(Waits::subject).containsExactly("cart", "shop", "tax");
        assertThat(reading().p99Nanos())
                .isEqualTo(reading().processes().getFirst().p99Nanos())
                .isGreaterThan(800 * MS);
        assertThat(reading().isMeasured("tax")).isTrue();
        assertThat(reading().isMeasured("till")).isFalse();
    }

    @Test
    void withoutTheAgentThereIsNothingToSay() {
        assertThat(finish().isEmpty()).isTrue();
    }

    private DelayReading reading() {
        return analysis.read(all, Coverage.NONE);
    }

    private Waits waits() {
        return reading().processes().getFirst();
    }

    private Section finish() {
        return analysis.finish(all, Coverage.NONE);
    }

    /** A second in which all waits were short, but one. */
    private void add(String subject, int second, long longest, long open, @Nullable String alarm) {
        DurationHistogram delays = new DurationHistogram(DurationHistogram.Resolution.COARSE);
        for (int i = 0; i < (longest > 0 ? 100 - Math.min(99, longest / PERIOD) : 0); i++) {
            delays.add(60_000);
        }
        if (longest > 0) {
            delays.addStall(longest, PERIOD);
        }
        all.add(
                new Origin(subject, null, subject + ".jfr", Instrument.JFR),
                new SchedulerDelay(
                        START.plusSeconds(second),
                        PERIOD,
                        delays.sumNanos(),
                        delays.maxNanos(),
                        open,
                        0,
                        delays.text(),
                        alarm));
    }
}
