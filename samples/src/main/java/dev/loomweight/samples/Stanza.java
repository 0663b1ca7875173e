package dev.loomweight.samples;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lines of one paragraph of an {@code .expected} file, by their keys. */
final class Stanza {

    private final Map<String, List<String>> values = new LinkedHashMap<>();
    private final Set<String> asked = new HashSet<>();

    private Stanza() {}

    static List<Stanza> parse(String text) {
        List<Stanza> stanzas = new ArrayList<>();
        Stanza open = null;
        for (String line : text.lines().filter(each -> !each.startsWith("#")).toList()) {
            if (line.isBlank()) {
                open = null;
                continue;
            }
            if (open == null) {
                open = new Stanza();
                stanzas.add(open);
            }
            String[] parts = line.split(": +", 2);
            if (parts.length < 2) {
                throw new IllegalArgumentException("not \"Key: value\": " + line);
            }
            open.values.computeIfAbsent(parts[0], key -> new ArrayList<>()).add(parts[1].strip());
        }
        return stanzas;
    }

    List<String> all(String key) {
        asked.add(key);
        return values.getOrDefault(key, List.of());
    }

    @Nullable
    String get(String key) {
        List<String> all = all(key);
        if (all.size() > 1) {
            throw new IllegalArgumentException("more than one " + key + " in a stanza");
        }
        return all.isEmpty() ? null : all.get(0);
    }

    String get(String key, String absent) {
        String value = get(key);
        return value == null ? absent : value;
    }

    /** Checks that the file has only the requested keys. */
    void noOtherKeys() {
        for (String key : values.keySet()) {
            if (!asked.contains(key)) {
                throw new IllegalArgumentException("unknown key: " + key);
            }
        }
    }
}
