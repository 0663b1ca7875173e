package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.capture.Safepoints.Stops;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When dumps are taken, by a clock that stands still unless it is moved. */
class DumpPaceTest {

    private static final long MILLI = 1_000_000;

    private long nanos = 12_345;

    private DumpPace pace(DumpRequest request) {
        return new DumpPace(request, () -> nanos);
    }

    @Test
    void aNumberIsTakenAtAFixedDistance() {
        DumpPace pace = pace(DumpRequest.of(3, Duration.ofMillis(100)));

        assertThat(pace.isDue()).isTrue();
        nanos += 30 * MILLI;
        pace.taken(30 * MILLI, MILLI);
        assertThat(pace.isDue()).isFalse();
        nanos += 70 * MILLI;
        assertThat(pace.isDue()).as("from begin to begin").isTrue();
        nanos += 500 * MILLI;
        pace.taken(500 * MILLI, MILLI);
        assertThat(pace.isDue()).as("one that took longer than the distance").isTrue();
        pace.taken(MILLI, MILLI);
        assertThat(pace.isOver()).isTrue();
        assertThat(pace.isDue()).isFalse();
    }

    /** Whatever the dumps take, they stop the application for no more than the budget, and are as many as it permits. */
    @ParameterizedTest
    @CsvSource({"0.005, 2, 60", "0.005, 0, 5", "0.01, 50, 50", "0.5, 30, 400", "0.005, 1, 6000", "1, 5, 300"})
    void sampledDumpsKeepToTheBudget(double budget, long pausedMillis, long tookMillis) {
        DumpPace pace = pace(DumpRequest.sampled(budget));
        Random random = new Random(19);
        long paused = 0;
        long took = 0;
        int taken = 0;
        long began = nanos;
        long last = began;
        while (taken < 300) {
            if (pace.isDue()) {
                long p = (long) (pausedMillis * MILLI * (0.5 + random.nextDouble()));
                long t = Math.max(p, (long) (tookMillis * MILLI * (0.5 + random.nextDouble())));
                nanos += t;
                pace.taken(t, p);
                paused += p;
                took += t;
                taken++;
                last = nanos;
            }
            nanos += 10 * MILLI;
        }
        long elapsed = last - began;

        assertThat((double) paused / elapsed).isLessThanOrEqualTo(budget * 1.05);
        assertThat((double) took / elapsed).isLessThanOrEqualTo(Math.min(1, 20 * budget) * 1.05);
        double least = Math.max(
                (double) DumpRequest.SHORTEST.toNanos(),
                Math.max((double) paused / taken / budget, (double) took / taken / Math.min(1, 20 * budget)));
        assertThat((double) elapsed / taken).as("not far rarer than needed").isLessThan(2.2 * least);
    }

    @Test
    void allOfADumpCountsWhereThePauseIsNotKnown() {
        DumpPace pace = pace(DumpRequest.sampled(0.01));
        pace.taken(MILLI, -1);
        nanos += 110 * MILLI;
        pace.taken(10 * MILLI, -1);

        nanos += 980 * MILLI;
        assertThat(pace.isDue()).isFalse();
        nanos += 20 * MILLI;
        assertThat(pace.isDue()).isTrue();
    }

    /**
     * A dump after one that the clock does not count: the next is due when the pause is the budget's share of the time, and
     * the dump twenty times that share, at most all of it; no sooner than the shortest distance.
     */
    @ParameterizedTest
    @CsvSource(textBlock = """
            # budget, took ms, paused ms, due after ms
            0.01,     60,      0,         240
            0.01,     60,      3,         240
            0.01,     60,      4,         340
            0.01,     15,      1,         85
            0.04,     80,      0,         20
            0.05,     120,     0,         0
            0.5,      120,     0,         0
            """)
    void nextDumpIsDueWhenTheBudgetIsKept(double budget, long took, long paused, long due) {
        DumpPace pace = pace(DumpRequest.sampled(budget));
        pace.taken(0, 0);
        pace.taken(took * MILLI, paused * MILLI);

        assertDueAfter(pace, due);
    }

