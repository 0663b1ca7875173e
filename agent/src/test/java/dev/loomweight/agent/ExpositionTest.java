package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.agent.Exposition.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpositionTest {

    @Test
    void openMetricsNamesACounterWithoutItsTotalAndEnds() {
        assertThat(sample(true)).isEqualTo("""
                # HELP w_seconds How long.
                # TYPE w_seconds counter
                # UNIT w_seconds seconds
                w_seconds_total{site="a\\"b\\\\c\\nd?"} 0.25
                # HELP w_now Now.
                # TYPE w_now gauge
                w_now 12345678901
                # HELP h_seconds Spread.
                # TYPE h_seconds histogram
                # UNIT h_seconds seconds
                h_seconds_bucket{cause="x",le="0.5"} 3
                h_seconds_bucket{cause="x",le="1.0"} 3
                h_seconds_bucket{cause="x",le="+Inf"} 4
                h_seconds_sum{cause="x"} 7.5
                h_seconds_count{cause="x"} 4
                # EOF
                """);
    }

    @Test
    void theOlderFormatNamesItWithItsTotalAndHasNoUnits() {
        assertThat(sample(false))
                .contains("# TYPE w_seconds_total counter\nw_seconds_total{")
                .doesNotContain("# UNIT", "# EOF");
    }

    private static String sample(boolean open) {
        Exposition text = new Exposition(open);
        text.family("w_seconds", Kind.COUNTER, "How long.").sample(Map.of("site", "a\"b\\c\nd\ud800"), 0.25);
        text.family("w_now", Kind.GAUGE, "Now.").sample(Map.of(), 12_345_678_901L);
        text.family("h_seconds", Kind.HISTOGRAM, "Spread.")
                .histogram(Map.of("cause", "x"), new double[] {.5, 1}, List.of(3L, 0L, 1L), 7.5);
        return text.end();
    }
}
