package dev.loomweight.input.text.nmt;

import dev.loomweight.input.text.lines.LineScanner;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The figures of an NMT report: amounts with their unit, changes since the baseline, peaks. Their text is made in
 * HotSpot's {@code nmt/memReporter.cpp}.
 */
final class NmtScanner extends LineScanner {

    /** {@code <--- heap}, {@code # why}, {@code // the pool}. */
    private static final Pattern REMARK = Pattern.compile("\\s+(?:[^-+(,=#\\d\\s]|#\\D|-+[^\\d-]).*|\\s*//.*");

    private static final String UNITS = "KMGT";

    private static final int THOUSANDS = 3;

    /** So many digits after a point are more than any text has. */
    private static final int MAX_DIGITS = 6;

    private long unit = 1;
    private long precision = 1;
    private boolean sawChange;
    private @Nullable String type;

    /** The unit of the amount that was read last, in bytes. */
    long unit() {
        return unit;
    }

    /** The bytes that the last digit of the amount stands for that was read last: its unit, or a part of it. */
    long precision() {
        return precision;
    }

    /** Whether any figure since the beginning had a change next to it, so that the report is a diff. */
    boolean sawChange() {
        return sawChange;
    }

    /** The {@code type=} or {@code tag=} of the figure that was read last, or null where it had none. */
    @Nullable
    String type() {
        return type;
    }

    /** {@code 12KB}, {@code 12KB +3KB}, {@code 12 -3}; of {@code +3KB} alone, only the change is known. */
    Amount amount() {
        if (peek() == '+' || peek() == '-') {
            boolean less = eat("-") || !eat("+");
            sawChange = true;
            long change = bytes();
            return new Amount(0, less ? -change : change);
        }
        long bytes = bytes();
        return new Amount(bytes, changeBytes());
    }

    /**
     * {@code reserved=.., committed=..} and what may follow: {@code readonly}, the peak, the type. What is reserved may be
     * left out, and is 0 then.
     */
    NmtUsage usage() {
        type = null;
        Amount reserved = Amount.ZERO;
        if (eat("reserved=")) {
            reserved = amount();
            expect(", ");
        }
        expect("committed=");
        Amount committed = amount();
        Amount readonly = eat(", readonly=") ? amount() : null;
        long peak = eat(", at peak") ? committed.bytes() : eat(", peak=") ? bytes() : -1;
        if (eat(" Type=") || eat(" Tag=") || eat(" type=") || eat(" tag=")) {
            type = noneOf(")");
        }
        return new NmtUsage(reserved, committed, readonly, peak);
    }

    /**
     * {@code 12KB #3} and what may follow or come between: type, changes, parenthesis, peak. Reads up to the first
     * thing that it does not know.
     */
    NmtMalloc malloc() {
        type = null;
        long bytes = bytes();
        long change = changeBytes();
        if (eat(" type=") || eat(" tag=")) {
            type = typeName();
            // In the call sites of a diff the change follows the type.
            change += changeBytes();
        }
        NmtCategory.Count count = isCount() ? count() : new NmtCategory.Count(-1, 0);
        eat(")");
        long peak = -1;
        long peakCount = -1;
        if (eat(" (at peak)")) {
            peak = bytes;
            peakCount = count.value();
        } else if (eat(" (peak=") || eat(", peak=")) {
            peak = bytes();
            peakCount = eat(" #") ? number() : -1;
            eat(")");
        }
        return new NmtMalloc(new Amount(bytes, change), count.value(), count.delta(), peak, peakCount);
    }

    /** JDK 7 sets a comma before a count, and a native image has a word for it. */
    private boolean isCount() {
        return eat(" #") || eat(", #") || eat(", count=");
    }

    /** Whether what is left is a remark after a figure, and no figure. */
    boolean isRemark() {
        int mark = mark();
        boolean remark = REMARK.matcher(rest()).matches();
        back(mark);
        return remark;
    }

