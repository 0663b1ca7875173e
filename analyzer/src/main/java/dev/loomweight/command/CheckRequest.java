package dev.loomweight.command;

import dev.loomweight.budget.Subjects;
import dev.loomweight.pinning.PinFigures;
import dev.loomweight.report.Unit;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Check} judges, and its budgets.
 *
 * @param paths captures, recordings, folders of either, texts, process ids of running JVMs; at least one
 * @param baseline the earlier capture or recording to compare with, or null
 * @param margin tolerance over the baseline, as a ratio: 0.1 is 10 %
 * @param rules the budgets; at least one
 * @param suppressed suppressed sites and budgets
 * @param ignoreInitialization whether pins in class initializers are ignored
 * @param ignoreLoading whether pins of class loading are ignored
 * @param pins which pins count, and where the class files are
 * @param maxUnpackedBytes limit for compressed inputs and standard input together, in bytes, or 0 for the default
 * @param today the date that expired suppressions are judged by
 */
public record CheckRequest(
        List<Path> paths,
        @Nullable Path baseline,
        double margin,
        List<Rule> rules,
        List<Suppressed> suppressed,
        boolean ignoreInitialization,
        boolean ignoreLoading,
        PinRequest pins,
        long maxUnpackedBytes,
        LocalDate today) {

    /** The default tolerance over a baseline. */
    public static final double MARGIN = 0.1;

    /** The names of all budgets, each with the suffix that it needs. */
    public static final List<String> NAMES = Subjects.FIGURES.shown();

    public CheckRequest {
        paths = List.copyOf(paths);
        rules = List.copyOf(rules);
        suppressed = List.copyOf(suppressed);
    }

    /**
     * One budget.
     *
     * @param name such as {@code pins} or {@code category-growth.Thread}
     * @param most the largest allowed amount, inclusive, in its unit
     */
    public record Rule(String name, long most) {

        /** @throws IllegalArgumentException if there is no such budget */
        public Rule {
            unit(name);
        }

        /** Whether it is measured in recordings alone. */
        public boolean needsRecording() {
            return Subjects.FIGURES.named(name).inRecordings();
        }
    }

    /**
     * A suppressed site or budget.
     *
     * @param site a method, in which {@code *} matches any characters; empty if a budget is suppressed
     * @param cause the id of a cause; empty for any
     * @param budget the name of a budget; empty if a site is suppressed
     * @param reason why
     * @param until the last day, or null for no limit
     */
    public record Suppressed(
            String site,
            String cause,
            String budget,
            String reason,
            @Nullable LocalDate until) {

        /** @throws IllegalArgumentException if it has both or neither of site and budget, or an unknown cause or budget */
        public Suppressed {
            if (site.isEmpty() == budget.isEmpty()) {
                throw new IllegalArgumentException("a suppression needs either a site or a budget");
            }
            if (!budget.isEmpty()) {
                unit(budget);
                if (!cause.isEmpty()) {
                    throw new IllegalArgumentException("a suppression of a budget cannot have a cause");
                }
            }
            if (!cause.isEmpty()) {
                PinFigures.CAUSE.check(cause);
            }
        }
    }

    /**
     * The unit of a budget.
     *
     * @param name its name
     * @throws IllegalArgumentException if there is no such budget; the message has a suggestion
     */
    public static Unit unit(String name) {
        return Subjects.FIGURES.named(name).unit();
    }

    /** Whether there are several budgets of this id, each with a suffix after a dot. */
    public static boolean isFamily(String id) {
        return Subjects.FIGURES.of(id).filter(figure -> !figure.scope().isAll()).isPresent();
    }
}
