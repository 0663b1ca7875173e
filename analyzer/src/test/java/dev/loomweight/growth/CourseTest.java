package dev.loomweight.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.loomweight.growth.Course.Slope;
import dev.loomweight.growth.Course.Trend;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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
