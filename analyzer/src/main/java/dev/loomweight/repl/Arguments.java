package dev.loomweight.repl;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A word as a line has it.
 *
 * @param text what stands behind it, as it is written
 * @param fields the fields that the steps behind it use, or null where all are
 */
record Arguments(String text, @Nullable Set<String> fields) {

    /** What stands behind it, at blanks outside of quotes. */
    List<String> arguments() {
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
     * The only argument.
     *
     * @throws IllegalArgumentException if there are none, or more
     */
    String only(String synopsis) {
        List<String> all = arguments();
        if (all.size() != 1) {
            throw new IllegalArgumentException("write " + synopsis);
        }
        return all.getFirst();
    }
}
