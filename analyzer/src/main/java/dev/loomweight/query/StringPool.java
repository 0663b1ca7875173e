package dev.loomweight.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The distinct texts of a field, numbered from 0: rows hold, and are grouped by, the numbers. */
final class StringPool {

    private final List<String> words = new ArrayList<>();
    private final Map<String, Integer> ids = new HashMap<>();

    /** The number of a text, which is added if it is new. */
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

    /** The text with a number. */
    String word(int id) {
        return words.get(id);
    }

    /** The number of texts. */
    int size() {
        return words.size();
    }
}
