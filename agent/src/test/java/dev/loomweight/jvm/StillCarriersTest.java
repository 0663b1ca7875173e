package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.StillCarriers.Seen;
import dev.loomweight.jvm.StillCarriers.Still;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a carrier stands still, from intervals of a second that are made by hand. */
class StillCarriersTest {

    private static final Instant START = Instant.parse("2026-11-24T10:00:00Z");
    private static final long SECOND = 1_000_000_000;
    private static final long MICROS = 1000;
    private static final long MILLIS = 1_000_000;

    private final StillCarriers carriers = new StillCarriers();
    private int seconds;

    @Test
    void aCarrierThatHasNotRunWithAThreadMountedStandsStill() {
        seconds(4, seen(0, 0, 1, 0, 0));

        assertThat(carriers.now())
                .containsExactly(new Still(7, "w1", START, START.plusSeconds(4), 0, 0))
                .noneMatch(Still::hasRun);
        assertThat(carriers.carriers()).isEqualTo(1);
    }

    @Test
    void oneLookIsEnoughSinceMountingNeedsProcessorTime() {
        seconds(2, seen(0, 0, 0, 0, 0));
        seconds(1, seen(0, 0, 1, 0, 0));
        seconds(1, seen(0, 0, 0, 0, 0));

        assertThat(carriers.now()).extracting(Still::since).containsExactly(START);
    }

    @Test
    void withoutALookItMayBeIdle() {
        seconds(9, seen(0, 0, 0, 0, 0));

        assertThat(carriers.now()).isEmpty();
    }

    @Test
    void anIdleOneARunningOneAndAnUnknownOneDoNot() {
        seconds(9, seen(0, 0, 0, 3, 0));
        assertThat(carriers.now()).isEmpty();
        seconds(9, seen(900_000 * MICROS, 3, 1, 0, 5));
        assertThat(carriers.now()).isEmpty();
        seconds(9, seen(-1, 0, 3, 0, 5));
        assertThat(carriers.now()).isEmpty();
    }

    @Test
    void whoHasRunInBetweenBeginsAgain() {
        seconds(4, seen(0, 0, 1, 0, 5));
        seconds(1, seen(5000 * MICROS, 0, 1, 0, 5));
        assertThat(carriers.now()).isEmpty();
        seconds(3, seen(0, 0, 1, 0, 5));

        assertThat(carriers.now()).extracting(Still::since).containsExactly(START.plusSeconds(5));
    }

    /** As one that waits to enter a monitor, which is woken now and then. */
    @Test
    void aLittleIsAcceptedOfOneThread() {
        seconds(4, seen(80 * MICROS, 0, 2, 0, 5));

        assertThat(carriers.now())
                .containsExactly(new Still(7, "w1", START, START.plusSeconds(4), 320 * MICROS, 5))
                .allMatch(Still::hasRun);
    }

    @Test
    void aLittleOfSeveralThreadsOrOfAnUnknownOneIsNot() {
        seconds(2, seen(80 * MICROS, 0, 2, 0, 5));
        seconds(2, seen(80 * MICROS, 0, 2, 0, 6));
        assertThat(carriers.now()).isEmpty();
        seconds(9, seen(80 * MICROS, 0, 2, 0, 0));
        assertThat(carriers.now()).isEmpty();
    }

    /** On a busy machine one that was woken waits for a processor, and a look can find it so. */
    @Test
    void oneOfManyLooksMayFindItReadyToRun() {
        seconds(2, seen(80 * MICROS, 0, 3, 0, 5));
        seconds(1, seen(80 * MICROS, 1, 2, 0, 5));
        seconds(1, seen(0, 1, 4, 0, 5));

        assertThat(carriers.now()).extracting(Still::since).containsExactly(START);
    }

    /** It has not run because it got no processor. */
    @Test
    void aCarrierThatIsThrottledDoesNotStandStill() {
        seconds(9, seen(0, 3, 1, 0, 5));
        assertThat(carriers.now()).isEmpty();
        seconds(9, seen(80 * MICROS, 1, 3, 0, 5));
        assertThat(carriers.now()).isEmpty();
    }

