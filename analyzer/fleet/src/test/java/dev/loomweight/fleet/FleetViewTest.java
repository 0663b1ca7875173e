package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fleet.GroupSums.Hour;
import dev.loomweight.report.SectionText;
import dev.loomweight.report.Table;
import dev.loomweight.sample.EpochNanos;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The labels of a report, the order of versions by time, and the clocks that were wrong. */
class FleetViewTest {

    private final FleetSums sums = new FleetSums();

    private FleetView view(String... by) {
        return new FleetView(sums, List.of(by));
    }

    private GroupSums group(String service, String version, String pod) {
        return sums.group(Labels.of(Map.of("service", service, "version", version, "pod", pod)));
    }

    /** Recordings that began at some times. */
    private void began(GroupSums group, String... times) {
        for (String time : times) {
            long nanos = EpochNanos.of(Instant.parse(time));
            group.count(Counter.FIRST_NANOS, nanos);
            group.hour(Math.floorDiv(nanos, TimeUnit.HOURS.toNanos(1)), new Hour(1, 0, 0, 0));
        }
    }

    @Test
    void whatAReportIsBy() {
        assertThat(view().hasVersions()).isFalse();
        assertThat(view("version").hasVersions()).isFalse();
        assertThat(view("service", "version").hasVersions()).isTrue();
        assertThat(view().hasUnits()).isFalse();
        assertThat(view("pod").hasUnits()).isFalse();
        assertThat(view("service", "pod").hasUnits()).isTrue();
        assertThat(view().serviceTitle()).isEqualTo("Fleet");
        assertThat(view("service", "pod").serviceTitle()).isEqualTo("Service");
        assertThat(view("service", "pod").unitWord()).isEqualTo("pod");
        assertThat(FleetView.capital("")).isEmpty();
        assertThat(view("service", "pod").prefix("cart")).isEqualTo("cart: ");
        assertThat(view().prefix("all")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"5, 0, 0", "5, -1, 0", "5, 1, 18000000000000", "1, 3600000000000, 1", "3, 7200000000000, 2"})
    void perHour(long amount, long recorded, long rate) {
        assertThat(FleetView.perHour(amount, recorded)).isEqualTo(rate);
    }

    @ParameterizedTest
    @CsvSource({"CUT, true", "DAMAGED, true", "LOST, true", "UNREADABLE, false", "PINS_OFF, false"})
    void pinsMayBeMore(Counter counter, boolean more) {
        GroupSums group = new GroupSums();
        assertThat(FleetView.isAtLeast(group)).isFalse();
        group.count(counter, 1);
        assertThat(FleetView.isAtLeast(group)).isEqualTo(more);
        assertThat(FleetView.atLeast(group)).isEqualTo(more ? "at least " : "");
    }

    /** Within an hour the moment decides; of a clock that was wrong at first, the first hour that can be. */
    @Test
    void versionsWithoutNumbersAreInTheOrderOfTheirTime() {
        began(group("shop", "b", "p"), "2026-03-01T10:10:00Z");
        began(group("shop", "a", "p"), "2026-03-01T10:20:00Z");
        assertThat(view("service", "version").versions("shop").keySet()).containsExactly("b", "a");

        began(group("shop", "c", "p"), "1970-01-01T00:00:00Z", "2026-03-01T10:30:00Z", "2026-03-01T11:30:00Z");
        began(group("shop", "d", "p"), "2026-03-01T09:30:00Z");
        assertThat(view("service", "version").versions("shop").keySet()).containsExactly("d", "c", "b", "a");
        assertThat(view("service", "version").unplaced("shop")).isEmpty();
        assertThat(view("service", "version").versions("cart")).isEmpty();
    }

    /** What says no time has a place, the last; what is from before 2018 has none; with numbers, time decides nothing. */
    @ParameterizedTest
    @CsvSource({"2018-01-01T00:00:00Z, '[b, a]', '[]'", "2017-12-31T23:00:00Z, '[a]', '[b]'", "'', '[a, b]', '[]'"})
    void versionsWithoutHours(String first, String order, String unplaced) {
        began(group("shop", "a", "p"), "2026-03-01T10:20:00Z");
        GroupSums other = group("shop", "b", "p");
        if (!first.isEmpty()) {
            other.count(Counter.FIRST_NANOS, EpochNanos.of(Instant.parse(first)));
        }
        FleetView view = view("service", "version");
        assertThat(view.versions("shop").keySet()).hasToString(order);
        assertThat(view.unplaced("shop")).hasToString(unplaced);
    }

    @Test
    void clocksDecideNothingOfNumbersOrOfOneVersion() {
        began(group("shop", "b", "p"), "1970-01-01T00:00:00Z");
        began(group("cart", "1", "p"), "1970-01-01T00:00:00Z");
        began(group("cart", "2", "p"), "2026-03-01T10:20:00Z");

        assertThat(view("service", "version").unplaced("shop")).isEmpty();
        assertThat(view("service", "version").unplaced("cart")).isEmpty();
    }

