package dev.loomweight.kernel.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AlikeTest {

    private static final String TYPE = "jdk.VirtualThreadPinned";

    /** Every number is a different one, so that a sum can only come from its own. */
    private static OfSource source(int number, Duration threshold) {
        return new OfSource(
                new Origin("r" + number, null, "r" + number + ".jfr", Instrument.JFR),
                Instant.EPOCH,
                Instant.EPOCH,
                0,
                0,
                List.of(new OfEvent(
                        TYPE,
                        State.RECORDED,
                        1000,
                        1,
                        threshold,
                        new Coverage.Stacks(true, 10, 100, 60 + number),
                        List.of("startTime"))),
                List.of());
    }

    @Test
    void ofManyRecordingsTheFiguresAreAddedUpByTheirSettings() {
        Coverage coverage = new Coverage(IntStream.range(0, 10)
                .mapToObj(number -> source(number, Duration.ofMillis(number == 4 ? 20 : 0)))
                .toList());

        List<Alike> alike = Alike.of(coverage, TYPE);

        assertThat(alike).extracting(Alike::name).containsExactly("9 recordings", "r4");
        assertThat(alike.getFirst().event())
                .isEqualTo(new OfEvent(
                        TYPE,
                        State.RECORDED,
                        9000,
                        9,
                        Duration.ZERO,
                        new Coverage.Stacks(true, 90, 900, 69),
                        List.of("startTime")));
    }

    @Test
    void aFewAreEachTheirOwn() {
        Coverage coverage = new Coverage(IntStream.range(0, Alike.MAX_SINGLE_NAMES)
                .mapToObj(number -> source(number, Duration.ZERO))
                .toList());

        assertThat(Alike.of(coverage, TYPE)).hasSize(Alike.MAX_SINGLE_NAMES);
    }
}
