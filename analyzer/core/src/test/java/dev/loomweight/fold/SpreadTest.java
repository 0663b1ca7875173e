package dev.loomweight.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void medianAndDeviationDoNotMoveWithOneWildRun() {
        assertThat(Spread.of(List.of(3.0, 1.0, 2.0))).isEqualTo(new Spread(3, 2, 1, 1, 3));
        assertThat(Spread.of(List.of(3.0, 1.0, 2000.0))).isEqualTo(new Spread(3, 3, 2, 1, 2000));
        assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 7.0))).isEqualTo(new Spread(4, 3, 1.5, 1, 7));
        assertThat(Spread.of(List.of(5.0))).isEqualTo(new Spread(1, 5, 0, 5, 5));
        assertThatThrownBy(() -> Spread.of(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
