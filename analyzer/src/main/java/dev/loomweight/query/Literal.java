package dev.loomweight.query;

import dev.loomweight.amount.Durations;
import dev.loomweight.amount.Sizes;
import dev.loomweight.sample.EpochNanos;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A value in a query: {@code 20ms}, {@code 64KB}, {@code 13:05:10}, {@code 5%}, {@code 42}, {@code "words"}.
 *
 * @param kind its kind
 * @param number its number, in the unit of its kind; for a time of day, nanoseconds since midnight (UTC)
 * @param text its text, without quotes
 * @param ofDay whether it is a time of day, of any day
 */
record Literal(Kind kind, double number, String text, boolean ofDay) {

    private static final Pattern AMOUNT = Pattern.compile("(\\d+(?:\\.\\d+)?)(\\p{L}+|%)?");
    private static final Pattern OF_DAY = Pattern.compile("\\d{1,2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?");

    /** A text. */
    static Literal text(String text) {
        return new Literal(Kind.TEXT, Double.NaN, text, false);
    }

    /** A number without a unit. */
    static Literal whole(long number) {
        return new Literal(Kind.COUNT, number, String.valueOf(number), false);
    }

    /** The same amount below 0. */
    Literal negated() {
        return new Literal(kind, -number, "-" + text, ofDay);
    }

    /** Its number, rounded; of a moment all nanoseconds, which {@link #number} has not. */
    long whole() {
        return kind == Kind.TIME && !ofDay ? EpochNanos.of(instant(text)) : Math.round(number);
    }

    /**
     * The value of a token.
     *
     * @throws QueryException if it is not a value
     */
    static Literal of(Token token) {
        if (token.type() == Token.Type.STRING) {
            return text(token.content());
        }
        Literal literal = token.type() == Token.Type.NUMBER ? of(token.text()) : text(token.text());
        if (literal == null) {
            throw new QueryException(
                    "invalid value " + token.text()
                            + "; expected for example 42, 20ms, 64KB, 5%, 13:05:10 or 2026-11-21T13:05:10Z",
                    token);
        }
        return literal;
    }

    /** Whether a text is a number with a unit, such as {@code 20ms}. */
    static boolean isAmount(String text) {
        return AMOUNT.matcher(text).matches() && of(text) != null;
    }

    private static @Nullable Literal of(String text) {
        Matcher amount = AMOUNT.matcher(text);
        if (amount.matches()) {
            return amount(Double.parseDouble(amount.group(1)), amount.group(2), text);
        }
        try {
            if (OF_DAY.matcher(text).matches()) {
                String padded = text.indexOf(':') == 1 ? "0" + text : text;
                return new Literal(Kind.TIME, LocalTime.parse(padded).toNanoOfDay(), text, true);
            }
            return new Literal(Kind.TIME, EpochNanos.of(instant(text)), text, false);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static Instant instant(String text) {
        if (text.length() == 10) {
            return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
        }
        return text.endsWith("Z")
                ? Instant.parse(text)
                : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
    }

    private static @Nullable Literal amount(double number, @Nullable String unit, String text) {
        if (unit == null) {
            return new Literal(Kind.COUNT, number, text, false);
        }
        if (unit.equals("%")) {
            return new Literal(Kind.RATIO, number / 100, text, false);
        }
        // A time first: 64m are minutes here.
        BigDecimal nanos = Durations.nanos(text);
        if (nanos != null) {
            return new Literal(Kind.NANOS, nanos.doubleValue(), text, false);
        }
        BigDecimal bytes = Sizes.bytes(text);
        return bytes == null ? null : new Literal(Kind.BYTES, bytes.doubleValue(), text, false);
    }
}
