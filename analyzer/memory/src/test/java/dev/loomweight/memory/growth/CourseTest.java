package dev.loomweight.memory.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.loomweight.amount.Quantity;
import dev.loomweight.memory.Place;
import dev.loomweight.memory.growth.Course.Slope;
import dev.loomweight.memory.growth.Course.Trend;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What counts as growth: not a step, not a sawtooth, not what has ended, not what is within the noise. */
class CourseTest {

    private static final long MB = 1 << 20;
    private static final long NOISE = 8 * MB;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10 47                             | GREW",
                "10 17                             | SAME",
                "47 10                             | SHRANK",
                "10 47 84                          | GROWS",
                "10 44 67                          | GREW",
                "10 84 84                          | STEP",
                "10 10 84                          | STEP",
                "10 47 10                          | SAME",
                "10 90 47                          | UP_AND_DOWN",
                "10 20 30 40 50 60 70              | GROWS",
                "10 21 29 41 48 62 69              | GROWS",
                "10 10 10 84 84 84 84              | STEP",
                "10 30 50 60 66 68 68 68 68 68     | ENDED",
                "84 70 60 50 40 30 20              | SHRANK",
                "10 90 12 88 11 91 10 89           | UP_AND_DOWN",
                "10 60 20 70 30 80 40 90 50 100    | GROWS",
                "10 14 8 12 9 13 16 11             | SAME",
            })
    void everyCourseHasItsTrend(String megabytes, Trend trend) {
        assertThat(course(megabytes).trend(NOISE)).isEqualTo(trend);
    }

    /** At the limits, by minute; the least change that is none is 8. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "10 18,         SAME",
        "10 19,         GREW",
        "18 10,         SAME",
        "19 10,         SHRANK",
        "10 10 10,      SAME",
        // Three quarters in one interval are a step.
        "0 75 100,      STEP",
        "0 74 100,      GREW",
        "0 25 100,      STEP",
        // A quarter of what was gained, lost again, is no sawtooth.
        "0 60 35 100,   GREW",
        "0 60 34 100,   UP_AND_DOWN",
        // A quarter of the mean rate in the last third is no end.
        "0 60 110 120,  GROWS",
        "0 60 111 120,  ENDED",
        // The last third of four intervals is one, of seven two.
        "0 40 86 96 100,           ENDED",
        "0 40 81 91 100,           GROWS",
        "0 20 40 60 90 98 99 100,  ENDED",
        "0 20 40 60 80 90 92 100,  GROWS",
        // Steps of more than half of what is noise.
        "0 11 15,       UP_AND_DOWN",
        "0 12 17,       GREW",
        // A sawtooth whose lows rise by more than half of what is noise grows, unless it has ended.
        "0 50 60 70 80 5 100 110 120 130, GROWS",
        "0 50 60 70 80 4 100 110 120 130, UP_AND_DOWN",
        "0 50 60 70 80 5 130 130 130 130, UP_AND_DOWN",
        "0 30 60 90 120 80 130 130 130 130, UP_AND_DOWN",
        "0 30 60 90 120 80 100 110 120 130, GROWS",
        // Of nine moments, the lows are those of the first four and of the last five.
        "0 30 30 0 60 60 60 40 100,     GROWS",
        "20 50 50 0 80 80 24 130 150,   GROWS",
        "0 10 20 30 4 50 60 70 100,     UP_AND_DOWN",
        "0 60 30 90 60 100 100 100 100, UP_AND_DOWN",
        // The last third of nine moments is two intervals, of ten three.
        "0 20 40 60 80 90 100 96 101,    ENDED",
        "0 20 40 60 70 80 100 94 98 101, ENDED",
    })
    void limits(String values, Trend trend) {
        List<Long> all = Arrays.stream(values.split(" ", -1)).map(Long::valueOf).toList();

        assertThat(course(all).trend(8)).isEqualTo(trend);
    }

    /** The rate at the end is by time, and by moments only where they are at one time. */
    @ParameterizedTest(name = "{0} at {1} ms: {2}")
    @CsvSource({
        "0 40 80 90,                  0 1000 2000 100000,                    ENDED",
        "0 40 80 90,                  0 1000 2000 3000,                      GROWS",
        "0 10 20 30 40 50 60 69 78,   0 250 500 750 1000 1250 1500 1750 2000, GROWS",
        "0 40 80 82,                  0 0 0 0,                               ENDED",
        // An interval that has most of the time has most of any growth.
        "0 80 90 100,                 0 80000 90000 100000,                  GROWS",
        "0 76 88,                     0 61000 74000,                         GROWS",
        "0 80 90 100,                 0 50000 90000 100000,                  STEP",
        "0 80 90 100,                 0 51000 90000 100000,                  GREW",
    })
    void whetherItEndedIsByTime(String values, String times, Trend trend) {
        Course course = new Course(
                Arrays.stream(times.split(" ", -1))
                        .map(one -> Instant.ofEpochMilli(Long.parseLong(one)))
                        .toList(),
                Arrays.stream(values.split(" ", -1)).map(Long::valueOf).toList());

        assertThat(course.trend(8)).isEqualTo(trend);
    }

    @Test
    void theEndsOfACourse() {
        Instant start = Instant.EPOCH;
        Course course = Course.of(new TreeMap<>(Map.of(start, 5L, start.plusSeconds(3), 9L, start.plusSeconds(1), 2L)));

        assertThat(course.values()).containsExactly(5L, 2L, 9L);
        assertThat(course.first()).isEqualTo(5);
        assertThat(course.last()).isEqualTo(9);
        assertThat(course.change()).isEqualTo(4);
        assertThat(course.window()).isEqualTo(Duration.ofSeconds(3));
        Course untimed = new Course(List.of(start), List.of(5L, 9L));
        assertThat(untimed.times()).isEmpty();
        assertThat(untimed.window()).isZero();
    }

    /** Of inputs in the wrong order, or after a step of the clock, nothing is known of the rate. */
    @Test
    void timesThatGoBack() {
        Course course = new Course(List.of(Instant.EPOCH.plusSeconds(9), Instant.EPOCH), List.of(0L, 40L));

        assertThat(course.slope()).isEmpty();
        assertThat(course.trend(8)).isEqualTo(Trend.GREW);
    }

    /** Moments that are all at one time have an order and no slope. */
    @Test
    void atOneTime() {
        Course course = new Course(List.of(Instant.EPOCH, Instant.EPOCH, Instant.EPOCH), List.of(0L, 40L, 80L));

        assertThat(course.slope()).isEmpty();
        assertThat(course.trend(8)).isEqualTo(Trend.GROWS);
        // By moments: the last of three intervals has less than a quarter of the mean.
        assertThat(new Course(List.of(), List.of(0L, 60L, 111L, 120L)).trend(8)).isEqualTo(Trend.ENDED);
        assertThat(new Course(List.of(), List.of(0L, 60L, 110L, 120L)).trend(8)).isEqualTo(Trend.GROWS);
    }

    @Test
    void aSlopeRisesByMoreThanItsError() {
        assertThat(new Slope(5, 4.9).isRising()).isTrue();
        assertThat(new Slope(5, 5).isRising()).isFalse();
        assertThat(new Slope(5, Double.NaN).isRising()).isFalse();
    }

    /** Of a course that goes up and down, the slope counts: 8 a minute, for three minutes. */
    @Test
    void howMuchAPlaceGrew() {
        assertThat(Grown.of(Place.GC, course(List.of(0L, 100L, 0L, 60L)), 8, "").bytes())
                .isEqualTo(24);
        assertThat(Grown.of(Place.GC, new Course(List.of(), List.of(0L, 100L, 0L, 60L)), 8, "")
                        .bytes())
                .isEqualTo(60);
        assertThat(Grown.of(Place.GC, course(List.of(0L, 40L, 84L)), 8, "").bytes())
                .isEqualTo(84);
    }

    @Test
    void theLargestGrowthIsFirst() {
        Grown little = Grown.of(Place.GC, course(List.of(0L, 5L)), 0, "");
        Grown much = Grown.of(Place.CODE, course(List.of(90L, 99L)), 0, "");
        Grown asMuch = Grown.of(Place.OTHER, course(List.of(0L, 9L)), 0, "");

        assertThat(List.of(little, asMuch, much).stream().sorted(Grown.BY_GROWTH))
                .containsExactly(much, asMuch, little);
    }

    @ParameterizedTest(name = "{0} s: per {1}, 2 bytes a second are {2}")
    @CsvSource({
        "59,   second, 2,    PerSecond",
        "60,   minute, 120,  PerMinute",
        "3600, minute, 120,  PerMinute",
        "3601, hour,   7200, PerHour",
    })
    void theUnitOfASlope(long seconds, String unit, long bytes, String key) {
        Rates rates = Rates.of(Duration.ofSeconds(seconds));

        assertThat(rates.unit()).isEqualTo(unit);
        assertThat(rates.bytes(2)).isEqualTo(bytes);
        assertThat(rates.key()).isEqualTo(key);
    }

    /** 8 MB, or 1 % of a large process. */
    @ParameterizedTest(name = "{0} MB: {1} MB")
    @CsvSource({"0, 8", "800, 8", "1600, 16"})
    void whatIsTakenForNoise(long total, long noise) {
        assertThat(ProcessGrowth.noise(total * MB)).isEqualTo(noise * MB);
    }

    /** From the second snapshot on, what a slope leaves where that is less (9, 7 and 12 leave 3.5); -1 is not known. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"5 9, ''", "5 9 7, 2", "5 -1 9, ''", "50 -1 9 7 12, 4", "0 3 4, 1", "'', ''"})
    void howFarAProcessMovesByItself(String resident, String variation) {
        OptionalLong found = ProcessGrowth.variation(Arrays.stream(resident.split(" ", -1))
                .filter(bytes -> !bytes.isEmpty())
                .map(bytes -> Quantity.notNegative(Long.parseLong(bytes), "")));

        assertThat(found)
                .isEqualTo(variation.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(variation)));
    }

    @Test
    void theSlopeIsLeastSquaresWithItsError() {
        // By hand: minutes -1, 0 and 1 around their mean, so (73 - 10) / 2.
        Slope slope = course("10 40 73").slope().orElseThrow();

        assertThat(slope.perSecond() * 60 / MB).isCloseTo(31.5, offset(1e-6));
        // Residuals 0.5, −1, 0.5: s² = 1.5, standard error √(1.5/2), times the 12.706 of one degree of freedom.
        assertThat(slope.halfWidth() * 60 / MB).isCloseTo(12.7062 * Math.sqrt(0.75), offset(1e-3));
    }

    @Test
    void twoMomentsHaveADifferenceAndNoError() {
        Slope slope = course("10 47").slope().orElseThrow();

        assertThat(slope.perSecond() * 60).isCloseTo(37.0 * MB, offset(1.0));
        assertThat(slope.halfWidth()).isNaN();
    }

    @Test
    void withoutTimesThereIsNoSlopeAndStillATrend() {
        Course course = new Course(List.of(), List.of(10 * MB, 47 * MB, 84 * MB));

        assertThat(course.slope()).isEmpty();
        assertThat(course.trend(NOISE)).isEqualTo(Trend.GROWS);
    }

    /** What only jitters must not be said to grow; of courses that rise by four times the jitter, nearly all must. */
    @Test
    void jitterIsNoGrowthAndGrowthIsFoundInJitter() {
        Random random = new Random(42);
        long falsely =
                IntStream.range(0, 1000).filter(i -> grows(noisy(random, 0))).count();
        long found =
                IntStream.range(0, 1000).filter(i -> grows(noisy(random, 80))).count();

        assertThat(falsely).as("of 1000 without growth").isLessThan(10);
        assertThat(found).as("of 1000 with growth").isGreaterThan(900);
    }

    private static boolean grows(Course course) {
        return course.trend(NOISE) == Trend.GROWS;
    }

    /** Twenty moments of 100 MB, with jitter of 20 MB from end to end, that rise by an amount. */
    private static Course noisy(Random random, double rise) {
        List<Long> values = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            values.add(Math.round((100 + rise * i / 19 + 20 * random.nextDouble()) * MB));
        }
        return course(values);
    }

    private static Course course(String megabytes) {
        List<Long> values = new ArrayList<>();
        for (String one : megabytes.strip().split(" +", -1)) {
            values.add(Long.parseLong(one) * MB);
        }
        return course(values);
    }

    private static Course course(List<Long> values) {
        return new Course(
                IntStream.range(0, values.size())
                        .mapToObj(i -> Instant.ofEpochSecond(60L * i))
                        .toList(),
                values);
    }
}
