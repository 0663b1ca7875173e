package dev.loomweight.threadcost.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.loomweight.fold.Spread;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatisticsTest {

    /** NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2. */
    @ParameterizedTest
    @CsvSource({"1, 12.706", "2, 4.303", "3, 3.182", "4, 2.776", "5, 2.571", "10, 2.228", "30, 2.042", "100, 1.984"})
    void theConfidenceIntervalIsStudents(int degrees, double value) {
        assertThat(new LeastSquares.Estimate(7, 1, degrees).halfWidth()).isCloseTo(value, within(0.0006));
    }

    @Test
    void medianAndDeviationDoNotMoveWithOneWildRun() {
        assertThat(Spread.of(List.of(3.0, 1.0, 2.0))).isEqualTo(new Spread(3, 2, 1, 1, 3));
        assertThat(Spread.of(List.of(3.0, 1.0, 2000.0))).isEqualTo(new Spread(3, 3, 2, 1, 2000));
        assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 7.0))).isEqualTo(new Spread(4, 3, 1.5, 1, 7));
        assertThat(Spread.of(List.of(5.0))).isEqualTo(new Spread(1, 5, 0, 5, 5));
        assertThatThrownBy(() -> Spread.of(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
