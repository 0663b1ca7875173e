package dev.loomweight.input.text.lines;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of JSON, one at a time and in any layout. Damage ends a token, not the reading: a string ends with its line
 * at the latest, since JSON has no line breaks in strings. Nothing is kept of a token but its text, cut off at {@link
 * LineCursor#LONGEST_LINE}.
 */
public final class JsonTokens {

    /** What a token is. */
    public enum Token {
        /** An opening brace. */
        OPEN_OBJECT,
        /** A closing brace. */
        CLOSE_OBJECT,
        /** An opening bracket. */
        OPEN_ARRAY,
        /** A closing bracket. */
        CLOSE_ARRAY,
        /** A colon. */
        COLON,
        /** A comma. */
        COMMA,
        /** A string; {@link #text} has it without quotes and escapes. */
        STRING,
        /** A number, true, false, null, or what is none of JSON. */
        LITERAL,
        /** The end of the text. */
        END
    }

    private static final int NONE = -2;

    /** How many texts are kept; a power of two. */
    private static final int KNOWN = 1 << 12;

    private static final int LONGEST_KNOWN = 256;

    private final LineCursor in;
    private final char[] text = new char[LineCursor.LONGEST_LINE];
    private final char[] @Nullable [] known = new char[KNOWN] @Nullable [];
    private final String[] texts = new String[KNOWN];
    private int length;
    private int pushedBack = NONE;
    private boolean broken;

    public JsonTokens(LineCursor in) {
        this.in = in;
    }

    /**
     * The text of the token that was read last, if it is a string or a literal. Texts that come again and again, as keys and
     * frames do, are mostly one object.
     */
    public String text() {
        if (length == 0) {
            return "";
        }
        int slot = slot();
        char[] earlier = known[slot];
        if (earlier != null && Arrays.equals(earlier, 0, earlier.length, text, 0, length)) {
            return texts[slot];
        }
        String made = new String(text, 0, length);
        if (length <= LONGEST_KNOWN) {
            known[slot] = Arrays.copyOf(text, length);
            texts[slot] = made;
        }
        return made;
    }

    /** Where a text would be, by some of its characters: frames differ in their last ones, their lines. */
    private int slot() {
        int hash = length;
        int step = 1 + length / 16;
        for (int i = length - 1; i >= 0; i -= step) {
            hash = 31 * hash + text[i];
        }
        return (hash ^ hash >>> 16) & KNOWN - 1;
    }

    /** Whether a string had no end, or an unknown escape, since {@link #forgetBroken}. */
    public boolean isBroken() {
        return broken;
    }

    /** Forgets that; what comes next may be another document. */
    public void forgetBroken() {
        broken = false;
    }

    /** Goes to the next brace with which a line begins, over anything else; false if there is none. */
    public boolean toObject() {
        boolean atBegin = true;
        for (int c = take(); c >= 0; c = take()) {
            if (c == '{' && atBegin) {
                pushedBack = c;
                return true;
            }
            atBegin = c == '\n' || c == '\r' || (atBegin && isBlank(c));
        }
        return false;
    }

    /** The next token. */
    public Token next() {
        int c = take();
        if (c >= 0 && c <= ' ') {
            c = in.takeNonBlank();
        }
        return switch (c) {
            case -1 -> Token.END;
            case '{' -> Token.OPEN_OBJECT;
            case '}' -> Token.CLOSE_OBJECT;
            case '[' -> Token.OPEN_ARRAY;
            case ']' -> Token.CLOSE_ARRAY;
            case ':' -> Token.COLON;
            case ',' -> Token.COMMA;
            case '"' -> string();
            default -> literal(c);
        };
    }

    private Token string() {
        length = 0;
        while (true) {
            if (pushedBack == NONE) {
                length = in.takePlain(text, length);
            }
            int c = take();
            if (c == '"') {
                return Token.STRING;
            } else if (c == '\\') {
                escape();
            } else if (c == '\n' || c == '\r' || c < 0) {
                broken = true;
                return Token.STRING;
            } else {
                add((char) c);
            }
        }
    }

    private void escape() {
        int c = take();
        switch (c) {
            case '"', '\\', '/' -> add((char) c);
            case 'n' -> add('\n');
            case 't' -> add('\t');
            case 'r' -> add('\r');
            case 'b' -> add('\b');
            case 'f' -> add('\f');
            case 'u' -> {
                int value = 0;
                for (int i = 0; i < 4; i++) {
                    int digit = take();
                    int hex = Character.digit(digit, 16);
                    if (hex < 0) {
                        broken = true;
                        pushedBack = digit;
                        return;
                    }
                    value = value << 4 | hex;
                }
                add((char) value);
            }
            default -> {
                broken = true;
                pushedBack = c;
            }
        }
    }

    private Token literal(int first) {
        length = 0;
        int c = first;
        while (c >= 0 && !isBlank(c) && "{}[]:,\"".indexOf(c) < 0) {
            add((char) c);
            c = take();
        }
        pushedBack = c;
        return Token.LITERAL;
    }

    private void add(char c) {
        if (length < text.length) {
            text[length++] = c;
        }
    }

    private int take() {
        int c = pushedBack;
        if (c != NONE) {
            pushedBack = NONE;
            return c;
        }
        return in.take();
    }

    private static boolean isBlank(int c) {
        return c >= 0 && c <= ' ';
    }
}
