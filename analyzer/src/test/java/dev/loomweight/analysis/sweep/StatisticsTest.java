package dev.loomweight.analysis.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatisticsTest {

    /** NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2. */
    @ParameterizedTest
    @CsvSource({
        "0.95, 1, 12.706", "0.95, 2, 4.303", "0.95, 3, 3.182", "0.95, 4, 2.776", "0.95, 5, 2.571", "0.95, 10, 2.228",
        "0.95, 30, 2.042", "0.95, 100, 1.984", "0.90, 7, 1.895", "0.99, 1, 63.657", "0.99, 8, 3.355", "0.98, 25, 2.485"
    })
    void studentsTAsItsTablesHaveIt(double probability, int degrees, double value) {
        assertThat(StudentT.twoSided(probability, degrees)).isCloseTo(value, within(0.0006));
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
