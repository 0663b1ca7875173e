package dev.loomweight.query;

import java.util.List;
import java.util.stream.Stream;

/** A value of each row, as {@code select} and {@code where} compute it; {@link Arithmetic} does. */
sealed interface Expression {

    /** Its first sign. */
    Token token();

    /** The fields that it uses. */
    default Stream<FieldName> fields() {
        return switch (this) {
            case Named named -> Stream.of(named.field());
            case Constant constant -> Stream.of();
            case Figure figure -> Stream.ofNullable(figure.aggregate().field());
            case Operation operation ->
                List.of(operation.left(), operation.right()).stream().flatMap(Expression::fields);
        };
    }

    /** The value of a field. */
    record Named(FieldName field, Token token) implements Expression {}

    /** The same value for each row. */
    record Constant(Literal value, Token token) implements Expression {}

    /** A figure of all rows, such as {@code first(committed)}: the same value for each row. */
    record Figure(Step.Aggregate aggregate) implements Expression {

        @Override
        public Token token() {
            return aggregate.token();
        }
    }

    /** Two values, computed. */
    record Operation(Sign sign, Expression left, Expression right, Token token) implements Expression {}

    /** How two values are computed. */
    enum Sign {
        /** The sum. */
        PLUS("+"),
        /** The difference. */
        MINUS("-"),
        /** The product. */
        TIMES("*"),
        /** The quotient. */
        DIVIDE("/");

        private final String text;

        Sign(String text) {
            this.text = text;
        }

        /** How it is written. */
        String text() {
            return text;
        }
    }
}