    @Test
    void nothingIsKnownOfAGap() {
        seconds(4, seen(0, 0, 1, 0, 0));
        seconds += 2;
        seconds(1, seen(0, 0, 1, 0, 0));
        assertThat(carriers.now()).isEmpty();
    }

    /**
     * An interval of 4 s in which it stands still, then one of some length in which nothing is seen of it, as when its process
     * has just ended; then, if there is one, another of 4 s, of which it is observed for a time.
     */
    @ParameterizedTest(name = "unseen for {0} ms, then observed for {1} ms, ran {2} ms: {3}")
    @CsvSource(
            nullValues = "-",
            value = {
                "1000,  -,    -,    w1 0-4000",
                "60000, -,    -,    w1 0-4000",
                "1000,  4000, 0,    w1 0-9000",
                "1001,  4000, 0,    w1 5001-9001",
                // What was observed reaches back into the time before.
                "60000, 64000, 0,   w1 0-68000",
                "60000, 62999, 0,   w1 64000-68000",
                "1000,  4000, 1000, ''",
            })
    void whatIsNotSeenOfACarrierChangesNothing(long unseen, @Nullable Long observed, @Nullable Long ran, String still) {
        add(0, 4000, still(7, "w1"));
        add(4000, 4000 + unseen, new Seen(7, "w1", 0, 0, 0, 0, 0, 0));
        if (observed != null && ran != null) {
            add(4000 + unseen, 8000 + unseen, new Seen(7, "w1", observed * MILLIS, ran * MILLIS, 0, 1, 0, 0));
        }

        assertThat(text()).isEqualTo(still);
    }

    /** One interval follows another that lasts from 0 to 4000 ms, in which the carrier stands still. */
    @ParameterizedTest(name = "{0} to {1} ms: {2} to {3} ms")
    @CsvSource({
        "4000, 5000, 0, 5000",
        "5000, 6000, 0, 6000",
        // One that begins a little too early still counts.
        "3999, 5000, 0, 5000",
        // One that does not follow begins anew, and is too short; one that is empty or overlaps is not counted.
        "5001, 6000, -, -",
        "5001, 9001, 5001, 9001",
        "5000, 5000, 0, 4000",
        "5000, 4500, 0, 4000",
        "3998, 9000, 0, 4000",
    })
    void intervalsFollowEachOther(long from, long to, String since, String until) {
        add(0, 4000, still(7, "w1"));
        add(from, to, new Seen(7, "w1", (to - from) * MILLIS, 0, 0, 1, 0, 0));

        assertThat(text()).isEqualTo(since.equals("-") ? "" : "w1 " + since + "-" + until);
    }

    @ParameterizedTest(name = "{0} ms long, observed for {1} ms: {2}")
    @CsvSource({
        "3000, 3000, w1 0-3000",
        "2999, 2999, ''",
        // It is known only of the time in which it was observed.
        "4000, 3500, w1 500-4000",
        "4000, 2999, ''",
        "4000, 5000, w1 0-4000",
        "4000, 0,    ''",
        "4000, -1,   ''",
    })
    void aCarrierStandsStillForAsLongAsItIsObserved(long length, long observed, String still) {
        add(0, length, new Seen(7, "w1", observed * MILLIS, 0, 0, 1, 0, 0));

        assertThat(text()).isEqualTo(still);
    }

