package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many carriers there are, and can be. */
class CarrierPoolTest {

    @ParameterizedTest
    @CsvSource({
        // carriers, maximum, at most now; all that there can be, then whether none is added
        "2, 256, 2, 2, true",
        "2, 256, 5, 5, false",
        "2, 4, 5, 4, false",
        "4, 256, 1, 4, true",
        "2, 0, 3, 3, false",
        "2, 0, 1, 2, true",
        "0, 0, 3, 3, false"
    })
    void thereAreNoMoreThanAreSeenOrTheSchedulerRuns(long carriers, long maximum, long now, long most, boolean fixed) {
        CarrierPool pool = new CarrierPool(carriers, maximum).atMost(now);

        assertThat(pool).isEqualTo(new CarrierPool(carriers, most));
        assertThat(pool.isFixed()).isEqualTo(fixed);
    }

    @ParameterizedTest
    @CsvSource({"2, 0, false", "2, 1, true", "2, 2, true", "2, 3, false", "0, 0, false"})
    void aPoolIsFixedWhereNoneCanBeAdded(long carriers, long maximum, boolean fixed) {
        assertThat(new CarrierPool(carriers, maximum).isFixed()).isEqualTo(fixed);
    }
}
