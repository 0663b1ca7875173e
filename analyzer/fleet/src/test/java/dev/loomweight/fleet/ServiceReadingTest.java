package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fleet.ServiceReading.Told;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.memory.Account;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many recordings of a service must say something, and what else a figure needs. */
class ServiceReadingTest {

    private final FleetSums sums = new FleetSums();

    private GroupSums group(Map<String, String> labels, long recordings, long told) {
        GroupSums group = sums.group(Labels.of(labels));
        group.count(Counter.RECORDINGS, recordings);
        group.count(Counter.TOLD, told);
        return group;
    }

    private ServiceReading reading(double share, String... by) {
        FleetView view = new FleetView(sums, List.of(by));
        return new ServiceReading(
                "shop",
                Objects.requireNonNull(view.services().get("shop")),
                view,
                new FleetVersions(view),
                new FleetOutliers(view),
                share);
    }

    private Measured figure(String id, String... by) {
        return FleetFigures.ALL.named(id).taken().apply(reading(0.9, by), "");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            10 | 10 | 0.9 | ''
            10 | 9  | 0.9 | ''
            10 | 8  | 0.9 | only 8 of 10 recordings have jdk.VirtualThreadPinned, and 90 % must: record it, or lower --min-known-share
            10 | 1  | 0.9 | only 1 of 10 recordings has jdk.VirtualThreadPinned, and 90 % must: record it, or lower --min-known-share
            10 | 1  | 0   | ''
            10 | 0  | 0   | none of its 10 recordings has jdk.VirtualThreadPinned: record it
            1  | 0  | 0.9 | its recording does not have jdk.VirtualThreadPinned: record it
            """)
    void recordingsThatMustHaveIt(long recordings, long told, double share, String missing) {
        group(Map.of("service", "shop"), recordings, told);
        Measured measured = reading(share, "service").told(Told.PINS, () -> 7);

        assertThat(measured.missing()).isEqualTo(missing);
        assertThat(measured.amount()).isEqualTo(missing.isEmpty() ? 7 : 0);
        assertThat(reading(share, "service").told(Told.PINS, "why", () -> 7).missing())
                .isEqualTo(missing.isEmpty() ? "why" : missing);
    }

    /** Each thing that a recording must have is counted by itself. */
    @Test
    void whatRecordingsHave() {
        GroupSums shop = group(Map.of("service", "shop"), 9, 1);
        shop.count(Counter.CARRIERS_KNOWN, 2);
        shop.count(Counter.SUBMITS_TOLD, 3);
        for (int i = 0; i < 5; i++) {
            shop.memory(Account.RESIDENT).add(i);
            shop.ofLimit().add(i);
        }
        shop.memory(Account.RESIDENT).add(5);
        assertThat(List.of(Told.values()))
                .extracting(told -> reading(0.9, "service").told(told, () -> 7).missing())
                .map(missing -> missing.substring(0, missing.indexOf(',')))
                .containsExactly(
                        "only 1 of 9 recordings has jdk.VirtualThreadPinned",
                        "only 2 of 9 recordings have jdk.VirtualThreadPinned and the number of carriers",
                        "only 3 of 9 recordings have jdk.VirtualThreadSubmitFailed",
                        "only 6 of 9 recordings have resident memory",
                        "only 5 of 9 recordings have the memory limit of their container");
    }

    /** New sites need versions, of all recordings; outliers need siblings. */
    @Test
    void figuresThatNeedOtherRecordings() {
        group(Map.of("service", "shop", "version", "1", "pod", "p"), 1, 1);
        assertThat(figure("new-sites", "service").missing())
                .isEqualTo("the report is not by version: give recordings the label, with --path-pattern, --labels or"
                        + " --label, and add it to --by");
        assertThat(figure("new-sites", "service", "version"))
                .isEqualTo(new Measured(0, "one version, nothing to compare", ""));
        assertThat(figure("outliers", "service", "pod").missing())
                .isEqualTo("no pod has 4 siblings to compare it with: name the services that have, such as"
                        + " SERVICE:outliers=0");
        for (int i = 0; i < 4; i++) {
            group(Map.of("service", "shop", "version", "2", "pod", "p" + i), 1, 1);
        }
        assertThat(figure("new-sites", "service", "version")).isEqualTo(new Measured(0, "", ""));
        assertThat(figure("outliers", "service", "pod")).isEqualTo(new Measured(0, "", ""));
        group(Map.of("service", "shop"), 1, 1);
        assertThat(figure("new-sites", "service", "version").missing())
                .isEqualTo("some of its recordings have no label version: --path-pattern, --labels or --label give it");
    }
}
