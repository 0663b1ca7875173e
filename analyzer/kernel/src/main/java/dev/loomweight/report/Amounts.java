package dev.loomweight.report;

import dev.loomweight.amount.Durations;
import dev.loomweight.amount.ThreeFigures;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Amounts as text, for sentences, tables, charts and screens alike: three significant figures without trailing zeros,
 * and the unit that fits. The same in every locale. The html page formats the ticks of its charts by the same rules in
 * {@code format.js}, which a test compares with this class.
 */
public final class Amounts {

    private static final String[] BYTE_UNITS = {"B", "KB", "MB", "GB", "TB", "PB", "EB"};

    private Amounts() {}

    /**
     * An amount as text, in two parts so that columns can be aligned between them.
     *
     * @param number the number; with the larger unit where there are two: {@code 10 min 12}
     * @param unit the last unit, such as {@code KB}; empty for counts and times
     */
    public record Amount(String number, String unit) {

        /** Both parts, such as {@code 3.91 GB}. */
        @Override
        public String toString() {
            return unit.isEmpty() ? number : number + " " + unit;
        }
    }

    /** The amount in a cell; empty for words, and for what is absent or not finite. */
    public static Optional<Amount> of(Cell cell) {
        // Not a switch over the types: that is linked anew in every run, which costs more than the figures of most.
        if (cell instanceof Cell.Nanos nanos) {
            return Optional.of(ofNanos(nanos.value()));
        } else if (cell instanceof Cell.Count count) {
            return Optional.of(new Amount(count(count.value()), ""));
        } else if (cell instanceof Cell.Bytes bytes) {
            return Optional.of(ofBytes(bytes.value()));
        } else if (cell instanceof Cell.Id id) {
            return Optional.of(new Amount(Long.toString(id.value()), ""));
        } else if (cell instanceof Cell.Ratio ratio) {
            return Double.isFinite(ratio.value() * 100) ? Optional.of(ofRatio(ratio.value())) : Optional.empty();
        } else if (cell instanceof Cell.Time time) {
            return Optional.of(new Amount(instant(time.value()), ""));
        }
        return Optional.empty();
    }

    /** An amount of memory in a binary unit, named as HotSpot names them: 1 KB is 1024 bytes. */
    public static String bytes(long bytes) {
        return ofBytes(bytes).toString();
    }

    /**
     * A duration: {@code 850 ns}, {@code 1.5 µs}, {@code 37 ms}, {@code 1.24 s}, {@code 10 min 12 s}, and to the minute
     * from an hour on: {@code 2 h 5 min}. Zero is {@code 0 ms}.
     *
     * @param nanos the duration in nanoseconds
     */
    public static String time(long nanos) {
        return Durations.text(nanos);
    }

    /** A number of things, with commas between thousands. */
    public static String count(long count) {
        String digits = Long.toString(count);
        return grouped(digits, digits.length());
    }

    /**
     * A number of things with their noun: {@code 1 pin}, {@code 2,400 pins}.
     *
     * @param one the noun for one; an {@code s} makes it plural
     */
    public static String count(long count, String one) {
        return count(count, one, one + "s");
    }

    /**
     * A number of things with words that depend on it: {@code 1 pin is}, {@code 2,400 pins are}.
     *
     * @param one the words after 1
     * @param many the words after any other number
     */
    public static String count(long count, String one, String many) {
        return count(count) + " " + (count == 1 ? one : many);
    }

    /** With commas between thousands of the digits up to an end, which is where a fraction begins. */
    private static String grouped(String digits, int end) {
        int begin = digits.startsWith("-") ? 1 : 0;
        if (end - begin <= 3) {
            return digits;
        }
        StringBuilder words = new StringBuilder(digits.length() + (end - begin) / 3);
        for (int i = 0; i < digits.length(); i++) {
            if (i > begin && i < end && (end - i) % 3 == 0) {
                words.append(',');
            }
            words.append(digits.charAt(i));
        }
        return words.toString();
    }

    /** A part of a whole in percent: 1.0 is 100 %. Only none is {@code 0 %}, and only all is {@code 100 %}. */
    public static String percent(double ratio) {
        return Double.isFinite(ratio * 100) ? ofRatio(ratio).toString() : "–";
    }

    /** How many times one is the other, to two figures. */
    public static String times(double factor) {
        return String.format(Locale.ROOT, factor < 10 ? "%.1f" : "%,.0f", factor);
    }

    /** A point in time, in UTC to the second: {@code 2026-03-01 12:00:00Z}. */
    public static String instant(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' ');
    }

    private static Amount ofBytes(long value) {
        double size = Math.abs((double) value);
        int unit = 0;
        while (size >= 1023.5 && unit < BYTE_UNITS.length - 1) {
            size /= 1024;
            unit++;
        }
        return new Amount(sign(value) + ThreeFigures.of(size), BYTE_UNITS[unit]);
    }

    private static Amount ofNanos(long value) {
        String text = Durations.text(value);
        int unit = text.lastIndexOf(' ');
        return new Amount(text.substring(0, unit), text.substring(unit + 1));
    }

    private static Amount ofRatio(double value) {
        double percent = value * 100;
        if (percent != 0 && Math.abs(percent) < 0.05) {
            return new Amount(percent > 0 ? "<0.1" : ">-0.1", "%");
        }
        if (percent < 100 && percent >= 99.95) {
            return new Amount(">99.9", "%");
        }
        String digits = ThreeFigures.rounded(percent, Math.abs(percent) < 99.95 ? 1 : 0);
        int dot = digits.indexOf('.');
        return new Amount(grouped(digits, dot < 0 ? digits.length() : dot), "%");
    }

    private static String sign(long value) {
        return value < 0 ? "-" : "";
    }

    /**
     * The first of some names, and how many more there are: {@code "a, b, c and 9 more"}.
     *
     * @param first as many as are named, at least; or all
     * @param all how many there are
     * @param most how many are named
     */
    public static String names(List<String> first, int all, int most) {
        List<String> named = first.subList(0, Math.min(most, first.size()));
        return String.join(", ", named) + (all > named.size() ? " and " + (all - named.size()) + " more" : "");
    }
}
