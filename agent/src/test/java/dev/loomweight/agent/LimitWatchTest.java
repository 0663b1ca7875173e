package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.Cgroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** With times and shares that are made up. */
class LimitWatchTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final List<String> taken = new ArrayList<>();
    private final LimitWatch watch = new LimitWatch(
            new Cgroup.MemoryLimit(List.of()),
            new LimitWatch.Snapshots() {
                @Override
                public void close() {
                    taken.add("close");
                }

                @Override
                public void complete() {
                    taken.add("complete");
                }
            },
            facts -> {});

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
        java.util.Arrays.fill(hour, 0.97);
        assertThat(at(hour)).hasSize(21).containsOnlyOnce("complete");
        // Another approach soon after has no second complete one.
        assertThat(at(0.7, 0.97)).filteredOn("complete"::equals).hasSize(2);
        assertThat(at(0.7, 0.97)).filteredOn("complete"::equals).hasSize(2);
    }

    private List<String> at(double... shares) {
        for (double share : shares) {
            watch.look(share, now);
            now += SECOND;
        }
        return taken;
    }
}
