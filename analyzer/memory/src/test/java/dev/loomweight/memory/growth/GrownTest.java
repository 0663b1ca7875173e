package dev.loomweight.memory.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.Place;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of a place is said as a finding, and how much it grew; the noise is 8. */
class GrownTest {

    private static final String UP_AND_DOWN = "0 40 10 50 5 60 20 45";

    private static Grown grown(Place place, String values, boolean timed, String evidence) {
        List<Long> all = Arrays.stream(values.split(" ", -1)).map(Long::valueOf).toList();
        List<Instant> times = IntStream.range(0, timed ? all.size() : 0)
                .mapToObj(second -> Instant.ofEpochSecond(2L * second))
                .toList();
        return Grown.of(place, new Course(times, all), 8, evidence);
    }

    /** Of a heap of which it is not known what is live, only with evidence; the spare heap never. */
    @ParameterizedTest
    @CsvSource({
        "CODE,          0 40,    '',     true",
        "CODE,          0 20 40, '',     true",
        "CODE,          0 8,     '',     false",
        "CODE,          40 0,    '',     false",
        "CODE,          0 40 40, '',     false",
        "HEAP_RESIDENT, 0 40,    '',     false",
        "HEAP_RESIDENT, 0 40,    'Kept', true",
        "HEAP_RESIDENT, 40 0,    'Kept', false",
        "HEAP_SPARE,    0 40,    'Kept', false",
    })
    void whatIsAFinding(Place place, String values, String evidence, boolean finding) {
        assertThat(grown(place, values, true, evidence).isFinding()).isEqualTo(finding);
    }

    /** The ends of a course that goes up and down are chance: its slope over the window counts, 1.90 a second for 14 seconds. */
    @Test
    void howMuchItGrew() {
        assertThat(grown(Place.CODE, UP_AND_DOWN, true, "").trend()).isEqualTo(Course.Trend.UP_AND_DOWN);
        assertThat(grown(Place.CODE, UP_AND_DOWN, true, "").bytes()).isEqualTo(27);
        assertThat(grown(Place.CODE, UP_AND_DOWN, false, "").bytes()).isEqualTo(45);
        assertThat(grown(Place.CODE, "0 10 20 45", true, "").bytes()).isEqualTo(45);
        assertThat(grown(Place.CODE, "45 20 10 0", true, "").bytes()).isEqualTo(-45);
    }
}
