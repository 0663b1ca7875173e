package dev.loomweight.query;

import dev.loomweight.query.Step.Aggregate;
import dev.loomweight.query.Step.Function;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parses {@code SOURCE | where ... | by ... | agg ...}. The grammar is on the page {@code docs/repl.md}. */
public final class PipelineParser {

    /** Deeper joins are rejected, since they are parsed and run by recursion. */
    private static final int DEEPEST_JOIN = 20;

    private static final int MAX_BUCKETS = 200;

    private final String text;
    private final Cursor tokens;
    private int joins;

    private PipelineParser(String text, Cursor tokens) {
        this.text = text;
        this.tokens = tokens;
    }

    /**
     * Parses a line.
     *
     * @throws QueryException where it does not follow the grammar
     */
    public static Pipeline parse(String text) {
        Cursor tokens = new Cursor(Lexer.tokens(text));
        Pipeline pipeline = new PipelineParser(text, tokens).pipeline(0);
        if (tokens.peek().type() != Token.Type.END) {
            throw unexpected(text, tokens.peek());
        }
        return pipeline;
    }

    /** An amount with a blank before its unit is two words here. */
    private static QueryException unexpected(String text, Token token) {
        Token before = Lexer.tokens(text).stream()
                .takeWhile(each -> each.at() < token.at())
                .reduce((one, next) -> next)
                .orElse(token);
        String together = before.text() + token.text();
        boolean amount =
                before.type() == Token.Type.NUMBER && token.type() == Token.Type.WORD && Literal.isAmount(together);
        return new QueryException(
                "unexpected " + token.text()
                        + (amount ? "; did you mean " + together + "?" : Names.ofStepWithoutBar(token.text())),
                token);
    }

    /** The position of the first bar outside of quotes, or the length of the text. */
    public static int sourceEnd(String text) {
        return Lexer.tokens(text).stream()
                .filter(token -> token.is("|"))
                .findFirst()
                .map(Token::at)
                .orElse(text.length());
    }

    /** The position of the last bar outside of quotes and of closed brackets, or -1. */
    public static int lastBar(String text) {
        Deque<Integer> outside = new ArrayDeque<>();
        int last = -1;
        for (Token token : Lexer.tokens(text)) {
            if (token.is("|")) {
                last = token.at();
            } else if (token.is("(")) {
                outside.push(last);
            } else if (token.is(")") && !outside.isEmpty()) {
                last = outside.pop();
            }
        }
        return last;
    }

    /**
     * Where the pipeline begins that the end of a text belongs to: after the open bracket of a join, else 0.
     */
    public static int innermost(String text) {
        Deque<Integer> outside = new ArrayDeque<>();
        int begin = 0;
        boolean joins = false;
        for (Token token : Lexer.tokens(text)) {
            if (token.is("(")) {
                outside.push(begin);
                begin = joins ? token.end() : begin;
            } else if (token.is(")") && !outside.isEmpty()) {
                begin = outside.pop();
            }
            joins = token.text().equalsIgnoreCase(StepKeyword.JOIN.word());
        }
        return begin;
    }

    private Pipeline pipeline(int from) {
        while (!tokens.atEnd() && !tokens.peek().is("|") && !tokens.peek().is(")")) {
            tokens.next();
        }
        String source = text.substring(from, tokens.peek().at());
        if (source.isBlank()) {
            throw new QueryException("missing source; a pipeline begins for example with events TYPE", tokens.peek());
        }
        List<Step> stages = new ArrayList<>();
        Pipeline.End end = null;
        while (tokens.takes("|")) {
            if (end != null) {
                throw new QueryException("no step can follow plot or save", tokens.peek());
            }
            end = stage(stages);
        }
        int leading = source.length() - source.stripLeading().length();
        return new Pipeline(new Pipeline.Source(source.strip(), from + leading), stages, end);
    }

