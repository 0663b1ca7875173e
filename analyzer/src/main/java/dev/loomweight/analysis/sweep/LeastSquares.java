package dev.loomweight.analysis.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Ordinary least squares with standard errors, by the modified Gram-Schmidt form of the QR factorization (Golub and
 * Van Loan, Matrix Computations, 5.2.8 and 5.3); errors as in the NIST/SEMATECH e-Handbook, 4.4.3.1: the residual
 * variance times the diagonal of the inverse of X'X. A handful of terms at most.
 */
final class LeastSquares {

    /** What is left of a column, against its length, once the columns before it explain it: rounding alone. */
    private static final double RANK_TOLERANCE = 1e-9;

    private final int terms;
    private final double[][] q;
    private final double[][] r;

    private LeastSquares(double[][] rows, int terms) {
        this.terms = terms;
        this.q = new double[terms][rows.length];
        this.r = new double[terms][terms];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < terms; j++) {
                q[j][i] = rows[i][j];
            }
        }
    }

    /**
     * One coefficient.
     *
     * @param value the estimate
     * @param standardError its standard error, or NaN where there are no more observations than terms
     * @param degreesOfFreedom observations less terms
     */
    record Estimate(double value, double standardError, int degreesOfFreedom) {

        /** Half the width of the 95 % confidence interval, or NaN where there is no error to tell it from. */
        double halfWidth() {
            return degreesOfFreedom < 1 ? Double.NaN : standardError * StudentT.twoSided(0.95, degreesOfFreedom);
        }
    }

    /**
     * Fits {@code y = rows * coefficients}.
     *
     * @param rows one per observation, of as many values as there are terms, 1 or more; a constant term is a column of
     *     ones
     * @param y the observations
     * @return one estimate per term; empty where the observations do not tell the terms apart
     */
    static Optional<List<Estimate>> fit(double[][] rows, double[] y) {
        int terms = rows.length == 0 ? 0 : rows[0].length;
        if (rows.length < terms || terms == 0) {
            return Optional.empty();
        }
        LeastSquares squares = new LeastSquares(rows, terms);
        return squares.factorize() ? Optional.of(squares.solve(y.clone())) : Optional.empty();
    }

    private boolean factorize() {
        for (int j = 0; j < terms; j++) {
            double before = norm(q[j]);
            for (int k = 0; k < j; k++) {
                r[k][j] = removeProjection(q[j], q[k]);
            }
            r[j][j] = norm(q[j]);
            // Written so that NaN fails too.
            if (!(r[j][j] > before * RANK_TOLERANCE)) {
                return false;
            }
            for (int i = 0; i < q[j].length; i++) {
                q[j][i] /= r[j][j];
            }
        }
        return true;
    }

    private List<Estimate> solve(double[] residuals) {
        double[] projections = new double[terms];
        for (int j = 0; j < terms; j++) {
            projections[j] = removeProjection(residuals, q[j]);
        }
        double[] coefficients = backSubstituted(projections);
        int free = residuals.length - terms;
        double deviation = free == 0 ? Double.NaN : norm(residuals) / Math.sqrt(free);
        List<Estimate> estimates = new ArrayList<>();
        for (int j = 0; j < terms; j++) {
            estimates.add(new Estimate(coefficients[j], deviation * norm(rowOfInverse(j)), free));
        }
        return estimates;
    }

    private double[] backSubstituted(double[] right) {
        double[] solution = new double[terms];
        for (int j = terms - 1; j >= 0; j--) {
            double rest = right[j];
            for (int k = j + 1; k < terms; k++) {
                rest -= r[j][k] * solution[k];
            }
            solution[j] = rest / r[j][j];
        }
        return solution;
    }

    /** Row j of the inverse of R; its length squared is the j-th diagonal element of the inverse of X'X. */
    private double[] rowOfInverse(int j) {
        double[] row = new double[terms];
        row[j] = 1 / r[j][j];
        for (int k = j + 1; k < terms; k++) {
            double sum = 0;
            for (int m = j; m < k; m++) {
                sum -= row[m] * r[m][k];
            }
            row[k] = sum / r[k][k];
        }
        return row;
    }

    /** Takes the part of a vector away that lies along a unit vector, and gives its length. */
    private static double removeProjection(double[] vector, double[] unit) {
        double along = 0;
        for (int i = 0; i < vector.length; i++) {
            along += vector[i] * unit[i];
        }
        for (int i = 0; i < vector.length; i++) {
            vector[i] -= along * unit[i];
        }
        return along;
    }

    private static double norm(double[] vector) {
        double squares = 0;
        for (double value : vector) {
            squares += value * value;
        }
        return Math.sqrt(squares);
    }
}
