package dev.loomweight.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.SmapsRollup;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemoryFiguresTest {

    private record Found(Origin origin, Sample sample) {}

    @Test
    void splitAnywhereInAnyOrderAndMergedIsTheWhole() {
        List<Found> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            all.add(at(i, new ProcStatus(1, Map.of("VmRSS", 1000L * (i + 1)), 2)));
            all.add(at(i, new SmapsRollup(Map.of("Rss", 900L * (i + 1)))));
            all.add(recorded(new ResidentSetSize(Instant.EPOCH.plusSeconds(i / 2), 10L - i, 10)));
            all.add(recorded(new NativeMemory(Instant.EPOCH.plusSeconds(i), "GC", 9, i)));
        }
        String whole = words(fold(all));

        qt().withExamples(200)
                .forAll(longs().all(), integers().between(0, all.size()))
                .check((seed, cut) -> {
                    List<Found> shuffled = new ArrayList<>(all);
                    Collections.shuffle(shuffled, new Random(seed));
                    MemoryFigures left = fold(shuffled.subList(0, cut));
                    left.merge(fold(shuffled.subList(cut, shuffled.size())));
                    return words(left).equals(whole);
                });
    }

    @Test
    void aCategoryThatComesLaterWasNothingAtFirst() {
        MemoryFigures figures = fold(List.of(at(0, nmt("GC", 5)), at(1, nmt("Thread", 7))));

        assertThat(figures.course("shop", "Thread")).isEqualTo(course("NMT", 0, 7, 7, 2));
        assertThat(figures.course("shop", "GC")).isEqualTo(course("NMT", 5, 0, 5, 2));
        assertThat(figures.categoryGrowth("GC", null)).isEqualTo(new Measured(-5, "NMT of shop, first to last", ""));
        assertThat(figures.categoryGrowth("Heap", null).missing())
                .isEqualTo("NMT has no category \"Heap\"; the categories are GC, Thread");
    }

    @Test
    void aFigureThatNoSnapshotHasIsTheRecordings() {
        MemoryFigures figures = fold(List.of(
                recorded(new ResidentSetSize(Instant.EPOCH.plusSeconds(2), 30, 40)),
                recorded(new ResidentSetSize(Instant.EPOCH, 10, 10)),
                recorded(new ResidentSetSize(Instant.EPOCH.plusSeconds(1), 40, 40))));

        assertThat(figures.course("shop", MemoryFigures.RESIDENT))
                .isEqualTo(course("jdk.ResidentSetSize", 10, 30, 40, 3));
        assertThat(figures.course("other", MemoryFigures.RESIDENT)).isNull();
    }

    /** Snapshots of two processes that leak alike: the longer run has more, and has not grown more. */
    @Test
    void snapshotsOfTwoProcessesAreComparedAtEqualTimes() {
        Random random = new Random(57);
        for (int i = 0; i < 100; i++) {
            int shorter = 2 + random.nextInt(20);
            int longer = shorter + 1 + random.nextInt(20);
            long perSnapshot = 1L + random.nextInt(50);
            long more = random.nextInt(3) * 7L;
            boolean isNowLonger = random.nextBoolean();
            MemoryFigures now = snapshots(2, isNowLonger ? longer : shorter, perSnapshot, more);
            MemoryFigures before = snapshots(1, isNowLonger ? shorter : longer, perSnapshot, 0);

            assertThat(now.residentGrowth(before).amount()).isEqualTo(more << 20);
            assertThat(now.residentGrowth(before).source()).contains("since the baseline, both after ", "(shop has ");
            // Of one process, what it had last is where it goes on.
            assertThat(now.residentGrowth(snapshots(2, 2, perSnapshot, 0)).amount())
                    .isEqualTo((more + perSnapshot * ((isNowLonger ? longer : shorter) - 2)) << 20);
        }
    }

    /** One each ten seconds. */
    private static MemoryFigures snapshots(long pid, int number, long megabytesEach, long more) {
        MemoryFigures figures = new MemoryFigures();
        for (int i = 0; i < number; i++) {
            Instant time = Instant.parse("2026-12-01T10:00:00Z").plusSeconds(pid * 3600 + 10L * i);
            figures.add(
                    new Origin("shop", new Origin.SnapshotId(i, "s" + i, time), "status", Instrument.PROC),
                    new ProcStatus(pid, Map.of("VmRSS", (100 + more + megabytesEach * i) << 20), 20));
        }
        return figures;
    }

    /** Of two recorded runs of one leak, the longer has more only since it went on. */
    @Test
    void sinceABaselineEqualTimesCount() {
        assertThat(leak(20).residentGrowth(leak(8)))
                .isEqualTo(new Measured(
                        0,
                        "jdk.ResidentSetSize of shop, since the baseline, both after 8 s (shop has 20 s, the baseline 8 s)",
                        ""));
        assertThat(leak(8).residentGrowth(leak(20)).amount()).isZero();
        assertThat(leak(20).residentGrowth(leak(0)).missing())
                .isEqualTo("one value of the baseline is no growth; record for some seconds more");
        assertThat(leak(8).residentGrowth(saved(20)).missing())
                .isEqualTo(
                        "the saved baseline has it 20 s after its beginning, and shop ends after 8 s; run it as long");
        assertThat(leak(20).residentGrowth(saved(8)).amount()).isZero();
    }

    private static MemoryFigures saved(int seconds) {
        MemoryFigures baseline = leak(seconds);
        return MemoryFigures.ofLast(baseline.last(), baseline.lastNanos());
    }

    private static MemoryFigures leak(int seconds) {
        return fold(IntStream.rangeClosed(0, seconds)
                .mapToObj(second -> recorded(new ResidentSetSize(Instant.ofEpochSecond(second), 100 + second, 0)))
                .toList());
    }

    @Test
    void theHighestIsThatOfSnapshotsRecordingAndKernelTogether() {
        Found snapshot = at(0, new ProcStatus(1, Map.of("VmRSS", 20L, "VmHWM", 25L), 2));
        Found recording = recorded(new ResidentSetSize(Instant.EPOCH, 30, 40));

        assertThat(fold(List.of(snapshot)).highestResident()).isEqualTo(new Measured(25, "status, peak of shop", ""));
        assertThat(fold(List.of(snapshot, recording)).highestResident())
                .isEqualTo(new Measured(40, "jdk.ResidentSetSize, peak of shop", ""));
        assertThat(fold(List.of(at(0, new SmapsRollup(Map.of("Rss", 41L))), recording))
                        .highestResident())
                .isEqualTo(new Measured(41, "smaps_rollup of shop", ""));
    }

    @Test
    void eachSnapshotHasItsMostTrustedSource() {
        MemoryFigures figures = fold(List.of(
                at(0, new ProcStatus(1, Map.of("VmRSS", 10L), 2)),
                at(1, new ProcStatus(1, Map.of("VmRSS", 20L), 2)),
                at(1, new SmapsRollup(Map.of("Rss", 21L)))));

        assertThat(figures.highestResident()).isEqualTo(new Measured(21, "smaps_rollup of shop", ""));
        assertThat(figures.residentGrowth(null))
                .isEqualTo(new Measured(11, "status and smaps_rollup of shop, first to last", ""));
    }

    private static MemoryFigures.Course course(String source, long first, long last, long highest, int count) {
        return new MemoryFigures.Course(
                new MemoryFigures.Value(first, source),
                new MemoryFigures.Value(last, source),
                new MemoryFigures.Value(highest, source),
                count);
    }

    private static String words(MemoryFigures figures) {
        return figures.course("shop", MemoryFigures.RESIDENT) + " " + figures.course("shop", "GC");
    }

    private static Found at(int index, Sample sample) {
        Origin.SnapshotId moment = new Origin.SnapshotId(index, "snapshot", null);
        return new Found(new Origin("shop", moment, "file", Instrument.NMT), sample);
    }

    private static Found recorded(Sample sample) {
        return new Found(new Origin("shop", null, "shop.jfr", Instrument.JFR), sample);
    }

    private static NmtReport nmt(String category, long bytes) {
        NmtUsage usage = NmtUsage.of(Amount.of(bytes), Amount.of(bytes));
        return new NmtReport(
                1,
                1,
                false,
                usage,
                null,
                null,
                List.of(new NmtCategory(category, usage, Map.of(), null, null, null, null, null, List.of(), List.of())),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static MemoryFigures fold(List<Found> samples) {
        MemoryFigures into = new MemoryFigures();
        samples.forEach(found -> into.add(found.origin(), found.sample()));
        return into;
    }
}