    /** An interval of 4 s, and another: processor time in microseconds, looks with a thread mounted, its number. */
    @ParameterizedTest(name = "ran {0}, mounted {1}, thread {2}, then {3}, {4}, {5}: {6}")
    @CsvSource({
        // At most one part in a thousand.
        "4000, 1, 5, 4000, 1, 5, w1 0-8000 ran 8000 thread 5",
        "4001, 1, 5, 0,    1, 5, w1 4000-8000 thread 5",
        "0,    1, 5, 4001, 1, 5, ''",
        // Without a look it is still the thread that it was.
        "0,    1, 5, 4000, 0, 0, w1 0-8000 ran 4000 thread 5",
        "0,    1, 5, 4000, 1, 0, ''",
        "0,    1, 0, 4000, 0, 0, ''",
        "0,    1, 0, 4000, 0, 5, w1 0-8000 ran 4000 thread 5",
        // Another thread begins anew; one that is not known does not.
        "0,    1, 5, 0,    1, 6, w1 4000-8000 thread 6",
        "0,    1, 5, 0,    1, 4, w1 4000-8000 thread 4",
        "0,    1, 0, 0,    1, 6, w1 0-8000 thread 6",
        "0,    1, 5, 0,    1, 0, w1 0-8000 thread 5",
        // One look is enough.
        "0,    0, 0, 0,    0, 0, ''",
        "0,    1, 0, 0,    0, 0, w1 0-8000",
        "0,    0, 0, 0,    1, 0, w1 0-8000",
        "0,    1, 5, 0,    0, 6, ''",
    })
    void aCarrierGoesOnStandingStill(
            long ran, long mounted, long thread, long thenRan, long thenMounted, long thenThread, String still) {
        add(0, 4000, new Seen(7, "w1", 4000 * MILLIS, ran * MICROS, 0, mounted, 0, thread));
        add(4000, 8000, new Seen(7, "w1", 4000 * MILLIS, thenRan * MICROS, 0, thenMounted, 0, thenThread));

        assertThat(text()).isEqualTo(still);
    }

    @Test
    void whatIsSeenWithoutTimeSaysNothing() {
        add(0, 4000, new Seen(7, "w1", 0, 0, 0, 1, 0, 5));
        add(4000, 8000, new Seen(7, "w1", 4000 * MILLIS, 0, 0, 0, 0, 0));

        assertThat(text()).isEmpty();
    }

    @Test
    void theLongestIsFirstAndThenTheOneWhoseNameIs() {
        add(0, 4000, still(1, "w1"), still(2, "w2"), new Seen(3, "w3", 4000 * MILLIS, 0, 0, 0, 1, 0));
        add(4000, 8000, still(3, "w5"), still(4, "w4"), still(2, "w2"));

        assertThat(text()).isEqualTo("w2 0-8000, w4 4000-8000, w5 4000-8000");
        assertThat(carriers.carriers()).isEqualTo(3);
        assertThat(carriers.now()).extracting(Still::tid).containsExactly(2L, 4L, 3L);
    }

    /** A thread's number can be given again; a pool's name, too. */
    @Test
    void aCarrierIsTheSameByItsNumberAndItsName() {
        add(0, 4000, still(1, "w1"), still(2, "w2"));
        add(4000, 8000, still(1, "w2"), still(2, "w3"));

        assertThat(text()).isEqualTo("w2 4000-8000, w3 4000-8000");
    }

    private static Seen still(long tid, String name) {
        return new Seen(tid, name, 4000 * MILLIS, 0, 0, 1, 0, 0);
    }

    private void add(long fromMillis, long toMillis, Seen... seen) {
        carriers.add(START.plusMillis(fromMillis), START.plusMillis(toMillis), List.of(seen));
    }

    // Those that stand still: from when to when in ms, the processor time in microseconds, the thread.
    private String text() {
        return carriers.now().stream().map(StillCarriersTest::text).collect(Collectors.joining(", "));
    }

    private static String text(Still still) {
        long since = Duration.between(START, still.since()).toMillis();
        return still.name() + " " + since + "-" + (since + still.nanos() / MILLIS)
                + (still.hasRun() ? " ran " + still.ranNanos() / MICROS : "")
                + (still.thread() == 0 ? "" : " thread " + still.thread());
    }

    private void seconds(int count, Seen... seen) {
        for (int i = 0; i < count; i++) {
            carriers.add(START.plusSeconds(seconds), START.plusSeconds(++seconds), List.of(seen));
        }
    }

    private static Seen seen(long run, long running, long mounted, long idle, long thread) {
        return new Seen(7, "w1", SECOND, run, running, mounted, idle, thread);
    }
}
