package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.StillCarriers.Seen;
import dev.loomweight.jvm.StillCarriers.Still;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a carrier stands still, from intervals of a second that are made by hand. */
class StillCarriersTest {

    private static final Instant START = Instant.parse("2026-11-24T10:00:00Z");
    private static final long SECOND = 1_000_000_000;
    private static final long MICROS = 1000;

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

    private void seconds(int count, Seen... seen) {
        for (int i = 0; i < count; i++) {
            carriers.add(START.plusSeconds(seconds), START.plusSeconds(++seconds), List.of(seen));
        }
    }

    private static Seen seen(long run, long running, long mounted, long idle, long thread) {
        return new Seen(7, "w1", SECOND, run, running, mounted, idle, thread);
    }
}
