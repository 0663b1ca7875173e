package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.SectionText;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Budgets of the services of a fleet, and how they end. */
class FleetCheckTest {

    private final TextFleet fleet = new TextFleet();

    /** Every figure, each once with what is allowed and once with a budget that nothing exceeds. */
    @Test
    void budgets() {
        fleet.sums();
        List<FleetLimit> limits = new ArrayList<>();
        limits.add(FleetLimit.of("none", "rss", 1));
        limits.add(FleetLimit.of("cart", "rss", 600 << 20));
        FleetFigures.ALL.all().forEach(figure -> limits.add(FleetLimit.of(FleetLimit.ALL, figure.id(), 0)));
        FleetCheck check = new FleetCheck(limits, 0.9);
        List<String> by = List.of("service", "version", "pod");

        assertThat(check.passes(fleet.sums, by)).isFalse();
        assertThat(SectionText.of(FleetReport.of(fleet.sums, by, "a fleet", check)
                        .sections()
                        .getFirst()))
                .isEqualTo("""
                ## budgets: Budgets
                headline: Of 28 budgets, 11 are exceeded; 10 could not be measured (counts as a failure).

                limits
                service | budget | outcome | measured | allowed | note
                cart | pins-per-hour | kept | 0 | 0 | -
                cart | pinned-time-per-hour | kept | 0 ms | 0 ms | -
                cart | longest-pin | kept | 0 ms | 0 ms | -
                cart | starved-time-per-hour | kept | 0 ms | 0 ms | -
                cart | failed-submits | exceeded | 6 | 0 | -
                cart | rss | kept | 500 MB | 600 MB | -
                cart | limit-share | exceeded | 97.6 % | 0 % | -
                cart | new-sites | kept | 0 | 0 | one version, nothing to compare
                cart | outliers | exceeded | 1 | 0 | -
                late | pins-per-hour | not measured | - (none of its 13 recordings has jdk.VirtualThreadPinned: record it) | 0 | -
                late | pinned-time-per-hour | not measured | - (none of its 13 recordings has jdk.VirtualThreadPinned: record it) | 0 ms | -
                late | longest-pin | not measured | - (none of its 13 recordings has jdk.VirtualThreadPinned: record it) | 0 ms | -
                late | starved-time-per-hour | not measured | - (none of its 13 recordings has jdk.VirtualThreadPinned and the number of carriers: record it) | 0 ms | -
                late | failed-submits | not measured | - (none of its 13 recordings has jdk.VirtualThreadSubmitFailed: record it) | 0 | -
                late | rss | not measured | - (none of its 13 recordings has resident memory: record it) | 0 B | -
                late | limit-share | not measured | - (none of its 13 recordings has the memory limit of their container: record it) | 0 % | -
                late | new-sites | not measured | - (none of its 13 recordings has jdk.VirtualThreadPinned: record it) | 0 | -
                late | outliers | not measured | - (none of its 13 recordings has jdk.VirtualThreadPinned: record it) | 0 | -
                shop | pins-per-hour | exceeded | 7 | 0 | -
                shop | pinned-time-per-hour | exceeded | 332 ms | 0 ms | -
                shop | longest-pin | exceeded | 50 ms | 0 ms | -
                shop | starved-time-per-hour | exceeded | 1.17 ms | 0 ms | -
                shop | failed-submits | kept | 0 | 0 | -
                shop | rss | exceeded | 403 MB | 0 B | -
                shop | limit-share | exceeded | 78.7 % | 0 % | -
                shop | new-sites | exceeded | 1 | 0 | -
                shop | outliers | exceeded | 1 | 0 | -
                none | rss | not measured | - (there is no recording of it: correct its name, or what is read) | 1 B | -

                PROBLEM budgetExceeded: cart, virtual threads that the scheduler rejected: 6, allowed are 0.

                PROBLEM budgetExceeded: cart, highest share of the memory limit: 97.6 %, allowed are 0 %.

                PROBLEM budgetExceeded: cart, pods unlike their siblings: 1, allowed are 0.

                PROBLEM budgetNotMeasured: late, pins per recorded hour: could not be measured, since none of its 13 recordings has jdk.VirtualThreadPinned: record it.

                PROBLEM budgetNotMeasured: late, pinned time per recorded hour: could not be measured, since none of its 13 recordings has jdk.VirtualThreadPinned: record it.

                PROBLEM budgetNotMeasured: late, longest pin: could not be measured, since none of its 13 recordings has jdk.VirtualThreadPinned: record it.

                PROBLEM budgetNotMeasured: late, time per recorded hour with all carriers pinned: could not be measured, since none of its 13 recordings has jdk.VirtualThreadPinned and the number of carriers: record it.

                PROBLEM budgetNotMeasured: late, virtual threads that the scheduler rejected: could not be measured, since none of its 13 recordings has jdk.VirtualThreadSubmitFailed: record it.

                PROBLEM budgetNotMeasured: late, highest resident memory: could not be measured, since none of its 13 recordings has resident memory: record it.

                PROBLEM budgetNotMeasured: late, highest share of the memory limit: could not be measured, since none of its 13 recordings has the memory limit of their container: record it.

                PROBLEM budgetNotMeasured: late, sites that came in the latest version: could not be measured, since none of its 13 recordings has jdk.VirtualThreadPinned: record it.

                PROBLEM budgetNotMeasured: late, pods unlike their siblings: could not be measured, since none of its 13 recordings has jdk.VirtualThreadPinned: record it.

                PROBLEM budgetExceeded: shop, pins per recorded hour: 7, allowed are 0.

                PROBLEM budgetExceeded: shop, pinned time per recorded hour: 332 ms, allowed are 0 ms.

                PROBLEM budgetExceeded: shop, longest pin: 50 ms, allowed are 0 ms.

                PROBLEM budgetExceeded: shop, time per recorded hour with all carriers pinned: 1.17 ms, allowed are 0 ms.

                PROBLEM budgetExceeded: shop, highest resident memory: 403 MB, allowed are 0 B.

                PROBLEM budgetExceeded: shop, highest share of the memory limit: 78.7 %, allowed are 0 %.

                PROBLEM budgetExceeded: shop, sites that came in the latest version: 1, allowed are 0.

                PROBLEM budgetExceeded: shop, pods unlike their siblings: 1, allowed are 0.

                PROBLEM budgetNotMeasured: none, highest resident memory: could not be measured, since there is no recording of it: correct its name, or what is read.
                """);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # megabytes that the highest of each service may have, verdict
            500     | true  | The budget is met.
            499     | false | Of 1 budget, 1 is exceeded.
            500 500 | true  | All 2 budgets are met.
            400 400 | false | Of 2 budgets, 2 are exceeded.
            """)
    void verdictOfBudgets(String megabytes, boolean passes, String verdict) {
        List<FleetLimit> limits = new ArrayList<>();
        for (String one : megabytes.split(" ", -1)) {
            String service = "s" + limits.size();
            TextFleet.memory(fleet.recorded(service, "1", "a", 0), 0, 500, 512);
            limits.add(FleetLimit.of(service, "rss", Long.parseLong(one) << 20));
        }
        FleetCheck check = new FleetCheck(limits, 0.9);

        assertThat(check.passes(fleet.sums, List.of("service"))).isEqualTo(passes);
        assertThat(SectionText.of(FleetReport.of(fleet.sums, List.of("service"), "a fleet", check)
                        .sections()
                        .getFirst()))
                .contains("headline: " + verdict + "\n");
        assertThat(FleetCheck.NONE.passes(fleet.sums, List.of("service"))).isTrue();
    }

    /** Of ten recordings, one has what the budget needs. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # budget        | allowed   | outcome
            rss             | 524287999 | exceeded
            rss             | 524288000 | not measured
            limit-share     | 975       | exceeded
            limit-share     | 976       | not measured
            pins-per-hour   | 0         | kept
            """)
    void whatIsOverIsExceededWhateverIsMissing(String budget, long allowed, String outcome) {
        TextFleet.memory(fleet.recorded("cart", "1", "a", 0), 0, 500, 512);
        for (int i = 0; i < 9; i++) {
            fleet.recorded("cart", "1", "b" + i, 0);
        }
        FleetCheck check = new FleetCheck(List.of(FleetLimit.of("cart", budget, allowed)), 0.9);

        String text = SectionText.of(FleetReport.of(fleet.sums, List.of("service", "version", "pod"), "a fleet", check)
                .sections()
                .getFirst());

        assertThat(text).contains("cart | " + budget + " | " + outcome);
        if (outcome.equals("exceeded")) {
            assertThat(text).contains("It may be more: only 1 of 10 recordings has ");
        }
    }
}
