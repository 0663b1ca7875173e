package dev.loomweight.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;
import static org.quicktheories.generators.SourceDSL.longs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Steps of a timeline against sums that are worked out interval by interval. */
class TimelineTest {

    private static final long HOUR = 3_600_000_000_000L;
    private static final long STEP = 1L << 20;
    private static final int FEW_STEPS = 1 << 8;

    private record Run(long from, long to, long sum) {}

    @Test
    void everyRunHasTheSumOfWhatTheIntervalsCoverOfIt() {
        qt().forAll(
                        lists().of(longs().between(0, HOUR)).ofSizeBetween(2, 40),
                        lists().of(longs().between(0, HOUR / 100)).ofSize(40))
                .check((starts, lengths) -> {
                    Timeline timeline = timeline(starts, lengths, 0, starts.size());
                    return runs(timeline).stream().allMatch(run -> run.sum == covered(run, starts, lengths));
                });
    }

    @Test
    void mergedInAnyOrderItIsTheSame() {
        qt().forAll(
                        lists().of(longs().between(0, HOUR)).ofSizeBetween(2, 40),
                        lists().of(longs().between(0, HOUR / 100)).ofSize(40),
                        integers().between(0, 40))
                .check((starts, lengths, at) -> {
                    int cut = Math.min(at, starts.size());
                    Timeline whole = timeline(starts, lengths, 0, starts.size());
                    Timeline left = timeline(starts, lengths, 0, cut);
                    Timeline right = timeline(starts, lengths, cut, starts.size());
                    Timeline there = new Timeline(FEW_STEPS);
                    there.addAll(right);
                    there.addAll(left);
                    left.addAll(right);
                    return steps(whole).equals(steps(left))
                            && steps(whole).equals(steps(there))
                            && whole.stepNanos() == there.stepNanos();
                });
    }

    @Test
    void aStepThatIsCoveredByTwoHasTwiceItsLength() {
        Timeline timeline = new Timeline(FEW_STEPS);
        timeline.add(10 * STEP, 20 * STEP);
        timeline.add(15 * STEP, 25 * STEP);
        timeline.add(30 * STEP, 30 * STEP);
        timeline.add(30 * STEP, 29 * STEP);

        assertThat(steps(timeline))
                .containsEntry(10 * STEP, STEP)
                .containsEntry(17 * STEP, 2 * STEP)
                .containsEntry(24 * STEP, STEP)
                .doesNotContainKey(30 * STEP);
    }

    private static Timeline timeline(List<Long> starts, List<Long> lengths, int from, int to) {
        Timeline timeline = new Timeline(FEW_STEPS);
        for (int i = from; i < to; i++) {
            timeline.add(starts.get(i), starts.get(i) + lengths.get(i));
        }
        return timeline;
    }

    private static long covered(Run run, List<Long> starts, List<Long> lengths) {
        long sum = 0;
        for (int i = 0; i < starts.size(); i++) {
            long end = starts.get(i) + lengths.get(i);
            sum += Math.max(0, Math.min(run.to, end) - Math.max(run.from, starts.get(i)));
        }
        return sum;
    }

    private static List<Run> runs(Timeline timeline) {
        List<Run> runs = new ArrayList<>();
        timeline.forEach((from, to, sum) -> runs.add(new Run(from, to, sum)));
        return runs;
    }

    /** What each step has, by its beginning; runs are as long as it comes. */
    private static Map<Long, Long> steps(Timeline timeline) {
        Map<Long, Long> steps = new HashMap<>();
        timeline.forEach((from, to, sum) -> {
            long count = (to - from) / timeline.stepNanos();
            for (long i = 0; i < count; i++) {
                if (sum > 0) {
                    steps.put(from + i * timeline.stepNanos(), sum / count);
                }
            }
        });
        return steps;
    }

    @Test
    void clocksOfDamagedRecordingsSpanNoMoreThanANumberCanTell() {
        Timeline timeline = new Timeline(1000);
        timeline.add(-9_000_000_000_000_000_000L, -8_999_999_999_000_000_000L);
        timeline.add(9_000_000_000_000_000_000L, Long.MAX_VALUE);
        timeline.add(Long.MIN_VALUE, Long.MAX_VALUE);
        long[] runs = {0};
        timeline.forEach((from, to, sum) -> {
            assertThat(to).isGreaterThan(from);
            runs[0]++;
        });

        assertThat(runs[0]).isBetween(1L, 1001L);
        assertThat(timeline.toNanos() - timeline.fromNanos()).isPositive();
    }
}
