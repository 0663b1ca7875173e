package dev.loomweight.render;

import dev.loomweight.report.Cell;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * A cell as people read it, in two parts so that columns can be aligned between them. The same in every locale.
 *
 * @param kind what it is
 * @param text the number or the words; without control characters
 * @param suffix the unit with the space before it, or a footnote mark; may be empty
 */
public record Figure(Kind kind, String text, String suffix) {

    /** What a figure is. */
    public enum Kind {
        /** An amount or a point in time. */
        NUMBER,
        /** Words, or nothing. */
        WORDS,
        /** A value that is not known. */
        ABSENT
    }

    private static final String[] BYTE_UNITS = {" B", " KB", " MB", " GB", " TB", " PB", " EB"};

    /**
     * The figure of a cell.
     *
     * <ul>
     *   <li>bytes in binary units named as HotSpot names them (1 KB is 1024 B), three significant digits
     *   <li>nanoseconds as ns, µs, ms or s with three significant digits; from a minute on as {@code m:ss} or
     *       {@code h:mm:ss}
     *   <li>counts with a comma between thousands
     *   <li>ratios in percent with one decimal
     *   <li>times in UTC to the second
     *   <li>{@code –} for what is absent, or not a number
     * </ul>
     */
    public static Figure of(Cell cell) {
        return switch (cell) {
            case Cell.Bytes bytes -> ofBytes(bytes.value());
            case Cell.Nanos nanos -> ofNanos(nanos.value());
            case Cell.Count count -> number(String.format(Locale.ROOT, "%,d", count.value()), "");
            case Cell.Ratio ratio -> ofRatio(ratio.value());
            case Cell.Time time ->
                number(time.value().truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' '), "");
            case Cell.Text text -> words(Harmless.of(text.value()));
            case Cell.Link link -> words(Harmless.of(link.words()));
            case Cell.Absent absent -> absent("");
        };
    }

    /**
     * Words as they are.
     *
     * @param text text without control characters
     */
    static Figure words(String text) {
        return new Figure(Kind.WORDS, text, "");
    }

    /** What is not known, with the mark of its footnote. */
    static Figure absent(String mark) {
        return new Figure(Kind.ABSENT, "–", mark);
    }

    /** The columns that it takes. */
    int width() {
        return TerminalColumns.of(text) + TerminalColumns.of(suffix);
    }

    /** Both parts together: {@code 3.91 GB}. */
    @Override
    public String toString() {
        return text + suffix;
    }

    private static Figure number(String text, String suffix) {
        return new Figure(Kind.NUMBER, text, suffix);
    }

    private static Figure ofBytes(long value) {
        if (value == 0) {
            return number("0", "");
        }
        double size = Math.abs((double) value);
        int unit = 0;
        while (size >= 1023.5 && unit < BYTE_UNITS.length - 1) {
            size /= 1024;
            unit++;
        }
        BigDecimal digits = threeDigits(size);
        String text = digits.signum() == 0 ? "0" : digits.stripTrailingZeros().toPlainString();
        return number(sign(value) + text, BYTE_UNITS[unit]);
    }

    private static Figure ofNanos(long value) {
        double nanos = Math.abs((double) value);
        String sign = sign(value);
        if (value == 0) {
            return number("0", "");
        } else if (nanos < 1e3) {
            return number(sign + (long) nanos, " ns");
        } else if (nanos < 999.5e3) {
            return number(sign + Math.round(nanos / 1e3), " µs");
        } else if (nanos < 999.5e6) {
            return number(sign + threeDigits(nanos / 1e6).toPlainString(), " ms");
        } else if (nanos < 59.95e9) {
            return number(sign + threeDigits(nanos / 1e9).toPlainString(), " s");
        }
        long seconds = Math.round(nanos / 1e9);
        if (seconds < 3600) {
            return number(String.format(Locale.ROOT, "%s%d:%02d", sign, seconds / 60, seconds % 60), " min");
        }
        String clock =
                String.format(Locale.ROOT, "%s%,d:%02d:%02d", sign, seconds / 3600, seconds / 60 % 60, seconds % 60);
        return number(clock, " h");
    }

    private static Figure ofRatio(double value) {
        double percent = value * 100;
        if (!Double.isFinite(percent)) {
            return absent("");
        }
        if (percent != 0 && Math.abs(percent) < 0.05) {
            return number(percent > 0 ? "<0.1" : ">-0.1", " %");
        }
        if (percent < 100 && percent >= 99.95) {
            return number(">99.9", " %");
        }
        return number(String.format(Locale.ROOT, "%,.1f", percent + 0.0), " %");
    }

    private static String sign(long value) {
        return value < 0 ? "-" : "";
    }

    private static BigDecimal threeDigits(double value) {
        int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
        return BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
    }
}
