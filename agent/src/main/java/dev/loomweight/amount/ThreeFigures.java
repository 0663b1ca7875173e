package dev.loomweight.amount;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers of three significant figures, without trailing zeros and the same in every locale: {@code 1.24}, {@code 37}. */
public final class ThreeFigures {

    /** From here on doubles are whole numbers. */
    private static final double WHOLE = 1L << 52;

    /** Below, hundredths of a double's mantissa fit in a long, with room for rounding. */
    private static final double SMALL = 1024;

    private static final int MANTISSA_BITS = 52;
    private static final int MAX_SHIFT_BITS = 62;

    private ThreeFigures() {}

    /**
     * A number so written; its integer part is never cut.
     *
     * @param value not negative, finite
     */
    public static String of(double value) {
        return rounded(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
    }

    /**
     * A number with so many decimals at most, without trailing zeros. Half a unit is rounded up, of the exact value of the
     * double, as JavaScript's {@code toFixed} does it.
     *
     * @param value finite
     * @param decimals 0 to 2
     */
    public static String rounded(double value, int decimals) {
        double size = Math.abs(value);
        if (size >= (decimals == 0 ? WHOLE : SMALL)) {
            return new BigDecimal(value)
                    .setScale(decimals, RoundingMode.HALF_UP)
                    .stripTrailingZeros()
                    .toPlainString();
        }
        int unit = decimals == 0 ? 1 : decimals == 1 ? 10 : 100;
        long units = decimals == 0 ? Math.round(size) : units(size, unit);
        if (units == 0) {
            return "0";
        }
        String whole = (value < 0 ? "-" : "") + units / unit;
        long rest = units % unit;
        if (rest == 0) {
            return whole;
        }
        return unit == 100 && rest < 10
                ? whole + ".0" + rest
                : whole + "." + (unit == 100 && rest % 10 == 0 ? rest / 10 : rest);
    }

    // In integers, so that it is exact. Decimal numbers do the same, but first they make tables of large powers, which
    // takes longer than all figures of a report.
    private static long units(double size, int unit) {
        long bits = Double.doubleToLongBits(size);
        int shift = MANTISSA_BITS - Math.getExponent(size);
        if (shift > MAX_SHIFT_BITS) {
            return 0;
        }
        long mantissa = (bits & (1L << MANTISSA_BITS) - 1) | 1L << MANTISSA_BITS;
        return (mantissa * unit + (1L << (shift - 1))) >>> shift;
    }
}
