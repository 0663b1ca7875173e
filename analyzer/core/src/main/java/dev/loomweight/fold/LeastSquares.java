package dev.loomweight.fold;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.SingularMatrixException;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;

/** Ordinary least squares with standard errors, for a few terms. */
public final class LeastSquares {

    /** A column whose remainder after projection on the columns before it is below this share of its length is redundant. */
    private static final double RANK_TOLERANCE = 1e-9;

    private static final double CONFIDENCE = 0.95;

    private LeastSquares() {}

    /**
     * One coefficient.
     *
     * @param value the estimate
     * @param standardError its standard error, or NaN if there are no more observations than terms
     * @param degreesOfFreedom observations minus terms, 0 or more
     */
    public record Estimate(double value, double standardError, int degreesOfFreedom) {

        /** Half the width of the 95 % confidence interval, or NaN if the standard error is unknown. */
        public double halfWidth() {
            return degreesOfFreedom < 1
                    ? Double.NaN
                    : standardError
                            * new TDistribution(degreesOfFreedom).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
        }
    }

    /**
     * Fits {@code y = rows * coefficients}.
     *
     * @param rows one row per observation, one column per term, at least one column; for a constant term, a column of
     *     ones
     * @param y the observed values, one per row
     * @return one estimate per term; empty if the observations do not determine the terms
     */
    public static Optional<List<Estimate>> fit(double[][] rows, double[] y) {
        int terms = rows.length == 0 ? 0 : rows[0].length;
        if (rows.length < terms || terms == 0) {
            return Optional.empty();
        }
        double[] lengths = lengths(rows, terms);
        double[][] scaled = scaled(rows, lengths);
        try {
            double[] values = new QRDecomposition(new Array2DRowRealMatrix(scaled), RANK_TOLERANCE)
                    .getSolver()
                    .solve(new ArrayRealVector(y))
                    .toArray();
            double[] errors = errors(scaled, y);
            List<Estimate> estimates = new ArrayList<>();
            for (int j = 0; j < terms; j++) {
                estimates.add(new Estimate(values[j] / lengths[j], errors[j] / lengths[j], rows.length - terms));
            }
            return Optional.of(estimates);
        } catch (SingularMatrixException e) {
            return Optional.empty();
        }
    }

    private static double[] errors(double[][] rows, double[] y) {
        if (rows.length == rows[0].length) {
            double[] unknown = new double[rows[0].length];
            Arrays.fill(unknown, Double.NaN);
            return unknown;
        }
        OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression(RANK_TOLERANCE);
        regression.setNoIntercept(true);
        regression.newSampleData(y, rows);
        return regression.estimateRegressionParametersStandardErrors();
    }

    private static double[] lengths(double[][] rows, int terms) {
        double[] lengths = new double[terms];
        for (double[] row : rows) {
            for (int j = 0; j < terms; j++) {
                lengths[j] = Math.hypot(lengths[j], row[j]);
            }
        }
        return lengths;
    }

    // The tolerance applies to columns of length one. A column of zeros stays zero and is found redundant.
    private static double[][] scaled(double[][] rows, double[] lengths) {
        double[][] scaled = new double[rows.length][lengths.length];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < lengths.length; j++) {
                scaled[i][j] = lengths[j] == 0 ? 0 : rows[i][j] / lengths[j];
            }
        }
        return scaled;
    }
}
