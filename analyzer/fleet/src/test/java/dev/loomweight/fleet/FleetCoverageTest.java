package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.report.Finding;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many recordings could show what the report is about: each number wherever it stands in a sentence. */
class FleetCoverageTest {

    private final FleetSums sums = new FleetSums();

    private GroupSums service(String name, long recordings, long told) {
        GroupSums group = sums.group(Labels.of(Map.of("service", name)));
        group.count(Counter.RECORDINGS, recordings);
        group.count(Counter.TOLD, told);
        return group;
    }

    private List<Finding> findings() {
        return new FleetCoverage(new FleetView(sums, List.of("service")))
                .section()
                .findings();
    }

    private static String said(Finding finding) {
        return finding.severity() + " " + finding.id() + ": " + finding.summary() + " " + finding.explanation() + " "
                + finding.solution();
    }

    /** Fewer than half, of each service by itself. */
    @ParameterizedTest
    @CsvSource({"1, 1, false", "2, 1, false", "3, 1, true", "4, 2, false", "5, 2, true", "10, 4, true", "1, 0, true"})
    void fewCouldTell(long recordings, long told, boolean few) {
        service("cart", 100, 100);
        service("shop", recordings, told);

        assertThat(findings())
                .extracting(FleetCoverageTest::said)
                .isEqualTo(
                        few
                                ? List.of(
                                        "WARNING fewCouldTell: Pinning was recorded in fewer than half of the recordings of shop."
                                                + " What is said of pins there is of the others alone. Record jdk.VirtualThreadPinned, and on"
                                                + " JDK 21 to 23 jdk.JavaMonitorEnter.")
                                : List.of());
    }

    @Test
    void fiveOfManyServicesAreNamed() {
        for (int i = 1; i <= 7; i++) {
            service("s" + i, 1, 0);
        }
        assertThat(findings().getFirst().summary()).endsWith(" of the recordings of s1, s2, s3, s4, s5 and 2 more.");
    }

    @Test
    void recordingsThatCouldNotTell() {
        GroupSums group = service("shop", 1_012, 5);
        Counter[] each = {
            Counter.DAMAGED,
            Counter.CUT,
            Counter.UNREADABLE,
            Counter.LOST,
            Counter.PINS_OFF,
            Counter.PINS_UNSTATED,
            Counter.PINS_UNKNOWN,
            Counter.NO_RECORDING
        };
        for (int i = 0; i < each.length; i++) {
            group.count(each[i], 11 + i);
        }
        assertThat(FleetCoverage.sentence(group))
                .isEqualTo(
                        "Pinning was recorded in 5 of 1,012 recordings; 11 damaged, 12 cut off (their JVM was killed, or was still"
                                + " writing), 13 unreadable, 14 lost events, 15 had it off, 16 did not say, 17 do not define it (their JDK"
                                + " does not have it, or a profiler other than JFR wrote them), 18 are captures without a recording.");
        assertThat(FleetCoverage.sentence(new GroupSums())).isEqualTo("Pinning was recorded in 0 of 0 recordings.");
        assertThat(said(findings().getLast()))
                .isEqualTo(
                        "INFO recordingsDamaged: Of 1,012 recordings, 12 were cut off, 11 are damaged, 13 are unreadable."
                                + " Recordings of processes that were killed end in the middle, or are empty; what could be read of them"
                                + " counts. ");
    }

    @Test
    void oneOfEach() {
        GroupSums group = service("shop", 3, 3);
        for (Counter one : List.of(Counter.DAMAGED, Counter.CUT, Counter.UNREADABLE, Counter.TWICE)) {
            group.count(one, 1);
        }
        assertThat(findings())
                .extracting(FleetCoverageTest::said)
                .containsExactly(
                        "WARNING countedTwice: 1 fold has a part of what another input has: events in it count twice. A fold is"
                                + " read completely or not at all. Name the recordings, or fold them together.",
                        "INFO recordingsDamaged: Of 3 recordings, 1 was cut off, 1 is damaged, 1 is unreadable. Recordings of"
                                + " processes that were killed end in the middle, or are empty; what could be read of them counts. ");
        group.count(Counter.TWICE, 1);
        assertThat(findings().getFirst().summary())
                .isEqualTo("2 folds have a part of what another input has: events in it count twice.");
    }

    @Test
    void copiesAndSharedParts() {
        GroupSums group = service("shop", 3, 3);
        assertThat(FleetCoverage.copies(group)).isEmpty();
        group.count(Counter.COPIES, 1);
        group.count(Counter.SHARED, 1);
        group.copies().add("a.jfr");
        assertThat(FleetCoverage.copies(group))
                .containsExactly(
                        "1 more recording was left out, since others have all that it has, such as a.jfr.",
                        "1 recording was read without what others have, too.");
        group.count(Counter.COPIES, 1);
        group.count(Counter.SHARED, 1);
        assertThat(FleetCoverage.copies(group))
                .containsExactly(
                        "2 more recordings were left out, since others have all that they have, such as a.jfr.",
                        "2 recordings were read without what others have, too.");
    }
}
