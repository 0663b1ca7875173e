package dev.loomweight.memory.growth;

import dev.loomweight.report.Amounts;
import java.time.Duration;

/** Slopes in words and cells: per hour, minute or second, of which what was measured is longer than one. */
record Rates(String unit, long seconds) {

    static Rates of(Duration window) {
        return window.toSeconds() > 3600
                ? new Rates("hour", 3600)
                : window.toSeconds() >= 60 ? new Rates("minute", 60) : new Rates("second", 1);
    }

    /** The end of a key. */
    String key() {
        return "Per" + Character.toUpperCase(unit.charAt(0)) + unit.substring(1);
    }

    /** The bytes in the unit of time. */
    long bytes(double perSecond) {
        return Math.round(perSecond * seconds);
    }

    /** Such as {@code 37 MB ± 1.2 MB per minute}; without the error where there is none. */
    String words(Course.Slope slope) {
        return Amounts.bytes(bytes(slope.perSecond()))
                + (Double.isFinite(slope.halfWidth()) ? " ± " + Amounts.bytes(bytes(slope.halfWidth())) : "") + " per "
                + unit;
    }
}
