package dev.loomweight.query;

import dev.loomweight.query.Condition.Compare;
import dev.loomweight.query.Condition.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Parses the condition of a {@code where}. */
final class ConditionParser {

    /** Deeper conditions are rejected, since they are parsed and evaluated by recursion. */
    private static final int DEEPEST = 100;

    private static final Set<String> COMPARISONS = Set.of("=", "==", "!=", "<>", "<", "<=", ">", ">=", "~", "!~");
    private static final Set<String> WORDS_OF_TESTS = Set.of("is", "in");

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
        if (tokens.peek().is("(") && !isOperand(tokens.afterBracket())) {
            tokens.next();
            Condition inner = condition();
            tokens.expect(")");
            return inner;
        }
        Expression left = ExpressionParser.expression(tokens);
        if (tokens.takes("is")) {
            boolean not = tokens.takes("not");
            tokens.expect("null");
            Condition absent = new Condition.IsAbsent(left);
            return not ? new Condition.Not(absent) : absent;
        }
        if (tokens.takes("in")) {
            tokens.expect("(");
            List<Condition> values = tokens.list(() -> compare(left, Operator.EQUAL));
            tokens.expect(")");
            return new Condition.Any(values);
        }
        return compare(left, operator());
    }

    /** Whether what is in brackets before a token is computed or compared, and no condition. */
    private static boolean isOperand(Token after) {
        return ExpressionParser.isSign(after)
                || COMPARISONS.contains(after.text())
                || (after.type() == Token.Type.WORD
                        && WORDS_OF_TESTS.contains(after.text().toLowerCase(Locale.ROOT)));
    }

    private Compare compare(Expression left, Operator operator) {
        Token value = tokens.peek();
        if (value.type() == Token.Type.END || (value.type() == Token.Type.SIGN && !value.is("(") && !value.is("-"))) {
            throw new QueryException(
                    value.type() == Token.Type.END
                            ? "missing value at the end"
                            : "expected a value instead of " + value.text(),
                    value);
        }
        boolean name = value.type() == Token.Type.WORD || value.type() == Token.Type.STRING;
        boolean alone = name
                && !ExpressionParser.isSign(tokens.second())
                && !tokens.second().is("(");
        // After < and > a word is a field, since texts are seldom asked for by their order.
        boolean text = alone && !(operator.isOrder() && value.type() == Token.Type.WORD);
        return new Compare(
                left,
                operator,
                text ? new Expression.Constant(Literal.of(tokens.next()), value) : ExpressionParser.expression(tokens));
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
