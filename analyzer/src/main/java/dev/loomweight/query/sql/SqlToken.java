package dev.loomweight.query.sql;

import dev.loomweight.capture.DataException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A token of a SQL query as H2 reads it. A query is given to H2 as it is written from these tokens and never as it was
 * typed, so H2 cannot read it in another way: what is no token here, such as comments, dollar quotes, parameters and
 * variables, does not reach it.
 *
 * @param type what it is
 * @param text a word or number as it stands, the content of a string or quoted name, the character of a sign
 * @param spaced whether white space or a comment stood before it
 */
public record SqlToken(Type type, String text, boolean spaced) {

    /** The deepest nesting of brackets: H2's parser recurses. */
    private static final int DEEPEST = 200;

    private static final String SIGNS = "(),.*/+-=<>!|%[]:;";

    /** What a token is. */
    public enum Type {
        /** A name or keyword without quotes. */
        WORD,
        /** A name in double quotes. */
        QUOTED,
        /** Characters in single quotes. */
        STRING,
        /** A number. */
        NUMBER,
        /** One character that is none of these. */
        SIGN
    }

    /**
     * The tokens of a text, without comments.
     *
     * @throws DataException if it has a character that is part of no token, a quote or comment that is not closed, or
     *     brackets nested deeper than 200
     */
    public static List<SqlToken> of(String text) {
        return new Scanner(text).tokens();
    }

    /** Whether it is a name, quoted or not. */
    public boolean isName() {
        return type == Type.WORD || type == Type.QUOTED;
    }

    /** Whether it is this keyword, in any case. */
    public boolean isWord(String keyword) {
        return type == Type.WORD && text.equalsIgnoreCase(keyword);
    }

    /** Whether it is this character. */
    public boolean isSign(char sign) {
        return type == Type.SIGN && text.charAt(0) == sign;
    }

    /** The name or keyword in upper case. */
    public String upper() {
        return text.toUpperCase(Locale.ROOT);
    }

    /** The token as H2 reads it, with the white space before it as one blank. */
    @Override
    public String toString() {
        String written = switch (type) {
            case QUOTED -> '"' + text.replace("\"", "\"\"") + '"';
            case STRING -> '\'' + text.replace("'", "''") + '\'';
            default -> text;
        };
        return spaced ? " " + written : written;
    }

    /** Reads tokens one after the other. */
    private static final class Scanner {
        private final String text;
        private final List<SqlToken> tokens = new ArrayList<>();
        private int at;
        private int depth;

        Scanner(String text) {
            this.text = text;
        }

        List<SqlToken> tokens() {
            boolean spaced = false;
            while (at < text.length()) {
                char c = text.charAt(at);
                if (Character.isWhitespace(c)) {
                    at++;
                    spaced = true;
                } else if (text.startsWith("--", at) || text.startsWith("//", at)) {
                    int end = text.indexOf('\n', at);
                    at = end < 0 ? text.length() : end;
                    spaced = true;
                } else if (text.startsWith("/*", at)) {
                    skipComment();
                    spaced = true;
                } else {
                    tokens.add(token(c, spaced));
                    spaced = false;
                }
            }
            return tokens;
        }

        private SqlToken token(char c, boolean spaced) {
            if (c == '\'') {
                return new SqlToken(Type.STRING, quoted(c), spaced);
            }
            if (c == '"') {
                return new SqlToken(Type.QUOTED, quoted(c), spaced);
            }
            int begin = at;
            if (isDigit(c)) {
                skipNumber();
                return new SqlToken(Type.NUMBER, text.substring(begin, at), spaced);
            }
            if (Character.isLetter(c) || c == '_') {
                while (at < text.length() && isNamePart(text.charAt(at))) {
                    at++;
                }
                return new SqlToken(Type.WORD, text.substring(begin, at), spaced);
            }
            if (SIGNS.indexOf(c) < 0) {
                throw new DataException("SQL: unexpected character '" + c + "' at position " + (at + 1)
                        + (c == '~' ? "; regular expressions are written REGEXP_LIKE(text, pattern)" : ""));
            }
            depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
            if (depth > DEEPEST) {
                throw new DataException("SQL: brackets are nested deeper than " + DEEPEST);
            }
            at++;
            return new SqlToken(Type.SIGN, String.valueOf(c), spaced);
        }

        private static boolean isDigit(char c) {
            return c >= '0' && c <= '9';
        }

        private static boolean isNamePart(char c) {
            return Character.isLetterOrDigit(c) || c == '_' || c == '$';
        }

        /** Digits with what belongs to them: a fraction, an exponent with its sign, the letters of 0x1f. */
        private void skipNumber() {
            boolean hexadecimal = text.startsWith("0x", at) || text.startsWith("0X", at);
            while (at < text.length()) {
                char c = text.charAt(at);
                boolean sign = (c == '+' || c == '-')
                        && !hexadecimal
                        && Character.toLowerCase(text.charAt(at - 1)) == 'e'
                        && at + 1 < text.length()
                        && isDigit(text.charAt(at + 1));
                if (!sign && c != '.' && !isNamePart(c)) {
                    return;
                }
                at++;
            }
        }

        /** The content between quotes, a doubled quote as one. */
        private String quoted(char quote) {
            StringBuilder content = new StringBuilder();
            int begin = at++;
            while (at < text.length()) {
                char c = text.charAt(at++);
                if (c != quote) {
                    content.append(c);
                } else if (at < text.length() && text.charAt(at) == quote) {
                    content.append(c);
                    at++;
                } else {
                    return content.toString();
                }
            }
            throw new DataException("SQL: the quote at position " + (begin + 1) + " is not closed");
        }

        /** Comments of this form nest. */
        private void skipComment() {
            int begin = at;
            int open = 0;
            do {
                if (text.startsWith("/*", at)) {
                    open++;
                    at += 2;
                } else if (text.startsWith("*/", at)) {
                    open--;
                    at += 2;
                } else if (++at >= text.length()) {
                    throw new DataException("SQL: the comment at position " + (begin + 1) + " is not closed");
                }
            } while (open > 0);
        }
    }
}
