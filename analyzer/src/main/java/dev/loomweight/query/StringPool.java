package dev.loomweight.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The distinct words of a text field, each with a number: rows hold, and are grouped by, the numbers. */
final class StringPool {

    private final List<String> words = new ArrayList<>();
    private final Map<String, Integer> ids = new HashMap<>();

    /** The number of a word, which is given one if it has none. */
    int idOf(String word) {
        Integer known = ids.get(word);
        if (known != null) {
            return known;
        }
        int id = words.size();
        ids.put(word, id);
        words.add(word);
        return id;
    }

    /** The word of a number. */
    String word(int id) {
        return words.get(id);
    }

    /** How many words there are; their numbers are 0 to that, exclusive. */
    int size() {
        return words.size();
    }
}
