package dev.loomweight.amount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** That of delays, in events. */
class DurationHistogramTextTest {

    /** Against a sorted list, over nine powers of ten. */
    @Test
    void quantilesAreWithinTheStatedError() {
        Random random = new Random(7);
        long[] delays = new long[20_000];
        DurationHistogram histogram = new DurationHistogram(DurationHistogram.Resolution.COARSE);
        for (int i = 0; i < delays.length; i++) {
            delays[i] = (long) Math.pow(10, 3 + 9 * random.nextDouble());
            histogram.add(delays[i]);
        }
        Arrays.sort(delays);
        for (double part : new double[] {0.001, 0.1, 0.5, 0.9, 0.99, 0.999, 1}) {
            long exact = delays[(int) Math.ceil(part * delays.length) - 1];
            assertThat((double) histogram.percentileNanos(100 * part))
                    .as("%s", part)
                    .isCloseTo((double) exact, within(exact * DurationHistogram.RELATIVE_ERROR + 500));
        }
        assertThat(histogram.maxNanos()).isEqualTo(delays[delays.length - 1]);
        assertThat(histogram.sumNanos()).isEqualTo(Arrays.stream(delays).sum());
    }

    @Test
    void mergedOrReadAgainItIsTheSame() {
        Random random = new Random(8);
        DurationHistogram all = new DurationHistogram(DurationHistogram.Resolution.COARSE);
        DurationHistogram merged = new DurationHistogram(DurationHistogram.Resolution.COARSE);
        for (int part = 0; part < 5; part++) {
            DurationHistogram one = new DurationHistogram(DurationHistogram.Resolution.COARSE);
            for (int i = 0; i < 500; i++) {
                long delay = (long) Math.exp(random.nextDouble() * 30);
                one.add(delay);
                all.add(delay);
            }
            merged.addAll(DurationHistogram.parse(one.text(), one.sumNanos(), one.maxNanos()));
        }
        assertThat(merged.text()).isEqualTo(all.text()).isNotEmpty();
        assertThat(merged.count()).isEqualTo(2500);
        assertThat(merged.sumNanos()).isEqualTo(all.sumNanos());
        assertThat(merged.percentileNanos(99)).isEqualTo(all.percentileNanos(99));
    }

    /** Five seconds in a minute are a twelfth of all that become ready, not one of five thousand. */
    @Test
    void aStallCountsForAllThatWouldHaveWaited() {
        DurationHistogram minute = new DurationHistogram(DurationHistogram.Resolution.COARSE);
        for (int i = 0; i < 5500; i++) {
            minute.add(60_000);
        }
        minute.addStall(5_000_000_000L, 10_000_000);

        assertThat(minute.count()).isEqualTo(6000);
        assertThat(minute.percentileNanos(50)).isLessThan(100_000);
        assertThat(minute.percentileNanos(99)).isBetween(4_300_000_000L, 4_500_000_000L);
    }

    @Test
    void whatIsNoHistogramIsRefused() {
        for (String text : new String[] {"48", "48:", ":3", "48:-3", "48:3,50:1", "48:3 ", "x:1"}) {
            assertThatThrownBy(() -> DurationHistogram.parse(text, 0, 0))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(DurationHistogram.parse(null, 0, 0).count()).isZero();
        assertThat(DurationHistogram.parse("", 0, 0).percentileNanos(99)).isZero();
    }

    /** As agents have written it since there is one. */
    @Test
    void theTextHasTheLowerBoundsInMicroseconds() {
        DurationHistogram delays = new DurationHistogram(DurationHistogram.Resolution.COARSE);
        for (long micros : new long[] {0, 1, 31, 32, 63, 64, 65, 66, 1000, 1_000_000, 1L << 41}) {
            delays.add(micros * 1000 + 999);
        }
        assertThat(delays.text()).isEqualTo("0:1 1:1 31:1 32:1 63:1 64:2 66:1 992:1 999424:1 1082331758592:1");
    }

    @Test
    void whatDamageClaimsDoesNotHarmOtherBuckets() {
        DurationHistogram all = new DurationHistogram(DurationHistogram.Resolution.COARSE);
        for (int i = 0; i < 5; i++) {
            all.addAll(DurationHistogram.parse("48:999999999999999999 1024:3", 5, 5));
        }
        assertThat(all.buckets()).isEqualTo(2);
        assertThat(all.text()).endsWith(" 1024:15");
    }
}
