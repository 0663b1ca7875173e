package dev.loomweight.fleet.budget;

import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.kernel.subject.FigureList;
import dev.loomweight.report.Unit;

/**
 * The highest amount that is allowed of a figure.
 *
 * @param figure the figure
 * @param of the name of what it is of, such as a cause; empty for everything
 * @param max the largest allowed amount, inclusive, in the unit of the figure
 */
public record Limit(Figure<?> figure, String of, long max) {

    /**
     * The limit of a figure that a user named.
     *
     * @param figures those that there are
     * @param name such as {@code pins} or {@code category-growth.Thread}
     * @param max the largest allowed amount, inclusive, in the unit of the figure
     * @throws IllegalArgumentException if there is no such figure; the message has a suggestion
     */
    public static Limit of(FigureList<Figure<?>> figures, String name, long max) {
        return new Limit(figures.named(name), FigureList.scopeIn(name), max);
    }

    /**
     * The limit that a user wrote.
     *
     * @param figures those that there are
     * @param amount {@code 3}, {@code 100ms} or {@code 64m}, depending on the unit
     * @throws IllegalArgumentException if there is no such figure, or the amount does not have its unit; the message says
     *     what is expected
     */
    public static Limit of(FigureList<Figure<?>> figures, String name, String amount) {
        return of(figures, name, BudgetParser.amount(name, figures.named(name).unit(), amount));
    }

    /** Whether it is measured in recordings alone. */
    public boolean inRecordings() {
        return figure.inRecordings();
    }

    /** The name in files and on command lines. */
    public String name() {
        return figure.name(of);
    }

    /** The unit of its amounts. */
    Unit unit() {
        return figure.unit();
    }
}
