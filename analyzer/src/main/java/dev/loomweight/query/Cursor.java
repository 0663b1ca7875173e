package dev.loomweight.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** A position in the tokens of a query. */
final class Cursor {

    /** Longer lists are rejected: names of fields are looked up, and made unique, one by one. */
    static final int MAX_LISTED_ROWS = 500;

    private final List<Token> tokens;
    private int at;

    /** @param tokens ends with {@link Token.Type#END} */
    Cursor(List<Token> tokens) {
        this.tokens = tokens;
    }

    Token peek() {
        return tokens.get(at);
    }

    /** The token after the next. */
    Token second() {
        return tokens.get(Math.min(at + 1, tokens.size() - 1));
    }

    /** The token after the bracket that closes the one which is next; the end where none does. */
    Token afterBracket() {
        int depth = 0;
        for (int i = at; i < tokens.size() - 1; i++) {
            depth += tokens.get(i).is("(") ? 1 : tokens.get(i).is(")") ? -1 : 0;
            if (depth == 0) {
                return tokens.get(i + 1);
            }
        }
        return tokens.getLast();
    }

    /** Where the last token ends that was returned, in characters from the beginning of the text. */
    int end() {
        return at == 0 ? 0 : tokens.get(at - 1).end();
    }

    /** Returns the token and moves on; stays at the end. */
    Token next() {
        Token token = peek();
        at = Math.min(at + 1, tokens.size() - 1);
        return token;
    }

    boolean atEnd() {
        return peek().type() == Token.Type.END;
    }

    /** Whether a step ends here. */
    boolean atStageEnd() {
        return atEnd() || peek().is("|") || peek().is(")");
    }

    /** Moves on if this word or sign is next. */
    boolean takes(String word) {
        boolean is = peek().type() != Token.Type.STRING
                && peek().text().toLowerCase(Locale.ROOT).equals(word);
        if (is) {
            next();
        }
        return is;
    }

    /** Moves on if a bar and this word are next. */
    boolean takesStage(String word) {
        if (peek().is("|") && tokens.get(at + 1).is(word)) {
            at += 2;
            return true;
        }
        return false;
    }

    /** @throws QueryException if something else is next */
    void expect(String word) {
        if (!takes(word)) {
            throw new QueryException(
                    atEnd()
                            ? "missing \"" + word + "\" at the end"
                            : "missing \"" + word + "\" before " + peek().text(),
                    peek());
        }
    }

    /** The name of a field. */
    FieldName ref() {
        Token token = next();
        if (token.type() != Token.Type.WORD && token.type() != Token.Type.STRING) {
            throw new QueryException(
                    token.type() == Token.Type.END
                            ? "missing field name at the end"
                            : "expected a field name instead of " + token.text(),
                    token);
        }
        return new FieldName(token.content(), token.at());
    }

    /** A new name. */
    String name() {
        return ref().name();
    }

    /**
     * One or more parts, separated by commas.
     *
     * @throws QueryException if there are more than {@link #MAX_LISTED_ROWS}
     */
    <T> List<T> list(Supplier<T> one) {
        List<T> all = new ArrayList<>();
        do {
            if (all.size() == MAX_LISTED_ROWS) {
                throw new QueryException("a list may have at most " + MAX_LISTED_ROWS + " parts", peek());
            }
            all.add(one.get());
        } while (takes(","));
        return all;
    }
}
