package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DelayHistogramTest {

    /** Against a sorted list, over nine powers of ten. */
    @Test
    void quantilesAreWithinTheStatedError() {
        Random random = new Random(7);
        long[] delays = new long[20_000];
        DelayHistogram histogram = new DelayHistogram();
        for (int i = 0; i < delays.length; i++) {
            delays[i] = (long) Math.pow(10, 3 + 9 * random.nextDouble());
            histogram.add(delays[i]);
        }
        Arrays.sort(delays);
        for (double part : new double[] {0.001, 0.1, 0.5, 0.9, 0.99, 0.999, 1}) {
            long exact = delays[(int) Math.ceil(part * delays.length) - 1];
            assertThat((double) histogram.quantileNanos(part))
                    .as("%s", part)
                    .isCloseTo(exact, within(exact * DelayHistogram.RELATIVE_ERROR + 500));
        }
        assertThat(histogram.maxNanos()).isEqualTo(delays[delays.length - 1]);
        assertThat(histogram.sumNanos()).isEqualTo(Arrays.stream(delays).sum());
    }

    @Test
    void mergedOrReadAgainItIsTheSame() {
        Random random = new Random(8);
        DelayHistogram all = new DelayHistogram();
        DelayHistogram merged = new DelayHistogram();
        for (int part = 0; part < 5; part++) {
            DelayHistogram one = new DelayHistogram();
            for (int i = 0; i < 500; i++) {
                long delay = (long) Math.exp(random.nextDouble() * 30);
                one.add(delay);
                all.add(delay);
            }
            merged.add(DelayHistogram.parse(one.text(), one.sumNanos(), one.maxNanos()));
        }
        assertThat(merged.text()).isEqualTo(all.text()).isNotEmpty();
        assertThat(merged.count()).isEqualTo(2500);
        assertThat(merged.sumNanos()).isEqualTo(all.sumNanos());
        assertThat(merged.quantileNanos(0.99)).isEqualTo(all.quantileNanos(0.99));
    }

    /** Five seconds in a minute are a twelfth of all that become ready, not one of five thousand. */
    @Test
    void aStallCountsForAllThatWouldHaveWaited() {
        DelayHistogram minute = new DelayHistogram();
        for (int i = 0; i < 5500; i++) {
            minute.add(60_000);
        }
        minute.addAll(5_000_000_000L, 10_000_000);

        assertThat(minute.count()).isEqualTo(6000);
        assertThat(minute.quantileNanos(0.5)).isLessThan(100_000);
        assertThat(minute.quantileNanos(0.99)).isBetween(4_300_000_000L, 4_500_000_000L);
    }

    @Test
    void whatIsNoHistogramIsRefused() {
        for (String text : new String[] {"48", "48:", ":3", "48:-3", "48:3,50:1", "48:3 ", "x:1"}) {
            assertThatThrownBy(() -> DelayHistogram.parse(text, 0, 0))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(DelayHistogram.parse(null, 0, 0).count()).isZero();
        assertThat(DelayHistogram.parse("", 0, 0).quantileNanos(0.99)).isZero();
    }
}
