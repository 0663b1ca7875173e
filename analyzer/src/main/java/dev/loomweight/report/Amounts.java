package dev.loomweight.report;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/** Amounts inside sentences. In tables the renderer writes them. */
public final class Amounts {

    private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB"};

    private Amounts() {}

    /** Three significant figures and a binary unit, as HotSpot names them: 1 KB is 1024 bytes. */
    public static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (Math.abs(value) >= 999.5 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        int decimals = unit == 0 || Math.abs(value) >= 99.95 ? 0 : Math.abs(value) >= 9.995 ? 1 : 2;
        // The locale's grouping and the point are those of Locale.ROOT; trailing zeros say nothing.
        DecimalFormat format = new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT));
        format.setMaximumFractionDigits(decimals);
        return format.format(value) + " " + UNITS[unit];
    }

    /** A length of time: three significant figures and the unit that fits, up to seconds. */
    public static String time(long nanos) {
        String[] units = {"ns", "us", "ms", "s"};
        double value = nanos;
        int unit = 0;
        while (Math.abs(value) >= 999.5 && unit < units.length - 1) {
            value /= 1000;
            unit++;
        }
        int decimals = unit == 0 || Math.abs(value) >= 99.95 ? 0 : Math.abs(value) >= 9.995 ? 1 : 2;
        DecimalFormat format = new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT));
        format.setMaximumFractionDigits(decimals);
        return format.format(value) + " " + units[unit];
    }

    /** A number of things, with commas between thousands. */
    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A part of a whole in percent, coarser the larger it is. */
    public static String percent(double ratio) {
        return String.format(Locale.ROOT, ratio < 0.1 ? "%.1f %%" : "%.0f %%", ratio * 100);
    }

    /** How many times one is the other, to two figures. */
    public static String times(double factor) {
        return String.format(Locale.ROOT, factor < 10 ? "%.1f" : "%,.0f", factor);
    }
}
