package dev.loomweight.amount;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers of three significant figures, without trailing zeros and the same in every locale: {@code 1.24}, {@code 37}. */
public final class ThreeFigures {

    private ThreeFigures() {}

    /**
     * A number so written; its integer part is never cut.
     *
     * @param value not negative, finite
     */
    public static String of(double value) {
        // Of the exact value of the double, as JavaScript's toFixed does it.
        BigDecimal digits =
                new BigDecimal(value).setScale(value < 9.995 ? 2 : value < 99.95 ? 1 : 0, RoundingMode.HALF_UP);
        return digits.signum() == 0 ? "0" : digits.stripTrailingZeros().toPlainString();
    }
}