    /** A line in parentheses without the remark after the last of them. */
    static String withoutRemark(String line) {
        int end = line.indexOf(')') + 1;
        while (end > 0 && !REMARK.matcher(line).region(end, line.length()).matches()) {
            end = line.indexOf(')', end) + 1;
        }
        return end > 0 ? line.substring(0, end) : line;
    }

    /** {@code 12}, {@code 12 +3}. */
    NmtCategory.Count count() {
        long value = number();
        return new NmtCategory.Count(value, atChange() ? change() : 0);
    }

    /** The number before a percent sign, in the VM's locale; 0 where the VM divided by zero. */
    double percent() {
        int mark = mark();
        String text = noneOf("%").replace(',', '.');
        expect("%");
        if (text.endsWith("nan") || text.endsWith("inf")) {
            return 0;
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            back(mark);
            fail();
            return 0;
        }
    }

    /** The groups of thousands after the first digits of a number, as in {@code 4,194,304}. */
    private long grouped(long first) {
        long value = first;
        int mark = mark();
        while (!failed() && value < Long.MAX_VALUE / 1000 && eat(",")) {
            int from = mark();
            long group = number();
            if (failed() || mark() - from != THOUSANDS) {
                break;
            }
            value = value * 1000 + group;
            mark = mark();
        }
        if (value != first || mark() != mark) {
            back(mark);
        }
        return value;
    }

    private long bytes() {
        long whole = grouped(number());
        long part = 0;
        long parts = 1;
        int mark = mark();
        if (!failed() && (eat(".") || eat(","))) {
            int from = mark();
            part = number();
            if (failed() || mark() - from > MAX_DIGITS) {
                part = 0;
                back(mark);
            } else {
                parts = Math.round(Math.pow(10, mark() - from));
            }
        }
        unit = unitOr(1);
        precision = Math.max(1, unit / parts);
        return scaled(whole, unit) + Math.round((double) part / parts * unit);
    }

    /**
     * The change after an amount. Arenas print it without the unit in which it is counted (JDK-8310974): {@code +234} on
     * 11 and 17, {@code +234d} on 21.
     */
    long changeBytes() {
        if (!atChange()) {
            return 0;
        }
        long amountUnit = unit;
        long value = change();
        eat("d");
        long bytes = scaled(Math.abs(value), unitOr(amountUnit));
        return value < 0 ? -bytes : bytes;
    }

    private boolean atChange() {
        int mark = mark();
        if (failed() || !eat(" ")) {
            return false;
        }
        boolean sign = peek() == '+' || peek() == '-';
        boolean change = sign && peekSecond() >= '0' && peekSecond() <= '9';
        back(mark);
        return change;
    }

    private long change() {
        expect(" ");
        boolean less = eat("-") || !eat("+");
        long value = number();
        sawChange = true;
        return less ? -value : value;
    }

    /** {@code KB}, as HotSpot writes it; people also write {@code K}, {@code KiB}, and a blank before it. */
    private long unitOr(long otherwise) {
        if (failed()) {
            return otherwise;
        }
        int mark = mark();
        eat(" ");
        int at = UNITS.indexOf(Character.toUpperCase(peek()));
        boolean bytes = at < 0 && (eat("bytes") || eat("B"));
        if (at >= 0) {
            char letter = peek();
            expect(String.valueOf(letter));
            eat("i");
            if (!eat("B")) {
                eat("b");
            }
        }
        if ((at < 0 && !bytes) || Character.isLetterOrDigit(peek())) {
            back(mark);
            return otherwise;
        }
        return at < 0 ? 1 : 1L << (10 * (at + 1));
    }

    /** Names of types have blanks in them; they end before the count, the change or the parenthesis. */
    private String typeName() {
        StringBuilder name = new StringBuilder(noneOf(" )"));
        while (peek() == ' ' && Character.isLetter(peekSecond())) {
            expect(" ");
            name.append(' ').append(noneOf(" )"));
        }
        return name.toString();
    }

    /** Of more than 63 bits, HotSpot printed a counter that fell below 0 as one without sign: it is negative. */
    private long scaled(long value, long bytes) {
        if (Math.multiplyHigh(value, bytes) != 0) {
            fail();
            return 0;
        }
        return value * bytes;
    }
}
