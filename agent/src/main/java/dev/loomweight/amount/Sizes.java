package dev.loomweight.amount;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sizes in bytes as users and JVM flags write them: {@code 512k}, {@code 1.5m}, {@code 2GB}, {@code 4096b}. A unit is the next
 * of B, K, M, G and T for each 1024 bytes, in either case, and all but the first may be followed by a B.
 */
public final class Sizes {

    private static final Pattern WRITTEN =
            Pattern.compile("(\\d{1,60}(?:\\.\\d{1,60})?) ?(b|[kmgt]b?)", Pattern.CASE_INSENSITIVE);
    private static final Pattern NUMBER = Pattern.compile("\\d{1,60}");
    private static final String UNITS = "bkmgt";

    private Sizes() {}

    /**
     * Reads one. Without a unit only 0 is one: who writes 512 hardly means bytes. What is not a whole number of bytes is
     * rounded to one.
     *
     * @return bytes
     * @throws IllegalArgumentException if the text is none, or does not fit in a long; the message says what is expected
     */
    public static long parse(String text) {
        BigDecimal bytes = text.strip().matches("0+") ? BigDecimal.ZERO : bytes(text);
        if (bytes == null && NUMBER.matcher(text.strip()).matches()) {
            throw new IllegalArgumentException("size '" + text + "' has no unit; expected for example " + text + "k, "
                    + text + "m or " + text + "g, or " + text + "b for bytes");
        }
        if (bytes == null) {
            throw new IllegalArgumentException("invalid size '" + text + "'; expected for example 512k, 1m or 1g");
        }
        BigDecimal whole = bytes.setScale(0, RoundingMode.HALF_UP);
        if (whole.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("size '" + text + "' is too large; the maximum is 8 EB");
        }
        return whole.longValueExact();
    }

    /**
     * The bytes of a text with a unit, exactly.
     *
     * @return null if the text is no size, or is a number alone
     */
    public static @Nullable BigDecimal bytes(String text) {
        Matcher written = WRITTEN.matcher(text.strip());
        if (!written.matches()) {
            return null;
        }
        int unit = UNITS.indexOf(written.group(2).toLowerCase(Locale.ROOT).charAt(0));
        return new BigDecimal(written.group(1)).multiply(BigDecimal.valueOf(1L << (10 * unit)));
    }
}
