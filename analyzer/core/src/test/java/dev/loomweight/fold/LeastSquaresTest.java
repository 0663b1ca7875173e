package dev.loomweight.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.loomweight.fold.LeastSquares.Estimate;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against the certified values of NIST's Statistical Reference Datasets for linear regression. */
class LeastSquaresTest {

    private static final Percentage EXACT = Percentage.withPercentage(1e-7);

    /** NIST StRD "Norris", y and x: a calibration of ozone monitors. */
    private static final double[][] NORRIS = {
        {0.1, 0.2}, {338.8, 337.4}, {118.1, 118.2}, {888.0, 884.6}, {9.2, 10.1}, {228.1, 226.5},
        {668.5, 666.3}, {998.5, 996.3}, {449.1, 448.6}, {778.9, 777.0}, {559.2, 558.2}, {0.3, 0.4},
        {0.1, 0.6}, {778.1, 775.5}, {668.8, 666.9}, {339.3, 338.0}, {448.9, 447.5}, {10.8, 11.6},
        {557.7, 556.0}, {228.3, 228.1}, {998.0, 995.8}, {888.8, 887.6}, {119.6, 120.2}, {0.3, 0.3},
        {0.6, 0.3}, {557.6, 556.8}, {339.3, 339.1}, {888.0, 887.2}, {998.5, 999.0}, {778.9, 779.0},
        {10.2, 11.1}, {117.6, 118.3}, {228.9, 229.2}, {668.4, 669.1}, {449.2, 448.9}, {0.2, 0.5}
    };

    @Test
    void aLineAsNistCertifiesIt() {
        double[][] rows = new double[NORRIS.length][];
        double[] y = new double[NORRIS.length];
        for (int i = 0; i < NORRIS.length; i++) {
            rows[i] = new double[] {1, NORRIS[i][1]};
            y[i] = NORRIS[i][0];
        }

        List<Estimate> line = LeastSquares.fit(rows, y).orElseThrow();

        assertThat(line.get(0).value()).isCloseTo(-0.262323073774029, EXACT);
        assertThat(line.get(0).standardError()).isCloseTo(0.232818234301152, EXACT);
        assertThat(line.get(1).value()).isCloseTo(1.00211681802045, EXACT);
        assertThat(line.get(1).standardError()).isCloseTo(0.429796848199937E-03, EXACT);
        assertThat(line.get(1).degreesOfFreedom()).isEqualTo(34);
    }

    @Test
    void aLineThroughTheOriginAsNistCertifiesIt() {
        // StRD "NoInt1": 60 to 70, and 130 to 140.
        double[][] rows = new double[11][];
        double[] y = new double[11];
        for (int i = 0; i < 11; i++) {
            rows[i] = new double[] {60 + i};
            y[i] = 130 + i;
        }

        Estimate slope = LeastSquares.fit(rows, y).orElseThrow().getFirst();

        assertThat(slope.value()).isCloseTo(2.07438016528926, EXACT);
        assertThat(slope.standardError()).isCloseTo(0.165289256198347E-01, EXACT);
        // The certified error times Student's t for 10 degrees of freedom, 2.228139.
        assertThat(slope.halfWidth()).isCloseTo(0.0368287, within(1e-6));
    }

    /** NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2. */
    @ParameterizedTest
    @CsvSource({"1, 12.706", "2, 4.303", "3, 3.182", "4, 2.776", "5, 2.571", "10, 2.228", "30, 2.042", "100, 1.984"})
    void theConfidenceIntervalIsStudents(int degrees, double value) {
        assertThat(new Estimate(7, 1, degrees).halfWidth()).isCloseTo(value, within(0.0006));
    }

    @Test
    void aPlaneWithoutNoiseIsFoundAgainWhateverItIs() {
        qt().withExamples(300).forAll(longs().all(), integers().between(4, 30)).check((seed, count) -> {
            Random random = new Random(seed);
            double[] truth = {random.nextInt(100_000), random.nextInt(1_000), random.nextInt(1_000_000)};
            double[][] rows = new double[count][];
            double[] y = new double[count];
            for (int i = 0; i < count; i++) {
                double threads = 1 + random.nextInt(5_000);
                rows[i] = new double[] {threads, threads * random.nextInt(500), 1};
                y[i] = rows[i][0] * truth[0] + rows[i][1] * truth[1] + truth[2];
            }
            return LeastSquares.fit(rows, y)
                    .map(plane -> Math.abs(plane.get(0).value() - truth[0]) < 1e-3
                            && Math.abs(plane.get(1).value() - truth[1]) < 1e-3
                            && Math.abs(plane.get(2).value() - truth[2]) < 1)
                    .orElse(false);
        });
    }

    @Test
    void asManyObservationsAsTermsTellNoError() {
        Estimate slope = LeastSquares.fit(new double[][] {{1, 1}, {1, 3}}, new double[] {5, 9})
                .orElseThrow()
                .get(1);

        assertThat(slope.value()).isCloseTo(2, within(1e-12));
        assertThat(slope.standardError()).isNaN();
        assertThat(slope.halfWidth()).isNaN();
    }

    @Test
    void termsThatCannotBeToldApartAreNotFitted() {
        assertThat(LeastSquares.fit(new double[][] {{1, 4}, {1, 4}, {1, 4}}, new double[] {1, 2, 3}))
                .isEmpty();
        assertThat(LeastSquares.fit(new double[][] {{1, 4}}, new double[] {1})).isEmpty();
        assertThat(LeastSquares.fit(new double[][] {{0}, {0}}, new double[] {1, 2}))
                .isEmpty();
        assertThat(LeastSquares.fit(new double[][] {}, new double[] {})).isEmpty();
    }
}