    /** Under load a dump takes seconds: the budget would not let a second or third come. */
    @Test
    void dumpsThatShowWhatDoesNotMoveAreNoFurtherApartThanUsual() {
        DumpPace pace = pace(DumpRequest.looking(0.005));
        pace.taken(9000 * MILLI, 1000 * MILLI);
        assertDueAfter(pace, 100);
        pace.taken(9000 * MILLI, 1000 * MILLI);
        assertDueAfter(pace, 2000);
        pace.taken(9000 * MILLI, 1000 * MILLI);
        assertDueAfter(pace, 191_000);
    }

    /** Of one long dump, half is forgotten with each that is shorter; one that is longer counts at once. */
    @Test
    void longDumpIsForgottenByHalves() {
        DumpPace pace = pace(DumpRequest.sampled(0.01));
        pace.taken(0, 0);
        pace.taken(80 * MILLI, 80 * MILLI);
        assertDueAfter(pace, 7920);
        pace.taken(0, 0);
        assertDueAfter(pace, 3960);
        pace.taken(20 * MILLI, 20 * MILLI);
        assertDueAfter(pace, 2970);
        pace.taken(40 * MILLI, 40 * MILLI);
        assertDueAfter(pace, 3960);
    }

    private void assertDueAfter(DumpPace pace, long millis) {
        nanos += millis * MILLI - 1;
        assertThat(pace.isDue()).as("before %d ms", millis).isFalse();
        nanos++;
        assertThat(pace.isDue()).as("after %d ms", millis).isTrue();
    }

    /** The first is made by code that is not compiled yet. */
    @Test
    void theFirstOfSampledDumpsDoesNotDecideWhenTheNextIs() {
        DumpPace pace = pace(DumpRequest.sampled(0.005));
        nanos += 900 * MILLI;
        pace.taken(900 * MILLI, 30 * MILLI);
        nanos += 99 * MILLI;
        assertThat(pace.isDue()).isFalse();
        nanos += MILLI;
        assertThat(pace.isDue()).isTrue();

        nanos += 9 * MILLI;
        pace.taken(9 * MILLI, MILLI);
        nanos += 190 * MILLI;
        assertThat(pace.isDue()).as("1 ms is 0.5 % of 200 ms").isFalse();
        nanos += MILLI;
        assertThat(pace.isDue()).isTrue();
    }

    /** This JVM's own counter; a collection stops all threads. */
    @Test
    void theCounterOfSafepoints() {
        assumeTrue(Files.exists(Path.of("/proc/self")), "no /proc");
        long pid = ProcessHandle.current().pid();
        long before = Safepoints.nanos(pid);
        System.gc();

        assertThat(before).isPositive();
        assertThat(Safepoints.nanos(pid)).isGreaterThan(before);
        assertThat(Safepoints.nanos(1L << 40)).isEqualTo(-1);
    }

    @Test
    void whatIsNoFileOfCountersHasNone() {
        ByteBuffer bytes = ByteBuffer.allocate(200);
        assertThat(Safepoints.parse(bytes)).isEqualTo(Stops.UNKNOWN);
        bytes.putInt(0, 0xcafec0c0);
        for (int[] prologue :
                new int[][] {{32, 9}, {-1, 9}, {199, 9}, {Integer.MAX_VALUE, 1}, {32, Integer.MAX_VALUE}}) {
            bytes.putInt(24, prologue[0]).putInt(28, prologue[1]);
            for (int length : new int[] {0, -1, 20, 168, Integer.MAX_VALUE}) {
                bytes.putInt(32, length).putInt(36, length);
                assertThat(Safepoints.parse(bytes)).isEqualTo(Stops.UNKNOWN);
            }
        }
        assertThat(Safepoints.parse(ByteBuffer.allocate(3))).isEqualTo(Stops.UNKNOWN);
    }
}
