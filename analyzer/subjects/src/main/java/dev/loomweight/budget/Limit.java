package dev.loomweight.budget;

import dev.loomweight.report.Unit;
import dev.loomweight.subject.Figure;
import dev.loomweight.subject.FigureList;

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
     * @param name such as {@code pins} or {@code category-growth.Thread}
     * @param max the largest allowed amount, inclusive, in the unit of the figure
     * @throws IllegalArgumentException if there is no such figure; the message has a suggestion
     */
    public static Limit of(String name, long max) {
        return new Limit(Subjects.FIGURES.named(name), FigureList.scopeIn(name), max);
    }

    /**
     * The limit that a user wrote.
     *
     * @param amount {@code 3}, {@code 100ms} or {@code 64m}, depending on the unit
     * @throws IllegalArgumentException if there is no such figure, or the amount does not have its unit; the message says
     *     what is expected
     */
    public static Limit of(String name, String amount) {
        return of(name, BudgetParser.amount(name, Subjects.FIGURES.named(name).unit(), amount));
    }

    /** Whether there are several figures of this id, each with a suffix after a dot. */
    public static boolean isOfFamily(String id) {
        return Subjects.FIGURES.of(id).filter(figure -> !figure.scope().isAll()).isPresent();
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
