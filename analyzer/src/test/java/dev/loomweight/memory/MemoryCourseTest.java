package dev.loomweight.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.loomweight.sample.Amount;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sample.NativeMemory;
import dev.loomweight.sample.NmtCategory;
import dev.loomweight.sample.NmtReport;
import dev.loomweight.sample.NmtUsage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.ProcStatus;
import dev.loomweight.sample.ResidentSetSize;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.SmapsRollup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MemoryCourseTest {

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
                    MemoryCourse left = fold(shuffled.subList(0, cut));
                    return words(left.merge(fold(shuffled.subList(cut, shuffled.size()))))
                            .equals(whole);
                });
    }

    @Test
    void aCategoryThatComesLaterWasNothingAtFirst() {
        MemoryCourse course = fold(List.of(at(0, nmt("GC", 5)), at(1, nmt("Thread", 7))));

        assertThat(course.of("shop", "Thread")).isEqualTo(new MemoryCourse.Course(0, 7, 7, 2, "NMT"));
        assertThat(course.of("shop", "GC")).isEqualTo(new MemoryCourse.Course(5, 0, 5, 2, "NMT"));
        assertThat(course.categories()).containsExactly("GC", "Thread");
    }

    @Test
    void recordingsTellWhereNoSnapshotDoes() {
        MemoryCourse course = fold(List.of(
                recorded(new ResidentSetSize(Instant.EPOCH.plusSeconds(2), 30, 40)),
                recorded(new ResidentSetSize(Instant.EPOCH, 10, 10)),
                recorded(new ResidentSetSize(Instant.EPOCH.plusSeconds(1), 40, 40))));

        assertThat(course.of("shop", MemoryCourse.RESIDENT)).isEqualTo(new MemoryCourse.Course(10, 30, 40, 3, "JFR"));
        assertThat(course.of("other", MemoryCourse.RESIDENT)).isNull();
    }

    private static String words(MemoryCourse course) {
        return course.of("shop", MemoryCourse.RESIDENT) + " " + course.of("shop", "GC") + course.subjects();
    }

    private static Found at(int index, Sample sample) {
        Origin.Moment moment = new Origin.Moment(index, "snapshot", null);
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

    private static MemoryCourse fold(List<Found> samples) {
        MemoryCourse into = new MemoryCourse();
        samples.forEach(found -> into.add(found.origin(), found.sample()));
        return into;
    }
}