    private Pipeline.@Nullable End stage(List<Step> stages) {
        Token word = tokens.next();
        StepKeyword stage = StepKeyword.ALL.stream()
                .filter(known -> word.type() == Token.Type.WORD
                        && known.word().equals(word.text().toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new QueryException(
                        word.type() == Token.Type.END
                                ? "missing step after the bar; there are " + String.join(", ", StepKeyword.words())
                                : "unknown step " + word.text() + Names.ofStep(word.text()),
                        word));
        switch (stage) {
            case WHERE -> stages.add(new Step.Where(new ConditionParser(tokens).condition()));
            case PER -> per(stages);
            case BY -> group(stages, null, tokens.list(tokens::ref));
            case AGG -> stages.add(new Step.Group(null, List.of(), tokens.list(this::aggregate)));
            case SORT -> stages.add(new Step.Sort(tokens.list(this::key)));
            case TOP -> stages.add(top());
            case SELECT -> stages.add(new Step.Select(tokens.list(this::chosen)));
            case DISTINCT -> stages.add(new Step.Distinct(tokens.atStageEnd() ? List.of() : tokens.list(tokens::ref)));
            case SUMMARY -> stages.add(new Step.Summarize());
            case DESCRIBE -> stages.add(new Step.Describe());
            case CROSSTAB -> stages.add(crosstab());
            case JOIN -> stages.add(join());
            case HISTOGRAM -> stages.add(histogram(word));
            case PLOT -> {
                return new Pipeline.End(stage, plotFile());
            }
            case SAVE -> {
                return new Pipeline.End(stage, file("save"));
            }
        }
        return null;
    }

    private void per(List<Step> stages) {
        Token length = tokens.next();
        Literal literal = length.type() == Token.Type.NUMBER ? Literal.of(length) : Literal.text("");
        if (literal.kind() != Kind.NANOS || literal.number() < 1) {
            Token unit = tokens.peek();
            String together = length.text() + unit.text();
            throw new QueryException(
                    "per needs a duration, for example per "
                            + (unit.type() == Token.Type.WORD && Literal.isAmount(together) ? together : "1s"),
                    length);
        }
        FieldName field =
                tokens.peek().type() == Token.Type.WORD && !tokens.peek().is("by") ? tokens.ref() : null;
        List<FieldName> keys = tokens.takes("by") ? tokens.list(tokens::ref) : List.of();
        Step.Bucket bucket = new Step.Bucket((long) literal.number(), field, length);
        if (keys.isEmpty() && tokens.takesStage("by")) {
            keys = tokens.list(tokens::ref);
        }
        group(stages, bucket, keys);
    }

    // Without agg, groups are counted.
    private void group(List<Step> stages, Step.@Nullable Bucket bucket, List<FieldName> keys) {
        Token here = tokens.peek();
        List<Aggregate> aggregates = tokens.takesStage("agg")
                ? tokens.list(this::aggregate)
                : List.of(new Aggregate(Function.COUNT, 0, null, "count", here));
        stages.add(new Step.Group(bucket, keys, aggregates));
    }

    private Aggregate aggregate() {
        Aggregate made = ExpressionParser.figure(tokens, "missing function after agg");
        return tokens.takes("as") ? made.named(tokens.name()) : made;
    }

    private Step.Key key() {
        boolean descending = tokens.takes("-");
        if (!descending) {
            tokens.takes("+");
        }
        FieldName field = tokens.ref();
        if (tokens.takes("desc")) {
            descending = true;
        } else {
            tokens.takes("asc");
        }
        return new Step.Key(field, descending);
    }

    private Step.Top top() {
        Token number = tokens.next();
        if (number.type() != Token.Type.NUMBER || !number.text().matches("\\d{1,9}")) {
            throw new QueryException("top needs a number of rows, for example top 10", number);
        }
        return new Step.Top(Integer.parseInt(number.text()), tokens.atStageEnd() ? null : tokens.ref());
    }

    private Step.Chosen chosen() {
        int from = tokens.peek().at();
        Expression value = ExpressionParser.expression(tokens);
        String written = text.substring(from, tokens.end()).replaceAll("\\s+", " ");
        String name = value instanceof Expression.Named named ? named.field().name() : written;
        return new Step.Chosen(value, tokens.takes("as") ? tokens.name() : name);
    }

    private Step.Histogram histogram(Token word) {
        FieldName field = tokens.atStageEnd() || tokens.peek().type() == Token.Type.NUMBER ? null : tokens.ref();
        if (tokens.atStageEnd()) {
            return new Step.Histogram(field, Histogram.USUAL_BUCKETS, word);
        }
        Token number = tokens.next();
        int most = number.text().matches("\\d{1,4}") ? Integer.parseInt(number.text()) : 0;
        if (most < 2 || most > MAX_BUCKETS) {
            throw new QueryException(
                    "histogram needs a number of buckets from 2 to " + MAX_BUCKETS
                            + ", for example histogram duration 20",
                    number);
        }
        return new Step.Histogram(field, most, word);
    }

    private Step.Crosstab crosstab() {
        FieldName rows = tokens.ref();
        tokens.expect("by");
        return new Step.Crosstab(rows, tokens.ref());
    }

    private Step join() {
        Token bracket = tokens.peek();
        tokens.expect("(");
        if (++joins > DEEPEST_JOIN) {
            throw new QueryException("joins may be nested at most " + DEEPEST_JOIN + " deep", bracket);
        }
        Pipeline other = pipeline(tokens.peek().at());
        joins--;
        if (other.end() != null) {
            throw new QueryException("a pipeline within join cannot end with plot or save", tokens.peek());
        }
        tokens.expect(")");
        Token how = tokens.peek();
        if (tokens.takes("during")) {
            return new Step.Overlap(other, how);
        }
        if (!tokens.takes("on")) {
            throw new QueryException(
                    "a join ends with on FIELD for equal values, or with during for rows that overlap in time", how);
        }
        FieldName left = tokens.ref();
        FieldName right = tokens.takes("=") || tokens.takes("==") ? tokens.ref() : left;
        return new Step.Join(other, left, right);
    }

    private @Nullable String plotFile() {
        if (!tokens.takes("-")) {
            return null;
        }
        Token option = tokens.next();
        if (!option.is("o")) {
            throw new QueryException("the only option of plot is -o FILE.html", option);
        }
        return file("plot -o");
    }

    // Paths have characters that names do not have: a path goes up to the next blank.
    private String file(String word) {
        Token first = tokens.next();
        if (first.type() == Token.Type.STRING) {
            return first.content();
        }
        if (first.type() == Token.Type.END || first.is("|")) {
            throw new QueryException(word + " needs a file", first);
        }
        int end = first.end();
        while (tokens.peek().at() == end
                && tokens.peek().type() != Token.Type.END
                && !tokens.peek().is("|")) {
            end = tokens.next().end();
        }
        return text.substring(first.at(), end);
    }
}
