package dev.loomweight.query;

import dev.loomweight.query.Expression.Constant;
import dev.loomweight.query.Expression.Named;
import dev.loomweight.query.Expression.Operation;
import dev.loomweight.query.Expression.Sign;
import dev.loomweight.query.Step.Aggregate;
import dev.loomweight.query.Step.Function;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses values that are computed, and the figures of {@code agg}. */
final class ExpressionParser {

    private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,2}(?:\\.\\d+)?|100)");

    /** Deeper or longer expressions are rejected, since they are parsed and evaluated by recursion. */
    private static final int MAX_PARTS = Cursor.MAX_LISTED_ROWS;

    private final Cursor tokens;
    private int parts;

    ExpressionParser(Cursor tokens) {
        this.tokens = tokens;
    }

    /** A sum of products of values. */
    static Expression expression(Cursor tokens) {
        return new ExpressionParser(tokens).sum();
    }

    /** Whether a computation goes on with a token. */
    static boolean isSign(Token token) {
        return Arrays.stream(Sign.values()).anyMatch(sign -> token.is(sign.text()));
    }

    private Expression sum() {
        return chain(this::product, List.of(Sign.PLUS, Sign.MINUS));
    }

    private Expression product() {
        return chain(this::value, List.of(Sign.TIMES, Sign.DIVIDE));
    }

    private Expression chain(Supplier<Expression> part, List<Sign> signs) {
        Expression all = part.get();
        while (true) {
            Token here = tokens.peek();
            Sign sign = signs.stream()
                    .filter(each -> tokens.takes(each.text()))
                    .findFirst()
                    .orElse(null);
            if (sign == null) {
                return all;
            }
            all = new Operation(sign, all, part.get(), here);
        }
    }

    private Expression value() {
        Token token = tokens.peek();
        if (++parts > MAX_PARTS) {
            throw new QueryException("a computation may have at most " + MAX_PARTS + " parts", token);
        }
        if (tokens.takes("-")) {
            Expression negated = value();
            Constant minus = new Constant(Literal.whole(-1), token);
            return negated instanceof Constant constant && constant.value().kind() != Kind.TIME
                    ? new Constant(constant.value().negated(), token)
                    : new Operation(Sign.TIMES, minus, negated, token);
        }
        if (tokens.takes("(")) {
            Expression inner = sum();
            tokens.expect(")");
            return inner;
        }
        if (token.type() == Token.Type.NUMBER) {
            return new Constant(Literal.of(tokens.next()), token);
        }
        return token.type() == Token.Type.WORD && tokens.second().is("(")
                ? new Expression.Figure(figure(tokens, "missing function"))
                : new Named(tokens.ref(), token);
    }

    /**
     * A figure: a function, and its field after a blank or in brackets.
     *
     * @param missing the message where there is none
     */
    static Aggregate figure(Cursor tokens, String missing) {
        Token word = tokens.next();
        String name = word.text().toLowerCase(Locale.ROOT);
        Matcher percentile = PERCENTILE.matcher(name);
        boolean isPercentile = percentile.matches();
        Function function = isPercentile
                ? Function.P
                : Arrays.stream(Function.values())
                        .filter(known -> known != Function.P
                                && known.name().toLowerCase(Locale.ROOT).equals(name))
                        .findFirst()
                        .orElseThrow(() -> new QueryException(
                                (word.text().isEmpty() ? missing : "unknown function " + word.text())
                                        + Names.suggestion(word.text(), StepKeyword.functions()),
                                word));
        boolean brackets = tokens.takes("(");
        boolean bare = function == Function.COUNT
                && (tokens.takes("*")
                        || tokens.peek().type() != Token.Type.WORD
                        || tokens.peek().is("as"));
        FieldName field = bare ? null : tokens.ref();
        if (brackets) {
            tokens.expect(")");
        }
        return new Aggregate(
                function,
                isPercentile ? Double.parseDouble(percentile.group(1)) : 0,
                field,
                field == null ? name : name.replace('.', '_') + capital(field.name()),
                word);
    }

    private static String capital(String name) {
        String last = name.substring(name.lastIndexOf('.') + 1);
        return last.isEmpty() ? last : Character.toUpperCase(last.charAt(0)) + last.substring(1);
    }
}
