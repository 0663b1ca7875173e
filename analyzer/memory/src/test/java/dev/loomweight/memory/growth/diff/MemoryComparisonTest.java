package dev.loomweight.memory.growth.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MemoryComparisonTest {

    private final MemoryComparison comparison = new MemoryComparison();

    /** A sample and where it was found. */
    private record Found(Origin origin, Sample sample) {}

    @Test
    void splitAnywhereInAnyOrderAndMergedIsTheWhole() {
        List<Found> all = capture("25.0.3", 77, 0);
        Section whole = within(fold(all));
        assertThat(whole.blocks()).isNotEmpty();

        qt().withExamples(200)
                .forAll(longs().all(), integers().between(0, all.size()))
                .check((seed, cut) -> {
                    List<Found> shuffled = new ArrayList<>(all);
                    Collections.shuffle(shuffled, new Random(seed));
                    MemoryStates left = fold(shuffled.subList(0, cut));
                    MemoryStates right = fold(shuffled.subList(cut, shuffled.size()));
                    return whole.equals(within(MemoryStates.FOLD.merge(left, right)));
                });
    }

    @Test
    void emptyIsNeutralAndTellsNothing() {
        List<Found> all = capture("25.0.3", 77, 0);

        assertThat(within(MemoryStates.FOLD.merge(MemoryStates.FOLD.empty(), fold(all))))
                .isEqualTo(within(fold(all)));
        assertThat(within(MemoryStates.FOLD.empty()).isEmpty()).isTrue();
        assertThat(between(MemoryStates.FOLD.empty(), fold(all)).isEmpty()).isTrue();
    }

    @Test
    void twoCapturesOfTwoProcessesAndJdks() {
        Section section = between(fold(capture("21.0.8", 77, 0)), fold(capture("25.0.3", 88, 60)));

        assertThat(section.findings()).extracting(Finding::id).containsExactly("processesDiffer", "jdksDiffer");
    }

    @Test
    void theCategoryThatGrewMostIsNamedWhereThereIsNothingButNmt() {
        assertThat(within(fold(capture("25.0.3", 77, 0))).findings())
                .as("resident memory is known: what grew of it is ranked elsewhere")
                .isEmpty();

        List<Found> nmtAlone = new ArrayList<>(capture("25.0.3", 77, 0));
        nmtAlone.removeIf(found -> found.sample() instanceof SmapsRollup);
        assertThat(within(fold(nmtAlone)).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("grewMost");
            assertThat(finding.summary())
                    .isEqualTo(
                            "Of NMT's categories, GC grew most: 977 KB committed, 100 % of the growth that NMT counts.");
        });
    }

    @Test
    void itBeginsWithWhatItComesTo() {
        Section section = within(fold(capture("25.0.3", 77, 0)));

        assertThat(section.verdict().orElseThrow().sentences())
                .containsExactly("Resident memory grew by 1 B, to 66.8 MB; committed memory (NMT) grew by 977 KB, to"
                        + " 5.72 MB; of NMT's categories, GC changed most: it grew by 977 KB.");
    }

    @Test
    void repeatedSnapshotsTellHowFarResidentMemoryMovesByItself() {
        MemoryStates before = fold(resident(100, 200, 204));
        assertThat(between(before, fold(resident(10, 205, 208)))
                        .verdict()
                        .orElseThrow()
                        .sentences())
                .contains(
                        "Between the snapshots of one side, resident memory varied by up to 4 KB; the difference is not"
                                + " larger, so it is not significant.");
        assertThat(between(before, fold(resident(10, 300, 303)))
                        .verdict()
                        .orElseThrow()
                        .sentences())
                .anyMatch(sentence -> sentence.endsWith("the difference is larger."));
        assertThat(between(before, fold(resident(10, 300)))
                        .verdict()
                        .orElseThrow()
                        .sentences())
                .as("two are no repetition")
                .hasSize(1);
    }

    private static Found found(Origin.@Nullable SnapshotId moment, Sample sample) {
        return new Found(new Origin("shop", moment, "nmt.txt", Instrument.NMT), sample);
    }

    private static Found found(Sample sample) {
        return found(null, sample);
    }

    private static List<String> ids(Section section) {
        return section.blocks().stream()
                .map(block -> block instanceof Table table ? table.id() : ((Note) block).id())
                .toList();
    }

    private static List<String> findings(Section section) {
        return section.findings().stream().map(Finding::id).toList();
    }

    private static NmtReport report(long bytes, boolean diff, long scale) {
        NmtReport plain = nmt(7, bytes);
        return new NmtReport(
                7,
                scale,
                diff,
                plain.total(),
                null,
                null,
                plain.categories(),
                List.of(),
                List.of(),
                List.of(new NmtReport.Site(
                        "GC", List.of("A()"), new NmtMalloc(new Amount(bytes, diff ? 3 : 0), 1, 0, -1, -1), null)),
                List.of(),
                List.of());
    }

    @Test
    void theIdOfTheSection() {
        Section section = within(fold(capture("25.0.3", 77, 0)));

        assertThat(section.id()).isEqualTo("memoryChange");
        assertThat(section.title()).isEqualTo("Memory changes");
        assertThat(ids(section)).containsExactly("headline", "compared", "totals", "categories", "classes");
    }

    @Test
    void aDifferenceIsNotComparedWithAReport() {
        MemoryStates difference = fold(List.of(found(report(5_000, true, 1))));
        MemoryStates report = fold(List.of(found(report(5_000, false, 1))));

        for (Section section : List.of(between(difference, report), between(report, difference))) {
            assertThat(section.blocks()).isEmpty();
            assertThat(findings(section)).containsExactly("isDifference");
            assertThat(section.findings().getFirst().summary())
                    .isEqualTo("nmt.txt is itself a difference of two reports.");
        }
        assertThat(findings(between(report, report))).isEmpty();
    }

    @Test
    void theSideThatIsADifferenceIsNamed() {
        MemoryStates difference =
                fold(List.of(found(new Origin.SnapshotId(0, "difference", null), report(5_000, true, 1))));
        MemoryStates report = fold(List.of(found(report(5_000, false, 1))));

        for (Section section : List.of(between(difference, report), between(report, difference))) {
            assertThat(section.findings().getFirst().summary())
                    .isEqualTo("shop, difference is itself a difference of two reports.");
        }
    }

    /** What is compared of each side: the input, its process, its JDK and its time, as far as they are known. */
    @Test
    void whatIsCompared() {
        Note compared = (Note) between(
                        fold(List.of(found(new ProcStatus(0, Map.of("VmRSS", 5L), 9)))),
                        fold(capture("25.0.3", 77, 60)))
                .blocks()
                .get(1);

        assertThat(compared.sentences())
                .containsExactly(
                        "Before: nmt.txt.", "After: shop, after, process 77, JDK 25.0.3, 1970-01-01T00:01:01Z.");
    }

    /** Alone, two reports are compared; a difference is shown, the last if there are several; one report is nothing. */
    @Test
    void reportsOfOneMoment() {
        NmtReport before = report(5_000, false, 1);
        NmtReport after = report(9_000, false, 1024);
        NmtReport difference = report(7_000, true, 1);

        Section two = within(fold(List.of(found(before), found(after))));
        assertThat(ids(two)).containsExactly("headline", "totals", "categories", "sites");
        assertThat(findings(two)).containsExactly("amountsRounded", "grewMost");
        Section one = within(fold(List.of(found(difference))));
        assertThat(ids(one)).containsExactly("headline", "totals", "categories", "sites");
        assertThat(one.verdict().orElseThrow().sentences().getFirst()).endsWith("is unchanged, at 6.84 KB.");
        assertThat(within(fold(List.of(found(difference), found(report(9_000, true, 1)))))
                        .verdict()
                        .orElseThrow()
                        .sentences()
                        .getFirst())
                .endsWith("is unchanged, at 8.79 KB.");
        assertThat(within(fold(List.of(found(before), found(difference))))
                        .verdict()
                        .orElseThrow()
                        .sentences()
                        .getFirst())
                .endsWith("is unchanged, at 6.84 KB.");
        assertThat(within(fold(List.of(found(before)))).isEmpty()).isTrue();
    }

    /** Resident memory of 0 is known; without it on one side, what grew is of NMT alone. */
    @Test
    void residentMemoryOnBothSides() {
        Found none = found(new SmapsRollup(Map.of("Rss", 0L)));
        Found before = found(report(5_000, false, 1));
        Found after = found(report(9_000, false, 1));

        assertThat(findings(between(fold(List.of(none, before)), fold(List.of(none, after)))))
                .isEmpty();
        assertThat(findings(between(fold(List.of(before)), fold(List.of(none, after)))))
                .containsExactly("grewMost");
        assertThat(findings(between(fold(List.of(none, before)), fold(List.of(after)))))
                .containsExactly("grewMost");
    }

    @Test
    void withoutAFigureOnBothSidesNothingIsCompared() {
        Section section = between(
                fold(List.of(found(new SmapsRollup(Map.of("Rss", 5L))))),
                fold(List.of(found(report(5_000, false, 1)))));

        assertThat(section.blocks()).isEmpty();
        assertThat(findings(section)).containsExactly("nmtMissing");
    }

    private static List<Found> resident(long... kilobytes) {
        List<Found> found = new ArrayList<>();
        for (int index = 0; index < kilobytes.length; index++) {
            Origin.SnapshotId moment = new Origin.SnapshotId(index, "snapshot", Instant.EPOCH.plusSeconds(index));
            found.add(new Found(
                    new Origin("shop", moment, "file", Instrument.NMT),
                    new SmapsRollup(Map.of("Rss", kilobytes[index] * 1024))));
        }
        return found;
    }

    private static List<Found> capture(String jdk, long pid, long laterSeconds) {
        List<Found> found = new ArrayList<>();
        CaptureInfo info = new CaptureInfo(
                "shop",
                jdk,
                pid,
                Instant.EPOCH,
                List.of("java"),
                CaptureInfo.Threads.NONE,
                CaptureEnd.COMPLETE.status(),
                null,
                CaptureInfo.End.UNKNOWN);
        found.add(new Found(new Origin("shop", null, "capture.json", Instrument.CAPTURE), info));
        for (int index = 0; index < 2; index++) {
            Origin.SnapshotId moment = new Origin.SnapshotId(
                    index, index == 0 ? "before" : "after", Instant.EPOCH.plusSeconds(laterSeconds + index));
            Origin origin = new Origin("shop", moment, "file", Instrument.NMT);
            found.add(new Found(origin, nmt(pid, 5_000_000 + index * 1_000_001L)));
            found.add(new Found(origin, new ProcStatus(pid, Map.of("VmPTE", 4096L + index), 9)));
            found.add(new Found(origin, new SmapsRollup(Map.of("Rss", 70_000_000L + index))));
            found.add(new Found(
                    origin,
                    new ClassHistogram(List.of(new ClassHistogram.Line("[B", "", 3, 700 + index)), 3, 700 + index)));
        }
        return found;
    }

    private static NmtReport nmt(long pid, long bytes) {
        NmtUsage usage = NmtUsage.of(Amount.of(bytes), Amount.of(bytes));
        return new NmtReport(
                pid,
                1,
                false,
                usage,
                null,
                null,
                List.of(new NmtCategory("GC", usage, Map.of(), null, null, null, null, null, List.of(), List.of())),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private Section within(MemoryStates all) {
        return comparison.within(all);
    }

    private Section between(MemoryStates before, MemoryStates after) {
        return comparison.changes(before, after);
    }

    private MemoryStates fold(List<Found> samples) {
        MemoryStates into = MemoryStates.FOLD.empty();
        samples.forEach(found -> MemoryStates.FOLD.add(into, found.origin(), found.sample()));
        return into;
    }
}
