package dev.loomweight.amount;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lengths of time: as users write them in options, files and queries ({@code 500ms}, {@code 1.5 s}, {@code 1m}, {@code 2d}), and as
 * reports and logs show them ({@code 1.24 s}, {@code 10 min 12 s}).
 */
public final class Durations {

    private static final Pattern WRITTEN =
            Pattern.compile("(\\d{1,60}(?:\\.\\d{1,60})?) ?(ns|us|\u00b5s|\u03bcs|ms|s|m|min|h|d)");

    /** Whole numbers of so many digits fit in a long, whatever their unit. */
    private static final int MAX_EXACT_DIGITS = 4;

    /** What a message gives as examples. */
    private static final String EXPECTED = "expected for example 500ms, 2s or 1m";

    /** 114 years: a time that is added to another still fits in a long as nanoseconds. */
    private static final long MAX_HOURS = 1_000_000;

    private Durations() {}

    /**
     * Reads one: a number, which may have a fraction, and its unit (ns, us or µs, ms, s, m or min, h, d), with a blank
     * between them or none. Only 0 needs no unit. What is not a whole number of nanoseconds is rounded to one.
     *
     * @throws IllegalArgumentException if the text is none, or longer than 1,000,000 hours; the message says what is expected
     */
    public static Duration parse(String text) {
        // What people write mostly takes no decimal numbers, whose tables take longer to make than all else at a start.
        Matcher written = WRITTEN.matcher(text.strip());
        if (written.matches()
                && written.group(1).length() <= MAX_EXACT_DIGITS
                && written.group(1).indexOf('.') < 0) {
            return Duration.ofNanos(Long.parseLong(written.group(1)) * unitNanos(written.group(2)));
        }
        BigDecimal nanos = text.strip().equals("0") ? BigDecimal.ZERO : nanos(text);
        if (nanos == null) {
            throw new IllegalArgumentException("invalid duration '" + text + "'; " + EXPECTED);
        }
        if (nanos.compareTo(BigDecimal.valueOf(Duration.ofHours(MAX_HOURS).toNanos())) > 0) {
            throw new IllegalArgumentException(
                    "duration '" + text + "' is too long; the maximum is " + MAX_HOURS + "h");
        }
        return Duration.ofNanos(nanos.setScale(0, RoundingMode.HALF_UP).longValueExact());
    }

    /**
     * The nanoseconds of a text with a unit, exactly.
     *
     * @return null if the text is no length of time, or is a number alone
     */
    public static @Nullable BigDecimal nanos(String text) {
        Matcher written = WRITTEN.matcher(text.strip());
        return written.matches()
                ? new BigDecimal(written.group(1)).multiply(BigDecimal.valueOf(unitNanos(written.group(2))))
                : null;
    }

    private static long unitNanos(String unit) {
        return switch (unit) {
            case "ns" -> 1;
            case "us", "\u00b5s", "\u03bcs" -> 1_000;
            case "ms" -> 1_000_000;
            case "s" -> 1_000_000_000L;
            case "m", "min" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            default -> 86_400_000_000_000L;
        };
    }

    /** As {@link #parse} reads it, in the largest unit up to hours of which it is a whole number; 0 is {@code 0}. */
    public static String written(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos == 0) {
            return "0";
        }
        for (String unit : List.of("h", "m", "s", "ms", "us")) {
            if (nanos % unitNanos(unit) == 0) {
                return nanos / unitNanos(unit) + unit;
            }
        }
        return nanos + "ns";
    }

    /**
     * For people, in three figures and the same in every locale: {@code 850 ns}, {@code 1.5 µs}, {@code 37 ms}, {@code 1.24
     * s}, {@code 10 min 12 s}, and to the minute from an hour on: {@code 2 h 5 min}. Zero is {@code 0 ms}.
     *
     * @param nanos the length in nanoseconds; the largest long stands for all that does not fit
     */
    public static String text(long nanos) {
        double length = Math.abs((double) nanos);
        String sign = nanos < 0 ? "-" : "";
        if (nanos == Long.MAX_VALUE) {
            // A sum that does not fit, or a time that is not limited.
            return "\u2265 292 years";
        } else if (length == 0) {
            return "0 ms";
        } else if (length < 999.5) {
            return sign + ThreeFigures.of(length) + " ns";
        } else if (length < 999.5e3) {
            return sign + ThreeFigures.of(length / 1e3) + " µs";
        } else if (length < 999.5e6) {
            return sign + ThreeFigures.of(length / 1e6) + " ms";
        } else if (length < 59.95e9) {
            return sign + ThreeFigures.of(length / 1e9) + " s";
        }
        long seconds = Math.round(length / 1e9);
        return sign
                + (seconds < 3600 ? twoUnits(seconds, "min", "s") : twoUnits(Math.round(length / 60e9), "h", "min"));
    }

    /** As {@link #text(long)} writes it. */
    public static String text(Duration duration) {
        return text(duration.toNanos());
    }

    private static String twoUnits(long amount, String unit, String sixtieth) {
        String whole = String.format(Locale.ROOT, "%,d %s", amount / 60, unit);
        return amount % 60 == 0 ? whole : whole + " " + amount % 60 + " " + sixtieth;
    }
}
