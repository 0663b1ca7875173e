package dev.loomweight.query;

import java.util.function.Consumer;

/** The units that the numbers of a condition are read in where none is written. */
final class AssumedUnits {

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
            case Condition.In in -> in.values().forEach(value -> report(value, rows, notes));
            case Condition.Compare compare -> compare(compare, rows.field(compare.field()), notes);
            case Condition.IsAbsent absent -> {}
        }
    }

    private static void compare(Condition.Compare compare, Field field, Consumer<String> notes) {
        Literal value = compare.value();
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
