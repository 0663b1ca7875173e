package dev.loomweight.query;

import dev.loomweight.query.Condition.Compare;
import dev.loomweight.query.Condition.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Parses the condition of a {@code where}. */
final class ConditionParser {

    /** Deeper conditions are rejected, since they are parsed and evaluated by recursion. */
    private static final int DEEPEST = 100;

    private final Cursor tokens;
    private int depth;

    ConditionParser(Cursor tokens) {
        this.tokens = tokens;
    }

    Condition condition() {
        return list("or", () -> list("and", this::part, Condition.All::new), Condition.Any::new);
    }

    private Condition list(String word, Supplier<Condition> one, Function<List<Condition>, Condition> together) {
        List<Condition> parts = new ArrayList<>();
        do {
            parts.add(one.get());
        } while (tokens.takes(word));
        return parts.size() == 1 ? parts.getFirst() : together.apply(parts);
    }

    private Condition part() {
        if (++depth > DEEPEST) {
            throw new QueryException("conditions may be nested at most " + DEEPEST + " deep", tokens.peek());
        }
        Condition part = inner();
        depth--;
        return part;
    }

    private Condition inner() {
        if (tokens.takes("not")) {
            return new Condition.Not(part());
        }
        if (tokens.takes("(")) {
            Condition inner = condition();
            tokens.expect(")");
            return inner;
        }
        FieldName field = tokens.ref();
        if (tokens.takes("is")) {
            boolean not = tokens.takes("not");
            tokens.expect("null");
            Condition absent = new Condition.IsAbsent(field);
            return not ? new Condition.Not(absent) : absent;
        }
        if (tokens.takes("in")) {
            tokens.expect("(");
            List<Condition> values = tokens.list(() -> compare(field, Operator.EQUAL));
            tokens.expect(")");
            return new Condition.Any(values);
        }
        return compare(field, operator());
    }

    private Compare compare(FieldName field, Operator operator) {
        Token value = tokens.next();
        if (value.type() == Token.Type.END || value.type() == Token.Type.SIGN) {
            throw new QueryException(
                    value.type() == Token.Type.END
                            ? "missing value at the end"
                            : "expected a value instead of " + value.text(),
                    value);
        }
        return new Compare(field, operator, Literal.of(value), value);
    }

    private Operator operator() {
        Token sign = tokens.next();
        return switch (sign.text()) {
            case "=", "==" -> Operator.EQUAL;
            case "!=", "<>" -> Operator.UNEQUAL;
            case "<" -> Operator.LESS;
            case "<=" -> Operator.LESS_OR_EQUAL;
            case ">" -> Operator.MORE;
            case ">=" -> Operator.MORE_OR_EQUAL;
            case "~" -> Operator.MATCHES;
            case "!~" -> Operator.MATCHES_NOT;
            default ->
                throw new QueryException(
                        (sign.type() == Token.Type.END
                                        ? "missing comparison at the end"
                                        : "expected a comparison instead of " + sign.text())
                                + "; use =, !=, <, <=, >, >=, ~, !~, in (...) or is null",
                        sign);
        };
    }
}
