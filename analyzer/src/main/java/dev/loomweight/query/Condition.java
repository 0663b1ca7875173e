package dev.loomweight.query;

import java.util.List;

/** What {@code where} asks of a row. */
sealed interface Condition {

    /** All of them. */
    record All(List<Condition> parts) implements Condition {}

    /** One or more of them. */
    record Any(List<Condition> parts) implements Condition {}

    /** Not that. */
    record Not(Condition part) implements Condition {}

    /** There is no value. */
    record IsAbsent(FieldName field) implements Condition {}

    /**
     * A comparison with a value.
     *
     * @param field the left side
     * @param operator the sign
     * @param value the right side
     * @param token where the value stands
     */
    record Compare(FieldName field, Operator operator, Literal value, Token token) implements Condition {}

    /** Equal to one of several values. */
    record In(FieldName field, List<Compare> values) implements Condition {}

    /** How values are compared. */
    enum Operator {
        /** The same. */
        EQUAL,
        /** Not the same; true also where there is no value. */
        UNEQUAL,
        /** Less. */
        LESS,
        /** Less or the same. */
        LESS_OR_EQUAL,
        /** More. */
        MORE,
        /** More or the same. */
        MORE_OR_EQUAL,
        /** The regular expression is found in the words. */
        MATCHES,
        /** It is not. */
        MATCHES_NOT;

        /** Whether a comparison's result, as {@link Comparable} gives it, is what is asked. */
        boolean holds(int compared) {
            return switch (this) {
                case EQUAL, MATCHES -> compared == 0;
                case UNEQUAL, MATCHES_NOT -> compared != 0;
                case LESS -> compared < 0;
                case LESS_OR_EQUAL -> compared <= 0;
                case MORE -> compared > 0;
                case MORE_OR_EQUAL -> compared >= 0;
            };
        }
    }
}
