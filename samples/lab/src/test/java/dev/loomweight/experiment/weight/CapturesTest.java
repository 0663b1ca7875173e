package dev.loomweight.experiment.weight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.CaptureInfo.End;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ProcTexts.SmapsRollup;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which captures have figures of threads, and what they lack. */
class CapturesTest {

    @ParameterizedTest
    @CsvSource({"40, 2, 1", "40, 1, 0", "0, 2, 0"})
    void aCaptureIsDividedByThreadsThatRanBetweenTwoSnapshots(long ran, int snapshots, int costs) {
        Processes all = Processes.FOLD.empty();
        add(all, 0, info("platform", 40, ran, "complete", End.UNKNOWN));
        for (int i = 0; i < snapshots; i++) {
            add(all, i, new SmapsRollup(Map.of("Rss", 1_000L + i)));
        }
        Captures captures = new ThreadWeights().read(all, Coverage.NONE);

        assertThat(captures.costs()).hasSize(costs);
        assertThat(captures.infos()).containsOnlyKeys("run");
        assertThat(captures.runs())
                .singleElement()
                .satisfies(run -> assertThat(run.addedBytes().isEmpty()).isEqualTo(costs == 0));
    }

    @ParameterizedTest
    @CsvSource({
        "40, 40, complete, 0",
        "40, 39, complete, 1",
        "40, 0, complete, 0",
        "40, 39, running, 1",
        "0, 0, failed, 0"
    })
    void threadsThatCouldNotBeStartedAreAFinding(long asked, long ran, String status, int findings) {
        Processes all = Processes.FOLD.empty();
        add(all, 0, info("platform", asked, ran, status, End.UNKNOWN));

        assertThat(new ThreadWeights().finish(all, Coverage.NONE).findings())
                .hasSize(findings)
                .allSatisfy(finding -> assertThat(finding.id()).isEqualTo("fewerThreads"));
    }

    @Test
    void withoutACaptureOfSleepersTheirCostIsUnknown() {
        Captures none = Captures.of(Processes.FOLD.empty());

        assertThat(ThreadCostFigures.SUBJECT.figures())
                .extracting(figure -> figure.taken().apply(none, "").missing())
                .satisfiesExactly(
                        platform -> assertThat(platform).contains("platform threads"),
                        virtual -> assertThat(virtual).contains("virtual threads"));
    }

    /** More than 10 KB for each of 40 threads. */
    @ParameterizedTest
    @CsvSource({"409600, 0", "409601, 409601", "0, 0"})
    void hugePagesOfMoreThanTenKilobytesAThreadAreNotable(long added, long notable) {
        Processes all = Processes.FOLD.empty();
        add(all, 0, info("platform", 40, 40, "complete", End.UNKNOWN));
        add(all, 0, new SmapsRollup(Map.of("Rss", 1L << 30, "AnonHugePages", 77L)));
        add(all, 1, new SmapsRollup(Map.of("Rss", 1L << 30, "AnonHugePages", 77L + added)));

        assertThat(Captures.of(all).costs().getFirst().notableHugePageBytes()).isEqualTo(notable);
    }

    private static void add(Processes into, int index, Sample sample) {
        Origin.SnapshotId moment = new Origin.SnapshotId(index, "s" + index, Instant.EPOCH);
        Processes.FOLD.add(
                into,
                new Origin("run", sample instanceof CaptureInfo ? null : moment, "file", Instrument.CAPTURE),
                sample);
    }

    private static CaptureInfo info(@Nullable String kind, long asked, long ran, String status, End end) {
        return new CaptureInfo(
                "sleepers",
                "25",
                7,
                Instant.EPOCH,
                List.of(),
                new CaptureInfo.Threads(kind, asked, ran, 0, 0),
                status,
                null,
                end);
    }
}
