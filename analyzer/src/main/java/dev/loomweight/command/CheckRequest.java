package dev.loomweight.command;

import dev.loomweight.budget.Measure;
import dev.loomweight.match.Nearest;
import dev.loomweight.pinning.CauseKind;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Check} judges, and by what.
 *
 * @param paths captures, folders of captures, recordings, texts, numbers of running JVMs; at least one
 * @param baseline what it is compared with, or null
 * @param margin by how much more than the baseline's is no worse: 0.1 is a tenth
 * @param rules what is allowed; at least one
 * @param suppressed what is left out
 * @param ignoreInitialization whether pins of class initialization are left out
 * @param pins which pins, and by what class files
 * @param maxUnpackedBytes what compressed inputs and standard input may hold together, in bytes, or 0 for the usual limit
 * @param today the day by which suppressions expire
 */
public record CheckRequest(
        List<Path> paths,
        @Nullable Path baseline,
        double margin,
        List<Rule> rules,
        List<Suppressed> suppressed,
        boolean ignoreInitialization,
        PinRequest pins,
        long maxUnpackedBytes,
        LocalDate today) {

    /** What is allowed beyond a baseline unless somebody says otherwise. */
    public static final double MARGIN = 0.1;

    /** The words for budgets, each with what may stand behind its dot. */
    public static final List<String> NAMES =
            Arrays.stream(Measure.values()).map(CheckRequest::shown).toList();

    private static final List<String> IDS =
            Arrays.stream(Measure.values()).map(Measure::id).toList();

    public CheckRequest {
        paths = List.copyOf(paths);
        rules = List.copyOf(rules);
        suppressed = List.copyOf(suppressed);
    }

    /** What an amount is of. */
    public enum Unit {
        /** A number of things. */
        COUNT,
        /** Nanoseconds. */
        TIME,
        /** Bytes. */
        SIZE
    }

    /**
     * One budget.
     *
     * @param name its word, such as {@code pins} or {@code category-growth.Thread}
     * @param most what is allowed at most, in its unit
     */
    public record Rule(String name, long most) {

        /** @throws IllegalArgumentException if there is no such budget */
        public Rule {
            unit(name);
        }
    }

    /**
     * What is left out.
     *
     * @param site a method, in which {@code *} stands for anything; empty where it is about a budget
     * @param cause the key of a cause; empty for any
     * @param budget the name of a budget; empty where it is about a site
     * @param reason why
     * @param until the last day, or null for ever
     */
    public record Suppressed(
            String site,
            String cause,
            String budget,
            String reason,
            @Nullable LocalDate until) {

        /** @throws IllegalArgumentException if it is about neither or both, or there is no such cause or budget */
        public Suppressed {
            if (site.isEmpty() == budget.isEmpty()) {
                throw new IllegalArgumentException("a suppression is of a site or of a budget");
            }
            if (!budget.isEmpty()) {
                unit(budget);
                if (!cause.isEmpty()) {
                    throw new IllegalArgumentException("a suppression of a budget has no cause");
                }
            }
            if (!cause.isEmpty()) {
                checkCause(cause);
            }
        }
    }

    /**
     * What the amounts of a budget are of.
     *
     * @param name its word
     * @throws IllegalArgumentException if there is none; the message has a suggestion
     */
    public static Unit unit(String name) {
        return switch (measure(name).unit()) {
            case COUNT -> Unit.COUNT;
            case TIME -> Unit.TIME;
            case SIZE -> Unit.SIZE;
        };
    }

    /** Whether a budget of that word is one of several, told apart by what stands behind its dot. */
    public static boolean isFamily(String id) {
        return Measure.of(id).filter(measure -> measure.of() != Measure.Of.ALL).isPresent();
    }

    /** What stands before the dot of a budget's name. */
    static Measure measure(String name) {
        int dot = name.indexOf('.');
        String id = dot < 0 ? name : name.substring(0, dot);
        String of = dot < 0 ? "" : name.substring(dot + 1);
        Measure measure = Measure.of(id)
                .orElseThrow(
                        () -> new IllegalArgumentException("there is no budget \"" + id + "\"" + suggestion(id, IDS)));
        if (measure.of() == Measure.Of.ALL && !of.isEmpty()) {
            throw new IllegalArgumentException("the budget \"" + id + "\" is not divided further; write " + id);
        }
        if (measure.of() != Measure.Of.ALL && of.isEmpty()) {
            throw new IllegalArgumentException(
                    "the budget \"" + id + "\" needs to know of what; write " + shown(measure));
        }
        if (measure.of() == Measure.Of.CAUSE) {
            checkCause(of);
        }
        return measure;
    }

    private static void checkCause(String cause) {
        if (!CauseKind.ids().contains(cause)) {
            throw new IllegalArgumentException(
                    "there is no cause \"" + cause + "\"" + suggestion(cause, CauseKind.ids()));
        }
    }

    private static String suggestion(String word, List<String> known) {
        String hint = Nearest.hint(word, known);
        return hint.isEmpty() ? "; there are " + String.join(", ", known) : hint;
    }

    private static String shown(Measure measure) {
        return switch (measure.of()) {
            case ALL -> measure.id();
            case CAUSE -> measure.id() + ".CAUSE";
            case CATEGORY -> measure.id() + ".CATEGORY";
        };
    }
}
