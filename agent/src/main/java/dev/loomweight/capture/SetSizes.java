package dev.loomweight.capture;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sizes with which a JVM was to begin, wherever they were set: on the command line, in a script, in a variable such
 * as {@code JAVA_TOOL_OPTIONS}. A smaller limit does not go with them, and the JVM would not start.
 */
public final class SetSizes {

    /** The key of {@code capture.json} with the sizes by the names of their flags, in bytes. */
    public static final String KEY = "setSizes";

    /** The flags. {@code -Xms} sets the first two. */
    public static final List<String> FLAGS =
            List.of("InitialHeapSize", "MinHeapSize", "SoftMaxHeapSize", "InitialCodeCacheSize");

    // size_t InitialHeapSize     = 1073741824    {product} {command line, ergonomic}
    private static final Pattern FLAG = Pattern.compile(
            "(?m)\\b(" + String.join("|", FLAGS) + ")\\s*=\\s*(\\d{1,18})\\s+\\{[^}]*\\}\\s+\\{([^}]*)\\}");

    private static final Pattern MAX_HEAP_SIZE = Pattern.compile("\\bMaxHeapSize\\s*=\\s*(\\d{1,18})");

    private SetSizes() {}

    /** What {@code VM.flags -all} says of sizes, for {@code capture.json}: {@link FailureLog#HEAP_MAX} and {@link #KEY}. */
    public static Map<String, Object> facts(String flags) {
        Map<String, Object> facts = new LinkedHashMap<>();
        Matcher largest = MAX_HEAP_SIZE.matcher(flags);
        if (largest.find() && Long.parseLong(largest.group(1)) > 0) {
            facts.put(FailureLog.HEAP_MAX, Long.parseLong(largest.group(1)));
        }
        Map<String, Long> sizes = of(flags);
        if (!sizes.isEmpty()) {
            facts.put(KEY, sizes);
        }
        return facts;
    }

    /** Those that the user set, by what {@code VM.flags -all} prints. */
    static Map<String, Long> of(String flags) {
        Map<String, Long> sizes = new TreeMap<>();
        Matcher flag = FLAG.matcher(flags);
        while (flag.find()) {
            String origin = flag.group(3);
            if (origin.contains("command line") || origin.contains("environment")) {
                sizes.put(flag.group(1), Long.parseLong(flag.group(2)));
            }
        }
        return sizes;
    }
}
