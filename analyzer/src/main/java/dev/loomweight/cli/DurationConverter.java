package dev.loomweight.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses durations: {@code 500ms}, {@code 2s}, {@code 1m}, {@code 1h}. */
final class DurationConverter implements ITypeConverter<Duration> {

    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    /** 100 years, which fits in a long as nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    @Override
    public Duration convert(String value) {
        Matcher duration = DURATION.matcher(value);
        if (!duration.matches()) {
            throw new TypeConversionException("invalid duration '" + value + "'; expected for example 500ms, 2s or 1m");
        }
        long amount = Long.parseLong(duration.group(1));
        Duration length = switch (duration.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
        };
        if (length.compareTo(LONGEST) > 0) {
            throw new TypeConversionException(
                    "duration '" + value + "' is too long; the maximum is " + LONGEST.toHours() + "h");
        }
        return length;
    }
}
