package dev.loomweight.cli;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses durations: {@code 20ns}, {@code 500us}, {@code 1.5ms}, {@code 2s}, {@code 1m}, {@code 1h}. */
final class DurationConverter implements ITypeConverter<Duration> {

    private static final Pattern DURATION =
            Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)");

    /** 100 years, which fits in a long as nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    @Override
    public Duration convert(String value) {
        Matcher duration = DURATION.matcher(value);
        if (!duration.matches()) {
            throw new TypeConversionException("invalid duration '" + value + "'; expected for example 500ms, 2s or 1m");
        }
        Duration unit = switch (duration.group(2)) {
            case "ns" -> Duration.ofNanos(1);
            case "us", "\u00b5s", "\u03bcs" -> Duration.of(1, ChronoUnit.MICROS);
            case "ms" -> Duration.ofMillis(1);
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            default -> Duration.ofHours(1);
        };
        BigDecimal nanos = new BigDecimal(duration.group(1)).multiply(BigDecimal.valueOf(unit.toNanos()));
        if (nanos.compareTo(BigDecimal.valueOf(LONGEST.toNanos())) > 0) {
            throw new TypeConversionException(
                    "duration '" + value + "' is too long; the maximum is " + LONGEST.toHours() + "h");
        }
        if (nanos.stripTrailingZeros().scale() > 0) {
            throw new TypeConversionException("duration '" + value + "' is not a whole number of nanoseconds");
        }
        return Duration.ofNanos(nanos.longValueExact());
    }

    /** A duration as it is written, in the largest unit up to milliseconds of which it is a whole number. */
    static String written(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos % 1_000_000 == 0) {
            return nanos / 1_000_000 + "ms";
        }
        return nanos % 1000 == 0 ? nanos / 1000 + "us" : nanos + "ns";
    }
}
