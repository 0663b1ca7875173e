package dev.loomweight.times;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Programs whose waits are known: how many of them a second are longer than a threshold. */
class WaitPaceTest {

    private static final long LOOK_NANOS = Duration.ofMillis(50).toNanos();
    private static final long SHORTEST = Duration.ofMillis(20).toNanos();
    private static final long LONGEST = Duration.ofSeconds(10).toNanos();
    private static final int PROGRAMS = 200;

    /** Waits a second that are longer than some nanoseconds, for some seconds; gives the events of each second. */
    private static double[] events(WaitPace pace, LongUnaryOperator longer, int seconds) {
        double[] events = new double[seconds];
        double all = 0;
        for (int look = 1; look <= seconds * 20; look++) {
            double more = longer.applyAsLong(pace.threshold().toNanos()) / 20.0;
            all += more;
            events[(look - 1) / 20] += more;
            boolean unused = pace.look(look * LOOK_NANOS, (long) all, 0);
        }
        return events;
    }

    @Test
    void noThresholdIsInForceForLongBelowWhichWaitsAreTooMany() {
        for (int seed = 0; seed < PROGRAMS; seed++) {
            Random random = new Random(seed);
            double rate = Math.pow(10, 1 + 5 * random.nextDouble());
            double mean = SHORTEST * Math.pow(10, 2 * random.nextDouble());
            WaitPace pace = new WaitPace(0);
            long threshold = SHORTEST;
            int since = 0;
            double all = 0;
            for (int look = 1; look <= 120 * 20; look++) {
                // Durations have an exponential distribution.
                double events = rate * Math.exp(-threshold / mean);
                all += events / 20;
                boolean changed = pace.look(look * LOOK_NANOS, (long) all, 0);
                assertThat(changed).isEqualTo(pace.threshold().toNanos() != threshold);
                since = changed ? 0 : since + 1;
                threshold = pace.threshold().toNanos();
                assertThat(events <= 501 || threshold == LONGEST || since <= 10 * 20)
                        .as("seed %d: %s a second for %d looks", seed, events, since)
                        .isTrue();
            }
        }
    }

    /** Steady programs: what is tried again and again, to see whether it has become few, is few on average. */
    @Test
    void onAverageThereAreNoMoreThanAFile() {
        for (int seed = 0; seed < PROGRAMS; seed++) {
            Random random = new Random(seed);
            // Between two thresholds, waits of one length are all there or none.
            double rate = Math.pow(10, 1 + 4 * random.nextDouble());
            long length = (long) (SHORTEST * Math.pow(10, 2.5 * random.nextDouble()));
            boolean alike = random.nextBoolean();
            double[] events = events(
                    new WaitPace(0),
                    nanos -> (long) (rate * (alike ? (length >= nanos ? 1 : 0) : Math.exp(-(double) nanos / length))),
                    1_800);
            double before = Math.exp(-(double) LONGEST / length) * rate;

            assertThat(Arrays.stream(events).skip(60).average().orElseThrow())
                    .as("seed %d: %s a second of %s ns", seed, rate, length)
                    .isLessThan(501 + (alike ? 0 : before));
        }
    }

    @Test
    void threadsThatBeginTooOftenAreNoLongerRecorded() {
        WaitPace few = new WaitPace(0);
        WaitPace many = new WaitPace(0);
        int changes = 0;
        for (int look = 1; look <= 20 * 20; look++) {
            assertThat(few.look(look * LOOK_NANOS, 5L * look, 45L * look)).isFalse();
            changes += many.look(look * LOOK_NANOS, 5L * look, look <= 100 ? 45L * look : 80L * look) ? 1 : 0;
        }

        assertThat(few.isOfThreads()).isTrue();
        assertThat(many.isOfThreads()).isFalse();
        assertThat(changes).isEqualTo(1);
    }

    @Test
    void aStormIsFollowedWithinSeconds() {
        WaitPace pace = new WaitPace(0);
        double[] events = events(pace, nanos -> nanos <= SHORTEST ? 100_000 : 0, 3);

        assertThat(pace.threshold().toNanos()).isGreaterThan(SHORTEST);
        assertThat(events[2]).isZero();
    }

    @Test
    void fewWaitsAreRecordedFromTheShortestOn() {
        WaitPace pace = new WaitPace(0);
        events(pace, nanos -> 100, 60);

        assertThat(pace.threshold().toNanos()).isEqualTo(SHORTEST);
    }

    @Test
    void whereTheyBecomeFewTheThresholdComesBack() {
        WaitPace pace = new WaitPace(0);
        double[] storm = events(pace, nanos -> 5_000, 5);
        long raised = pace.threshold().toNanos();
        long from = storm.length * 20L;
        for (int look = 1; look <= 200 * 20; look++) {
            boolean unused = pace.look((from + look) * LOOK_NANOS, 25_000, 0);
        }

        assertThat(raised).isGreaterThan(SHORTEST);
        assertThat(pace.threshold().toNanos()).isEqualTo(SHORTEST);
    }
}
