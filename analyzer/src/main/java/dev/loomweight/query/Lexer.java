package dev.loomweight.query;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Splits the text of a query into tokens. Never fails: the parser reports errors. */
public final class Lexer {

    /** What a hyphen follows within a date. */
    private static final Pattern BEFORE_HYPHEN = Pattern.compile("\\d{4}(-\\d{2})?");

    private static final List<String> TWO = List.of("!=", "<>", "<=", ">=", "==", "!~");

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private Lexer(String text, int from) {
        this.text = text;
        this.at = from;
    }

    /** The tokens of a text, the last of them {@link Token.Type#END}. */
    public static List<Token> tokens(String text) {
        return tokens(text, 0);
    }

    /** The tokens of a text from a position on; their positions count from the beginning of the text. */
    static List<Token> tokens(String text, int from) {
        Lexer lexer = new Lexer(text, from);
        while (lexer.next()) {
            // Each call adds one.
        }
        lexer.tokens.add(new Token(Token.Type.END, "", text.length()));
        return lexer.tokens;
    }

    private boolean next() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        if (at >= text.length()) {
            return false;
        }
        char c = text.charAt(at);
        if (c == '"' || c == '\'') {
            take(Token.Type.STRING, endOfString(c));
        } else if (Character.isDigit(c)) {
            take(Token.Type.NUMBER, endOf(at));
        } else if (isName(c)) {
            take(Token.Type.WORD, endOf(at));
        } else {
            take(Token.Type.SIGN, at + (TWO.stream().anyMatch(two -> text.startsWith(two, at)) ? 2 : 1));
        }
        return true;
    }

    private int endOf(int from) {
        int end = from;
        boolean number = Character.isDigit(text.charAt(from));
        while (end < text.length() && (isName(text.charAt(end)) || (number && isNumber(from, end)))) {
            end++;
        }
        return end;
    }

    // Times have colons and dates have hyphens between digits; a ratio ends with a percent sign.
    private boolean isNumber(int from, int i) {
        char c = text.charAt(i);
        return c == ':'
                || c == '%'
                || (c == '-'
                        && i + 1 < text.length()
                        && Character.isDigit(text.charAt(i + 1))
                        && BEFORE_HYPHEN.matcher(text.substring(from, i)).matches());
    }

    private static boolean isName(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '$' || c == '?';
    }

    private int endOfString(char quote) {
        int end = at + 1;
        while (end < text.length()) {
            if (text.charAt(end) == quote) {
                if (end + 1 < text.length() && text.charAt(end + 1) == quote) {
                    end++;
                } else {
                    return end + 1;
                }
            }
            end++;
        }
        return end;
    }

    private void take(Token.Type type, int end) {
        tokens.add(new Token(type, text.substring(at, end), at));
        at = end;
    }
}
