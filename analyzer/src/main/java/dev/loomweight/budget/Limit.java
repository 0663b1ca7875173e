package dev.loomweight.budget;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;

/**
 * So much is allowed.
 *
 * @param measure of what
 * @param of the cause or category; empty where it is of everything
 * @param most what is allowed at most, in the unit of the measure
 */
public record Limit(Measure measure, String of, long most) {

    /** What it is called in files and on command lines: {@code pins}, {@code category-growth.Thread}. */
    public String name() {
        return of.isEmpty() ? measure.id() : measure.id() + "." + of;
    }

    /** An amount of it for a table. */
    Cell cell(long amount) {
        return switch (measure.unit()) {
            case COUNT -> Cell.count(amount);
            case TIME -> new Cell.Nanos(amount);
            case SIZE -> Cell.bytes(amount);
        };
    }

    /** An amount of it for a sentence. */
    String words(long amount) {
        return switch (measure.unit()) {
            case COUNT -> Amounts.count(amount);
            case TIME -> Amounts.time(amount);
            case SIZE -> Amounts.bytes(amount);
        };
    }
}
