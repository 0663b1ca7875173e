package dev.loomweight.fleet;

import dev.loomweight.match.Regex;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Labels from the paths of recordings: {@code {service}/{version}/{pod}-{time}.jfr}. A name in braces stands for one or
 * more characters of one file or folder name, {@code *} for any, {@code **} for any folders. The pattern is compared with
 * the end of a path, which begins with a whole name. {@code {time}} matches a date or a number of seconds or milliseconds
 * and is no label.
 */
public final class PathPattern {

    /** The name that stands for a time, and is no label. */
    private static final String TIME = "time";

    // 2026-11-23T10-15-00Z, 20261123-101500, 1763900000, 1763900000000
    private static final String TIMES =
            "(\\d{4}-\\d{2}-\\d{2}[0-9TtZz:._+-]*|\\d{8}[-_.Tt]?\\d{0,9}[Zz]?|\\d{10}|\\d{13})";

    private static final Pattern PARTS = Pattern.compile("\\{([^{}]*)}|\\*\\*/?|\\*|[^{*]+|\\{");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,99}");

    private final List<String> names;
    private final Regex regex;

    private PathPattern(List<String> names, Regex regex) {
        this.names = names;
        this.regex = regex;
    }

    /**
     * A pattern as a user writes it.
     *
     * @throws IllegalArgumentException if it is none; the message says why
     */
    public static PathPattern of(String written) {
        List<String> names = new ArrayList<>();
        StringBuilder expression = new StringBuilder("(?:.*/)?");
        Matcher part = PARTS.matcher(written.replace('\\', '/').replaceFirst("^/+", ""));
        while (part.find()) {
            String name = part.group(1);
            String text = part.group();
            if (name != null) {
                if (!NAME.matcher(name).matches()) {
                    throw new IllegalArgumentException("{" + name + "} is not the name of a label, such as {service}");
                }
                if (names.contains(name)) {
                    throw new IllegalArgumentException("{" + name + "} is there twice");
                }
                names.add(name);
                expression.append(name.equals(TIME) ? TIMES : "([^/]+)");
            } else if (text.startsWith("**")) {
                expression.append(text.endsWith("/") ? "(?:.*/)?" : ".*");
            } else if (text.equals("*")) {
                expression.append("[^/]*");
            } else if (text.equals("{")) {
                throw new IllegalArgumentException("a { without its }");
            } else {
                expression.append(Pattern.quote(text));
            }
        }
        if (names.stream().allMatch(TIME::equals)) {
            throw new IllegalArgumentException("it names no label; write for example {service}/{version}/{pod}.jfr");
        }
        return new PathPattern(List.copyOf(names), Regex.of(expression.toString()));
    }

    /**
     * The labels that a path says.
     *
     * @param path with slashes
     * @return null if it does not match
     */
    public @Nullable Labels labels(String path) {
        List<String> groups = regex.groupsOf(path);
        if (groups == null) {
            return null;
        }
        Map<String, String> labels = new TreeMap<>();
        for (int i = 0; i < names.size(); i++) {
            if (!names.get(i).equals(TIME)) {
                labels.put(names.get(i), groups.get(i));
            }
        }
        return Labels.of(labels);
    }

    /** The names of its labels, in their order. */
    public List<String> names() {
        return names.stream().filter(name -> !name.equals(TIME)).toList();
    }
}
