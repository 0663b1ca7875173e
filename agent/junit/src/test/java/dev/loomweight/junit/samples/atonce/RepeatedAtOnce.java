package dev.loomweight.junit.samples.atonce;

import dev.loomweight.junit.NoPins;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of several runs at once, of which one alone pins: the one of {@code pinning} or number 2. */
@NoPins(atMost = 0)
class RepeatedAtOnce {

    private static final int RUNS = 6;

    @ParameterizedTest
    @ValueSource(strings = {"first", "pinning", "last"})
    void parameterized(String name) throws Exception {
        Meeting.of(RepeatedAtOnce.class, RUNS, () -> Shop.serve(name.equals("pinning")));
    }

    @RepeatedTest(3)
    void repeated(RepetitionInfo info) throws Exception {
        Meeting.of(RepeatedAtOnce.class, RUNS, () -> Shop.serve(info.getCurrentRepetition() == 2));
    }
}