    /** Years without a recording, of 365 days: after them most of the hours must be, before them are wrong clocks. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # hours since 2020, whether the first is of a wrong clock
            0 1 2         | false
            0 17520 17521 | false
            0 17521 17522 | true
            0 17521       | false
            0 1 17522     | false
            0 1 17522 17523 17524 | true
            """)
    void yearsApart(String hours, boolean wrong) {
        Instant first = Instant.parse("2020-01-01T00:00:00Z");
        for (String hour : hours.split(" ", -1)) {
            began(
                    group("shop", "a", "p"),
                    first.plus(Duration.ofHours(Long.parseLong(hour))).toString());
        }
        assertThat(view("service", "version", "pod").wrongClocks())
                .hasToString(wrong ? "{{pod=p, service=shop, version=a}=2020-01-01T00:00:00Z}" : "{}");
    }

    /** A clock is wrong in comparison with the other recordings of the version in its service. */
    @Test
    void wrongClocksAreOfOneServiceAndUnit() {
        began(group("shop", "a", "p1"), "2021-06-01T10:00:00Z");
        began(group("shop", "a", "p2"), "2026-03-01T10:00:00Z", "2026-03-01T11:00:00Z");
        began(group("cart", "a", "p1"), "2021-06-01T10:00:00Z");
        began(group("shop", "b", "p1"), "2021-06-01T10:00:00Z");

        assertThat(view("service", "version", "pod").wrongClocks())
                .hasToString("{{pod=p1, service=shop, version=a}=2021-06-01T10:00:00Z}");
    }

    /** Five are named, and how many others there are; without labels, the fleet. */
    @Test
    void sayingOfWrongClocks() {
        for (int i = 1; i <= 7; i++) {
            began(group("s" + i, "a", "p"), "2017-01-01T0" + i + ":00:00Z");
        }
        assertThat(SectionText.of(new FleetCoverage(view("service")).section())).contains("""
                WARNING clockWrong: Recordings of s1 (2017-01-01 01:00:00Z), s2 (2017-01-01 02:00:00Z), s3 (2017-01-01 03:00:00Z), s4 (2017-01-01 04:00:00Z), s5 (2017-01-01 05:00:00Z) and 2 more begin at a time that cannot be.
                  The clock of their machine was wrong: before 2018 there was no such recording, and no version is recorded years before most of its others. When they were made is not known; they take no part in the order of versions.
                  Correct the clock, or name versions by numbers.
                """);
        assertThat(SectionText.of(new FleetCoverage(view()).section()))
                .contains("Recordings of the fleet (2017-01-01 01:00:00Z) begin at a time that cannot be.");
    }

    /** How many rows people see of each table. */
    @Test
    void rowsThatPeopleSee() {
        Map<String, Integer> tops = new TreeMap<>();
        FleetReport.of(new TextFleet().sums(), List.of("service", "version", "pod"), "a fleet").sections().stream()
                .flatMap(section -> section.blocks().stream())
                .filter(Table.class::isInstance)
                .map(Table.class::cast)
                .forEach(table -> tops.put(table.id(), table.top()));

        assertThat(tops)
                .hasToString(
                        "{categories=40, coverage=20, knownFaults=20, limits=20, outliers=20, services=20, sites=15,"
                                + " versionOrder=20, versions=15}");
    }

    /** Those of which the fewest could report pins first, then those with the most damage, then by name. */
    @Test
    void orderOfCoverage() {
        String[] names = {"a", "b", "c", "d"};
        int[] told = {10, 9, 9, 9};
        int[] damaged = {5, 1, 2, 1};
        for (int i = 0; i < 4; i++) {
            GroupSums group = sums.group(Labels.of(Map.of("service", names[i])));
            group.count(Counter.RECORDINGS, 10);
            group.count(Counter.TOLD, told[i]);
            group.count(Counter.DAMAGED, damaged[i]);
        }
        GroupSums large = sums.group(Labels.of(Map.of("service", "e")));
        large.count(Counter.RECORDINGS, 100);
        large.count(Counter.TOLD, 50);
        large.count(Counter.PINS_OFF, 20);
        large.count(Counter.PINS_UNSTATED, 5);
        large.count(Counter.PINS_UNKNOWN, 3);
        large.count(Counter.NO_RECORDING, 2);
        large.count(Counter.UNREADABLE, 20);
        assertThat(SectionText.of(new FleetCoverage(view("service")).section())).isEqualTo("""
                ## coverage: What was recorded
                inShort: Pinning was recorded in 87 of 140 recordings; 9 damaged, 20 unreadable, 20 had it off, 5 did not say, 3 do not define it (their JDK does not have it, or a profiler other than JFR wrote them), 2 are captures without a recording.

                coverage
                service | recordings | pinsRecordedIn | damaged | unreadable | off | unstated | lost | size | threshold
                e | 100 | 50 | 0 | 20 | 20 | 10 | 0 | 0 B | 0 ms
                c | 10 | 9 | 2 | 0 | 0 | 0 | 0 | 0 B | 0 ms
                b | 10 | 9 | 1 | 0 | 0 | 0 | 0 | 0 B | 0 ms
                d | 10 | 9 | 1 | 0 | 0 | 0 | 0 | 0 B | 0 ms
                a | 10 | 10 | 5 | 0 | 0 | 0 | 0 | 0 B | 0 ms
                (Damaged ones count with what could be read of them. Threshold: the longest in force; shorter pins are not recorded everywhere.)

                INFO recordingsDamaged: Of 140 recordings, 9 are damaged, 20 are unreadable.
                  Recordings of processes that were killed end in the middle, or are empty; what could be read of them counts.
                """);
    }
}
