package dev.loomweight.query;

import java.util.List;

/** The condition of a {@code where}. */
sealed interface Condition {

    /** All parts hold. */
    record All(List<Condition> parts) implements Condition {}

    /** At least one part holds. */
    record Any(List<Condition> parts) implements Condition {}

    /** The part does not hold. */
    record Not(Condition part) implements Condition {}

    /** The value is missing. */
    record IsAbsent(Expression value) implements Condition {}

    /**
     * A comparison.
     *
     * @param left the left side
     * @param operator the operator
     * @param right the right side
     */
    record Compare(Expression left, Operator operator, Expression right) implements Condition {

        /** Where the right side begins. */
        Token token() {
            return right.token();
        }
    }

    /** How values are compared. */
    enum Operator {
        /** Equal. */
        EQUAL,
        /** Not equal; also true for a missing value. */
        UNEQUAL,
        /** Less. */
        LESS,
        /** Less or equal. */
        LESS_OR_EQUAL,
        /** Greater. */
        MORE,
        /** Greater or equal. */
        MORE_OR_EQUAL,
        /** The regular expression is found in the text. */
        MATCHES,
        /** The regular expression is not found. */
        MATCHES_NOT;

        /** Whether it asks for an order. */
        boolean isOrder() {
            return this == LESS || this == LESS_OR_EQUAL || this == MORE || this == MORE_OR_EQUAL;
        }

        /** Whether the result of a comparison, as {@link Comparable} defines it, satisfies the operator. */
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
