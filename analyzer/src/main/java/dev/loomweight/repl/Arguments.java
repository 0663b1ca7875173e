package dev.loomweight.repl;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a command in a line.
 *
 * @param text the text after the command
 * @param fields the fields that the following steps use, or null if there are no steps
 */
record Arguments(String text, @Nullable Set<String> fields) {

    /** The arguments, separated by blanks outside of quotes. */
    List<String> list() {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '"' || c == '\'') {
                quote = c;
                inWord = true;
            } else if (!Character.isWhitespace(c)) {
                word.append(c);
                inWord = true;
            } else if (inWord) {
                words.add(word.toString());
                word.setLength(0);
                inWord = false;
            }
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }

    /**
     * The single argument.
     *
     * @param synopsis the command's usage, for the message
     * @throws IllegalArgumentException if there is none, or more than one
     */
    String only(String synopsis) {
        List<String> all = list();
        if (all.size() != 1) {
            throw new IllegalArgumentException("expected " + synopsis);
        }
        return all.getFirst();
    }
}
