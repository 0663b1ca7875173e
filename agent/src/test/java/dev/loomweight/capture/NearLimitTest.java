package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** With times and shares that are made up. */
class NearLimitTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final List<String> taken = new ArrayList<>();
    private final NearLimit watch = new NearLimit();

    private long now = System.nanoTime();

    @Test
    void farFromTheLimitNothingIsTaken() {
        assertThat(at(-1, 0, 0.3, 0.49)).isEmpty();
        assertThat(watch.isNear()).isFalse();
    }

    @Test
    void eachTenthAboveHalfIsTakenOnce() {
        assertThat(at(0.52, 0.55, 0.61)).containsExactly("close");
        assertThat(at(0.63, 0.63, 0.74)).containsExactly("close", "close", "close");
        assertThat(watch.isNear()).isTrue();
    }

    @Test
    void nearTheLimitOneASecondIsTakenAndOneIsComplete() {
        assertThat(at(0.91, 0.92, 0.93)).containsExactly("close", "close", "close");
        assertThat(at(0.96, 0.96)).containsExactly("close", "close", "close", "complete", "close");
    }

    @Test
    void aProcessThatStaysThereIsLeftAlone() {
        double[] hour = new double[3600];
        Arrays.fill(hour, 0.97);
        assertThat(at(hour)).hasSize(21).containsOnlyOnce("complete");
        // Another approach soon after has no second complete one.
        assertThat(at(0.7, 0.97)).filteredOn("complete"::equals).hasSize(2);
        assertThat(at(0.7, 0.97)).filteredOn("complete"::equals).hasSize(2);
    }

    private List<String> at(double... shares) {
        for (double share : shares) {
            NearLimit.Due due = watch.look(share, now);
            if (due != NearLimit.Due.NOTHING) {
                taken.add(due.name().toLowerCase(Locale.ROOT));
            }
            now += SECOND;
        }
        return taken;
    }
}
