package dev.loomweight.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether the stated interval holds the true value in about the stated share of runs, in simulations of known truth. */
class SampledTest {

    private static final int RUNS = 600;

    /**
     * Threads that wait with a probability, each of which may still do the same at the next moment, and which may all begin
     * and end to wait together. The rows with memory and few moments are the hardest: too little was seen to know it.
     */
    @ParameterizedTest
    @CsvSource({
        // moments, threads, probability, memory, together, the least coverage
        "20, 100, 0.3, 0, false, 0.93",
        "20, 100, 0.3, 0, true, 0.93",
        "50, 10, 0.1, 0, true, 0.92",
        "200, 100, 0.02, 0, false, 0.93",
        "200, 100, 0.3, 0.5, false, 0.92",
        "200, 100, 0.3, 0.5, true, 0.92",
        "200, 3, 0.5, 0.8, false, 0.91",
        "200, 100, 0.3, 0.8, true, 0.87",
    })
    void holdsTheTruthAsOftenAsItSays(
            int moments, int threads, double probability, double memory, boolean together, double least) {
        Random random = new Random(7);
        double truth = together ? probability / 2 : probability;
        int held = 0;
        double width = 0;
        for (int run = 0; run < RUNS; run++) {
            long[] waiting = simulated(random, moments, threads, probability, memory, together);
            Sampled share = Sampled.share(moments, i -> waiting[i], i -> threads);
            held += share.low() <= truth && truth <= share.high() ? 1 : 0;
            width += share.high() - share.low();
        }

        assertThat((double) held / RUNS).isGreaterThanOrEqualTo(least);
        // An interval that always holds it, since it is as wide as can be, says nothing.
        assertThat(width / RUNS).isLessThan(memory > 0.7 ? 0.4 : 0.25);
    }

    /** What takes threads of one dump for independent is wrong by far where they wait together. */
    @Test
    void threadsThatWaitTogetherAreOneObservation() {
        Random random = new Random(11);
        long[] waiting = simulated(random, 40, 100, 0.9, 0, true);
        Sampled share = Sampled.share(40, i -> waiting[i], i -> 100);

        double binomial = 1.96 * Math.sqrt(share.value() * (1 - share.value()) / 4000);
        assertThat(share.high() - share.low()).isGreaterThan(4 * 2 * binomial);
    }

    @Test
    void theMeanHoldsTheTruth() {
        Random random = new Random(3);
        int held = 0;
        for (int run = 0; run < RUNS; run++) {
            long[] waiting = simulated(random, 100, 10, 0.3, 0.3, false);
            Sampled mean = Sampled.mean(100, i -> waiting[i]);
            held += mean.low() <= 3 && 3 <= mean.high() ? 1 : 0;
        }

        assertThat((double) held / RUNS).isGreaterThanOrEqualTo(0.92);
    }

    @Test
    void nothingSeenIsNotNothingThere() {
        Sampled none = Sampled.share(30, i -> 0, i -> 1000);
        Sampled all = Sampled.share(30, i -> 1000, i -> 1000);

        assertThat(none.value()).isZero();
        assertThat(none.low()).isZero();
        // The rule of three gives 3/30 for 30 independent moments.
        assertThat(none.high()).isBetween(0.08, 0.2);
        assertThat(all.low()).isCloseTo(1 - none.high(), within(1e-9));
        assertThat(all.high()).isEqualTo(1);
    }

    @Test
    void fewMomentsHaveNoInterval() {
        assertThat(Sampled.share(9, i -> 1, i -> 2).hasInterval()).isFalse();
        assertThat(Sampled.share(9, i -> 1, i -> 2).value()).isEqualTo(0.5);
        assertThat(Sampled.share(10, i -> i % 2, i -> 2).hasInterval()).isTrue();
        assertThat(Sampled.share(40, i -> 0, i -> 0).hasInterval()).isFalse();
        assertThat(Sampled.mean(0, i -> 0).value()).isZero();
    }

    @Test
    void momentsWithMoreThreadsWeighMore() {
        assertThat(Sampled.share(20, i -> i == 0 ? 100 : 0, i -> i == 0 ? 100 : 1)
                        .value())
                .isCloseTo(100.0 / 119, within(1e-9));
    }

    private static long[] simulated(
            Random random, int moments, int threads, double probability, double memory, boolean together) {
        boolean[] waits = new boolean[threads];
        for (int i = 0; i < threads; i++) {
            waits[i] = random.nextDouble() < probability;
        }
        boolean phase = random.nextBoolean();
        long[] waiting = new long[moments];
        for (int moment = 0; moment < moments; moment++) {
            for (int i = 0; i < threads; i++) {
                if (random.nextDouble() >= memory) {
                    waits[i] = random.nextDouble() < probability;
                }
                waiting[moment] += waits[i] ? 1 : 0;
            }
            if (random.nextDouble() >= memory) {
                phase = random.nextBoolean();
            }
            if (together && !phase) {
                waiting[moment] = 0;
            }
        }
        return waiting;
    }
}
