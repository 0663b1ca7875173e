package dev.loomweight.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.lists;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.loomweight.amount.DurationHistogram;
import dev.loomweight.fold.Families.Family;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The mergeable counters. */
class CountingTest {

    private static final long HOUR_NANOS = 3_600_000_000_000L;

    @Test
    void percentilesAreWithinOnePercentOfTheSortedValues() {
        qt().forAll(lists().of(longs().between(0, HOUR_NANOS)).ofSizeBetween(1, 200), longs().between(1, 100))
                .check((values, percent) -> {
                    DurationHistogram durations = new DurationHistogram();
                    values.forEach(durations::add);
                    List<Long> sorted = values.stream().sorted().toList();
                    long rank = Math.ceilDiv(percent * sorted.size(), 100);
                    long exact = sorted.get((int) rank - 1);
                    return Math.abs(durations.percentileNanos(percent) - exact) <= exact / 100 + 1;
                });
    }

    @Test
    void sumAndMaximumAreExact() {
        DurationHistogram durations = new DurationHistogram();
        durations.add(37_000_001);
        durations.add(1);
        durations.add(-5);

        assertThat(durations.count()).isEqualTo(3);
        assertThat(durations.sumNanos()).isEqualTo(37_000_002);
        assertThat(durations.maxNanos()).isEqualTo(37_000_001);
        assertThat(durations.percentileNanos(100)).isEqualTo(37_000_001);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1023, 1024})
    void fewThreadsAreCountedExactly(int number) {
        DistinctThreads threads = threads(0, number);
        threads.addAll(threads(0, number));

        assertThat(threads.exact()).isTrue();
        assertThat(threads.count()).isEqualTo(number);
    }

    @Test
    void manyThreadsAreEstimated() {
        DistinctThreads threads = threads(0, 60_000);
        threads.addAll(threads(40_000, 60_000));

        assertThat(threads.exact()).isFalse();
        assertThat((double) threads.count()).isCloseTo(100_000, within(10_000.0));
        assertThat(threads.count()).isEqualTo(threads(0, 100_000).count());
    }

    @Test
    void threadsOfTwoProcessesAreDifferent() {
        FamilyParts parts = new FamilyParts();
        for (String process : List.of("shop", "bank")) {
            DurationHistogram durations = new DurationHistogram();
            durations.add(1);
            parts.add(new Family(process, durations, 10, true, threads(1, 10).ids(), true), 1);
        }

        assertThat(parts.threads()).isEqualTo(20);
        assertThat(parts.isExact()).isTrue();
    }

    private static DistinctThreads threads(long from, int number) {
        DistinctThreads threads = new DistinctThreads();
        for (long id = from; id < from + number; id++) {
            threads.add(id);
        }
        return threads;
    }
}
