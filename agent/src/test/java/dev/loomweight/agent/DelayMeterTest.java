package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DelayMeterTest {

    private static final long MS = 1_000_000;

    private final List<Long> delays = new ArrayList<>();
    private final DelayMeter meter = new DelayMeter(10 * MS, nanos -> delays.add(nanos / MS), 0);

    @Test
    void whatRanAtOnceHasItsOwnDelay() {
        meter.ready(0);

        assertThat(meter.look(10 * MS, true, 3 * MS)).isTrue();
        assertThat(delays).containsExactly(3L);
        assertThat(meter.openNanos()).isZero();
    }

    @Test
    void aDelayThatGoesOnIsKnownSoFar() {
        meter.ready(0);
        for (int look = 1; look <= 50; look++) {
            assertThat(meter.look(look * 10 * MS, false, 0)).isFalse();
        }
        assertThat(meter.openNanos()).isEqualTo(500 * MS);
        assertThat(delays).isEmpty();

        assertThat(meter.look(510 * MS, true, 505 * MS)).isTrue();
        assertThat(delays).containsExactly(505L);
    }

    /** The collector stops both, from 12 ms to 412 ms. */
    @Test
    void aPauseOfBothIsNoDelayOfTheScheduler() {
        meter.ready(0);
        meter.look(10 * MS, false, 0);
        meter.look(412 * MS, false, 0);

        assertThat(meter.openNanos()).isEqualTo(20 * MS);
        assertThat(meter.lateNanos()).isEqualTo(392 * MS);

        meter.look(422 * MS, true, 414 * MS);
        assertThat(delays).containsExactly(22L);
    }

    /** Whoever subtracts all lateness takes a delay for none. */
    @Test
    void aPauseAfterItRanTakesNothingFromItsDelay() {
        meter.ready(0);
        meter.look(300 * MS, true, 7 * MS);

        assertThat(delays).containsExactly(7L);
    }

    @Test
    void aPauseBeforeItRanCountsForOnePeriodAtMost() {
        meter.ready(0);
        meter.look(301 * MS, true, 300 * MS);

        assertThat(delays).containsExactly(10L);
    }

    /** Each look is three times as late as it should be. */
    @Test
    void onABusyMachineTheClockIsSlower() {
        meter.ready(0);
        for (int look = 1; look <= 10; look++) {
            meter.look(look * 30 * MS, false, 0);
        }
        assertThat(meter.openNanos()).isEqualTo(100 * MS);
    }

    @Test
    void aLostThreadIsWaitedForNoLonger() {
        meter.ready(0);
        meter.look(10 * MS, false, 0);
        meter.forget();

        assertThat(meter.openNanos()).isZero();
        assertThat(meter.look(20 * MS, false, 0)).isTrue();
        assertThat(delays).isEmpty();
    }
}
