package dev.loomweight.budget;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;

/**
 * The highest amount that is allowed of a measure.
 *
 * @param measure the measure
 * @param of the cause or category; empty for all
 * @param max the largest allowed amount, inclusive, in the unit of the measure
 */
public record Limit(Measure measure, String of, long max) {

    /** The name in files and on command lines: {@code pins}, {@code category-growth.Thread}. */
    public String name() {
        return of.isEmpty() ? measure.id() : measure.id() + "." + of;
    }

    /** An amount for a table. */
    Cell cell(long amount) {
        return switch (measure.unit()) {
            case COUNT -> Cell.count(amount);
            case TIME -> new Cell.Nanos(amount);
            case SIZE -> Cell.bytes(amount);
        };
    }

    /** An amount for a sentence. */
    String words(long amount) {
        return switch (measure.unit()) {
            case COUNT -> Amounts.count(amount);
            case TIME -> Amounts.time(amount);
            case SIZE -> Amounts.bytes(amount);
        };
    }
}
