package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When the agent reads again what divides resident memory. */
class DividedSnapshotsTest {

    private static final long MS = 1_000_000;

    /** In milliseconds: how long the last one took, the least time apart, and the time since. */
    @ParameterizedTest
    @CsvSource({
        "5,   60000, 59999,  false",
        "5,   60000, 60000,  true",
        "300, 60000, 60000,  true",
        "400, 60000, 60000,  false",
        "400, 60000, 80000,  true",
        "5,   0,     999,    false",
        "5,   0,     1000,   true",
        "0,   0,     0,      true",
    })
    void whenOneIsDue(long took, long apart, long since, boolean due) {
        DividedSnapshots divided = new DividedSnapshots();
        divided.took(7 * MS, (7 + took) * MS);

        assertThat(divided.isDue((7 + took + since) * MS, Duration.ofMillis(apart)))
                .isEqualTo(due);
    }

    /** The first is taken at the start, before anything is due. */
    @Test
    void withoutAFirstOneNoneIsDue() {
        assertThat(new DividedSnapshots().isDue(Long.MAX_VALUE, Duration.ZERO)).isFalse();
    }

    /** However long each takes: reading takes the share of the time that it may, and what the last one took. */
    @Test
    void theShareOfTheTimeIsBounded() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            DividedSnapshots divided = new DividedSnapshots();
            divided.took(0, 0);
            long reading = 0;
            long longest = 0;
            long now = 0;
            for (int i = 0; i < 1_000; i++) {
                now += random.nextInt(1, 10_000) * MS;
                if (divided.isDue(now, Duration.ofSeconds(random.nextInt(60)))) {
                    long took = random.nextInt(2_000) * MS;
                    divided.took(now, now + took);
                    now += took;
                    reading += took;
                    longest = Math.max(longest, took);
                }
            }
            assertThat(reading - longest)
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(Math.round(now * DividedSnapshots.SHARE));
        }
    }
}
