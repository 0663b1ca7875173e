package dev.loomweight.query;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A source and the steps that its rows go through.
 *
 * @param source the text before the first bar
 * @param stages the steps
 * @param end what to do with the result; null shows it
 */
public record Pipeline(
        Source source, List<Step> stages, @Nullable End end) {

    public Pipeline {
        stages = List.copyOf(stages);
    }

    /**
     * Where rows come from.
     *
     * @param text the text, such as {@code events jdk.VirtualThreadPinned}
     * @param at its position in the line, in characters
     */
    public record Source(String text, int at) {

        /** Its first word. */
        public String word() {
            return word(text);
        }

        /** What follows its first word. */
        public String argument() {
            return text.substring(word().length()).strip();
        }

        /** The first word of a query. */
        public static String word(String text) {
            int end = 0;
            while (end < text.length() && !Character.isWhitespace(text.charAt(end)) && text.charAt(end) != '|') {
                end++;
            }
            return text.substring(0, end);
        }
    }

    /**
     * The last step, which the caller does.
     *
     * @param word {@link StepKeyword#PLOT} or {@link StepKeyword#SAVE}
     * @param file the file to write; null for the terminal
     */
    public record End(StepKeyword word, @Nullable String file) {}

    /** Provides the rows of a source. */
    @FunctionalInterface
    public interface Sources {

        /**
         * The rows.
         *
         * @param source the source
         * @param fields the names of the fields that are used; "*" among them stands for all that are shown where none is
         *     chosen
         */
        Relation of(Source source, Set<String> fields);
    }

    /**
     * Runs the steps.
     *
     * @throws QueryException if a step does not apply to its fields
     */
    public Relation run(Sources sources) {
        return run(sources, note -> {});
    }

    /**
     * Runs the steps.
     *
     * @param notes takes a sentence for each number that was taken to have a unit
     * @throws QueryException if a step does not apply to its fields
     */
    public Relation run(Sources sources, Consumer<String> notes) {
        Relation rows = sources.of(source, fields());
        for (Step stage : stages) {
            rows = switch (stage) {
                case Step.Where where -> {
                    AssumedUnits.report(where.condition(), rows, notes);
                    yield RowSteps.where(where, rows);
                }
                case Step.Group group -> Grouping.of(group, rows);
                case Step.Sort sort -> RowSteps.sort(sort, rows);
                case Step.Top top -> RowSteps.top(top, rows);
                case Step.Select select -> RowSteps.select(select, rows);
                case Step.Distinct distinct -> RowSteps.distinct(distinct, rows);
                case Step.Summarize summarize -> Summary.summarize(rows);
                case Step.Describe describe -> Summary.describe(rows);
                case Step.Crosstab crosstab -> Crosstab.count(crosstab, rows);
                case Step.Join join -> Joining.of(join, rows, join.other().run(sources, notes), notes);
                case Step.Overlap overlap ->
                    Overlap.of(overlap, rows, overlap.other().run(sources, notes));
                case Step.Histogram histogram -> Histogram.of(histogram, rows);
            };
        }
        return rows;
    }

    /** The fields of the source that are used; {@link EventTable#SHOWN} among them where the result has all of them. */
    private Set<String> fields() {
        Set<String> fields = new LinkedHashSet<>();
        for (Step stage : stages) {
            switch (stage) {
                case Step.Where where -> add(where.condition(), fields);
                case Step.Sort sort -> sort.keys().forEach(key -> add(key.field(), fields));
                case Step.Top top -> add(top.field(), fields);
                case Step.Join join -> add(join.left(), fields);
                case Step.Select select -> {
                    select.fields().forEach(chosen -> add(chosen.value(), fields));
                    return fields;
                }
                case Step.Overlap overlap -> {
                    fields.add(EventTable.START);
                    fields.add(Overlap.DURATION);
                }
                case Step.Histogram histogram -> {
                    if (histogram.field() == null) {
                        fields.add(EventTable.SHOWN);
                    }
                    add(histogram.field(), fields);
                    return fields;
                }
                case Step.Crosstab crosstab -> {
                    add(crosstab.rows(), fields);
                    add(crosstab.columns(), fields);
                    return fields;
                }
                case Step.Summarize summarize -> {
                    fields.add(EventTable.SHOWN);
                    return fields;
                }
                case Step.Describe describe -> {
                    fields.add(EventTable.SHOWN);
                    return fields;
                }
                case Step.Distinct distinct -> {
                    distinct.fields().forEach(field -> add(field, fields));
                    if (!distinct.fields().isEmpty()) {
                        return fields;
                    }
                }
                case Step.Group group -> {
                    group.keys().forEach(key -> add(key, fields));
                    group.aggregates().forEach(aggregate -> add(aggregate.field(), fields));
                    if (group.bucket() != null) {
                        add(group.bucket().field(), fields);
                        fields.add(EventTable.START);
                    }
                    return fields;
                }
            }
        }
        fields.add(EventTable.SHOWN);
        return fields;
    }

    private static void add(@Nullable FieldName ref, Set<String> fields) {
        if (ref != null) {
            fields.add(ref.name());
        }
    }

    private static void add(Condition condition, Set<String> fields) {
        switch (condition) {
            case Condition.All all -> all.parts().forEach(part -> add(part, fields));
            case Condition.Any any -> any.parts().forEach(part -> add(part, fields));
            case Condition.Not not -> add(not.part(), fields);
            case Condition.IsAbsent absent -> add(absent.value(), fields);
            case Condition.Compare compare -> {
                add(compare.left(), fields);
                add(compare.right(), fields);
            }
        }
    }

    private static void add(Expression value, Set<String> fields) {
        value.fields().forEach(field -> add(field, fields));
    }

    /** The units that the numbers of a condition are read in where none is written. */
    private static final class AssumedUnits {

        private AssumedUnits() {}

        /**
         * Reports each number other than 0 that is compared with a duration, a size or a ratio, and has no unit.
         *
         * @param rows the rows that the condition is applied to
         * @param notes takes a sentence for each
         */
        static void report(Condition condition, Relation rows, Consumer<String> notes) {
            switch (condition) {
                case Condition.All all -> all.parts().forEach(part -> report(part, rows, notes));
                case Condition.Any any -> any.parts().forEach(part -> report(part, rows, notes));
                case Condition.Not not -> report(not.part(), rows, notes);
                case Condition.Compare compare -> {
                    if (compare.right() instanceof Expression.Constant constant) {
                        // The unit of a value is that of any row, and of none.
                        compare(constant.value(), Arithmetic.of(compare.left(), rows.top(0)), notes);
                    }
                }
                case Condition.IsAbsent absent -> {}
            }
        }

        private static void compare(Literal value, Field field, Consumer<String> notes) {
            if (value.kind() != Kind.COUNT || value.number() == 0) {
                return;
            }
            String text = value.text();
            switch (field.kind()) {
                case NANOS -> notes.accept(sentence(text, field, text + " ns", text + "ms"));
                case BYTES -> notes.accept(sentence(text, field, text + " bytes", text + "MB"));
                case RATIO -> notes.accept(sentence(text, field, text + " of 1", text + "%"));
                default -> {}
            }
        }

        private static String sentence(String text, Field field, String assumed, String instead) {
            return "No unit after " + text + ": " + field.name() + " was compared with " + assumed
                    + ". With a unit, for example: " + instead + ".";
        }
    }
}
