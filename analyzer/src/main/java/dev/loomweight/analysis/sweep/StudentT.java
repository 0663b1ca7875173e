package dev.loomweight.analysis.sweep;

/** Student's t distribution with a whole number of degrees of freedom. */
final class StudentT {

    /** Halvings after which the angle cannot become more exact. */
    private static final int HALVINGS = 60;

    private StudentT() {}

    /**
     * The value that |t| stays below with a given probability.
     *
     * @param probability 0 to 1, both excluded
     * @param degrees the degrees of freedom, 1 or more
     */
    static double twoSided(double probability, int degrees) {
        double low = 0;
        double high = Math.PI / 2;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (within(middle, degrees) < probability) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return Math.tan((low + high) / 2) * Math.sqrt(degrees);
    }

    /**
     * The probability that |t| is at most {@code tan(angle) * sqrt(degrees)}: Abramowitz and Stegun, Handbook of
     * Mathematical Functions, 26.7.3 and 26.7.4.
     */
    private static double within(double angle, int degrees) {
        boolean odd = degrees % 2 == 1;
        double cosine = Math.cos(angle);
        double term = odd ? cosine : 1;
        double sum = 0;
        for (int k = odd ? 1 : 0; k <= degrees - 2; k += 2) {
            sum += term;
            term *= cosine * cosine * (k + 1) / (k + 2);
        }
        return odd ? 2 / Math.PI * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
    }
}
