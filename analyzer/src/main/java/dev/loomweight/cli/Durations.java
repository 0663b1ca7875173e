package dev.loomweight.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Lengths of time: {@code 500ms}, {@code 2s}, {@code 1m}, {@code 1h}. */
final class Durations implements ITypeConverter<Duration> {

    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    /** As nanoseconds it fits in a number: 100 years. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    @Override
    public Duration convert(String value) {
        Matcher duration = DURATION.matcher(value);
        if (!duration.matches()) {
            throw new TypeConversionException("'" + value + "' is no length of time; write 500ms, 2s or 1m");
        }
        long amount = Long.parseLong(duration.group(1));
        Duration length = switch (duration.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
        };
        if (length.compareTo(LONGEST) > 0) {
            throw new TypeConversionException("'" + value + "' is too long; at most " + LONGEST.toHours() + "h");
        }
        return length;
    }
}
