package dev.loomweight.pins.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Curves of maxima; S is the shortest interval, of 2^20 ns. */
class MaximaTest {

    private static final long S = 1L << 20;

    @Test
    void aStretchCountsInAllIntervalsThatItTouches() {
        Maxima.Builder builder = new Maxima.Builder(S, 5 * S, 1);
        builder.add(S, 2 * S, 3);
        builder.add(3 * S - 1, 3 * S + 1, 7);
        builder.add(3 * S, 4 * S, 2);

        assertThat(builder.build()).isEqualTo(new Maxima(S, S, List.of(3L, 7L, 7L, 0L)));
    }

    @Test
    void whatIsOutsideDoesNotCount() {
        Maxima.Builder builder = new Maxima.Builder(2 * S, 4 * S, 1);
        builder.add(0, 2 * S, 9);
        builder.add(0, 2 * S + 1, 4);
        builder.add(3 * S, 9 * S, 5);
        builder.add(4 * S, 9 * S, 9);

        assertThat(builder.build().values()).containsExactly(4L, 5L);
    }

    /** Lengths are powers of two; there are 240 at most. */
    @ParameterizedTest(name = "from {0} to {1} S by {2} ns: {4} intervals of {3} S")
    @CsvSource({
        "0, 1, 1, 1, 1",
        "0, 240, 1, 1, 240",
        "0, 241, 1, 2, 121",
        "1, 241, 1, 1, 240",
        "1, 242, 1, 2, 121",
        "0, 4, 2097152, 2, 2",
        "0, 4, 2097153, 4, 1",
        "0, 4, 1048577, 2, 2",
        "0, 4, 1048576, 1, 4",
        "0, 480, 1, 2, 240",
    })
    void intervalsAreAsShortAsTheyMayBe(long from, long to, long atLeast, long length, int count) {
        Maxima maxima = new Maxima.Builder(from * S, to * S, atLeast).build();

        assertThat(maxima.intervalNanos()).isEqualTo(length * S);
        assertThat(maxima.values()).hasSize(count).containsOnly(0L);
        assertThat(maxima.fromNanos()).isEqualTo(from / length * length * S);
    }

    @Test
    void aFoldFileHasAMomentOfTheFirstInterval() {
        assertThat(Maxima.of(S + 5, S, List.of(1L, 2L))).isEqualTo(new Maxima(S, S, List.of(1L, 2L)));
        assertThat(Maxima.of(7, 1, List.of(1L)).fromNanos()).isEqualTo(7);
        assertThat(Maxima.of(7, 3, List.of())).isSameAs(Maxima.NONE);
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 0, -4, 6})
    void otherLengthsAreNone(long interval) {
        assertThatThrownBy(() -> Maxima.of(0, interval, List.of(1L)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("intervals of " + interval + " ns");
    }
}
