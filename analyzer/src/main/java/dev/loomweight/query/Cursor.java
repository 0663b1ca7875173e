package dev.loomweight.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** A walk over tokens. */
final class Cursor {

    /** Names of fields are looked up and made unique one against the other. */
    static final int MOST_LISTED = 500;

    private final List<Token> tokens;
    private int at;

    /** @param tokens the last of which is {@link Token.Type#END} */
    Cursor(List<Token> tokens) {
        this.tokens = tokens;
    }

    Token peek() {
        return tokens.get(at);
    }

    /** The token, and goes on; stays at the end. */
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

    /** Goes on if that word or sign is next. */
    boolean takes(String word) {
        boolean is = peek().type() != Token.Type.STRING
                && peek().text().toLowerCase(Locale.ROOT).equals(word);
        if (is) {
            next();
        }
        return is;
    }

    /** Goes on if a bar and that word are next. */
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
                            ? "a " + word + " is missing at the end"
                            : "a " + word + " is missing before " + peek().text(),
                    peek());
        }
    }

    /** The name of a field. */
    FieldName ref() {
        Token token = next();
        if (token.type() != Token.Type.WORD && token.type() != Token.Type.STRING) {
            throw new QueryException(
                    token.type() == Token.Type.END ? "the name of a field is missing" : token.text() + " is no field",
                    token);
        }
        return new FieldName(token.content(), token.at());
    }

    /** A name that is given. */
    String name() {
        return ref().name();
    }

    /**
     * One or more, divided by commas.
     *
     * @throws QueryException if there are more than {@link #MOST_LISTED}
     */
    <T> List<T> list(Supplier<T> one) {
        List<T> all = new ArrayList<>();
        do {
            if (all.size() == MOST_LISTED) {
                throw new QueryException("the list has more than " + MOST_LISTED + " parts", peek());
            }
            all.add(one.get());
        } while (takes(","));
        return all;
    }
}
