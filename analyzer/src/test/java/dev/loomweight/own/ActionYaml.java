package dev.loomweight.own;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the YAML of workflows and actions: maps, lists and text by indentation, text over several lines after {@code |} and
 * {@code >-}, and lists in brackets. Whatever else YAML has is refused.
 */
final class ActionYaml {

    private static final Pattern ENTRY = Pattern.compile("(?<key>[A-Za-z][\\w-]*):(?: +(?<value>.+))?");

    private final List<String> lines;
    private int at;

    private ActionYaml(List<String> lines) {
        this.lines = lines;
    }

    /** The map that a file holds: of text, maps and lists of these. */
    static Map<String, Object> read(Path file) throws IOException {
        ActionYaml yaml = new ActionYaml(Files.readAllLines(file));
        Map<String, Object> all = yaml.map(0);
        yaml.blank();
        if (yaml.at < yaml.lines.size()) {
            throw yaml.refused();
        }
        return all;
    }

    /** The map of a map. */
    static Map<String, Object> map(Map<String, Object> of, String key) {
        Map<String, Object> map = new LinkedHashMap<>();
        ((Map<?, ?>) of.getOrDefault(key, Map.of())).forEach((name, value) -> map.put((String) name, value));
        return map;
    }

    /** The maps of a list of a map. */
    static List<Map<String, Object>> maps(Map<String, Object> of, String key) {
        List<Map<String, Object>> maps = new ArrayList<>();
        for (Object item : (List<?>) of.getOrDefault(key, List.of())) {
            maps.add(map(Map.of(key, item), key));
        }
        return maps;
    }

    private Map<String, Object> map(int indent) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (blank(); at < lines.size() && indent() == indent && !text().startsWith("- "); blank()) {
            Matcher entry = ENTRY.matcher(text());
            if (!entry.matches()) {
                throw refused();
            }
            at++;
            map.put(entry.group("key"), value(entry.group("value"), indent));
        }
        return map;
    }

    private Object value(@Nullable String value, int indent) {
        if (value == null) {
            blank();
            boolean below = at < lines.size() && (indent() > indent || text().startsWith("- "));
            return !below ? "" : text().startsWith("- ") ? list(indent()) : map(indent());
        }
        return switch (value) {
            case "|" -> String.join("\n", block(indent)) + "\n";
            case ">-" -> String.join(" ", block(indent));
            default -> scalar(value);
        };
    }

    private List<Object> list(int indent) {
        List<Object> list = new ArrayList<>();
        for (blank(); at < lines.size() && indent() == indent && text().startsWith("- "); blank()) {
            // The item begins on the line of its sign, as if it were indented by it.
            lines.set(at, " ".repeat(indent + 2) + text().substring(2));
            list.add(
                    ENTRY.matcher(text()).matches()
                            ? map(indent + 2)
                            : scalar(lines.get(at++).strip()));
        }
        return list;
    }

    private List<String> block(int indent) {
        List<String> block = new ArrayList<>();
        int inner = indent();
        while (at < lines.size() && (lines.get(at).isBlank() || (indent() > indent && indent() >= inner))) {
            String line = lines.get(at++);
            block.add(line.isBlank() ? "" : line.substring(inner));
        }
        while (!block.isEmpty() && block.getLast().isEmpty()) {
            block.removeLast();
        }
        return block;
    }

    private Object scalar(String written) {
        String value = written.replaceFirst(" +#.*", "").strip();
        if (value.startsWith("'") && value.endsWith("'") && value.length() > 1) {
            return value.substring(1, value.length() - 1).replace("''", "'");
        }
        if (value.startsWith("[") && value.endsWith("]")) {
            return List.of(value.substring(1, value.length() - 1).split(" *, *", -1));
        }
        if (Pattern.compile("^[\\[{\"&*!|>%@`]").matcher(value).find() || value.contains(": ")) {
            throw refused();
        }
        return value;
    }

    private void blank() {
        while (at < lines.size() && (lines.get(at).isBlank() || text().startsWith("#"))) {
            at++;
        }
    }

    private int indent() {
        String line = lines.get(at);
        return line.length() - line.stripLeading().length();
    }

    private String text() {
        return lines.get(at).strip();
    }

    private IllegalStateException refused() {
        return new IllegalStateException("not understood: " + (at < lines.size() ? lines.get(at) : "the end"));
    }
}
