package dev.loomweight.input.text.crash;

import dev.loomweight.amount.Sizes;
import dev.loomweight.capture.CrashLogs;
import dev.loomweight.sample.JvmTexts.Crash.Figure;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What bounds memory, and what the machine has of it; {@code os_linux.cpp}, {@code os_bsd.cpp}, {@code os_windows.cpp}. */
final class CrashFigures {

    private static final Pattern FLAG = Pattern.compile("\\w+ (" + CrashLogs.BOUNDS + ") += (\\d{1,18}) .*");

    private static final Pattern ARGUMENT = Pattern.compile("(?:^| )-(?:Xm([xs])|XX:(" + CrashLogs.BOUNDS + ")=)"
            + "(\\d{1,15}[kK]?|\\d{1,12}[mM]|\\d{1,9}[gG]|\\d{1,6}[tT])(?= |$)");

    private static final Pattern MAPPING =
            Pattern.compile("\\p{XDigit}{8,16}-\\p{XDigit}{8,16} [r-][w-][x-][ps-] (?!.*\\[rollup]$).*");

    /** What a line says; the first value counts. */
    private record Line(Figure figure, String start, Pattern pattern) {

        /** @param pattern with an amount and, if it is a size, its unit */
        Line(Figure figure, String start, String pattern) {
            this(figure, start, Pattern.compile(pattern));
        }
    }

    private static final List<Line> LINES = List.of(
            new Line(Figure.PHYSICAL, "Memory: ", "physical (\\d{1,12})([kM])\\b"),
            new Line(Figure.FREE, "Memory: ", "physical \\d{1,12}[kM] ?\\((\\d{1,12})([kM]) free"),
            new Line(Figure.SWAP_FREE, "Memory: ", "swap \\d{1,12}[kM] ?\\((\\d{1,12})([kM]) free"),
            new Line(Figure.AVAILABLE, "MemAvailable:", "(\\d{1,15}) (k)B"),
            new Line(Figure.PAGE_FILE_FREE, "TotalPageFile size", "AvailPageFile size (\\d{1,12})([kM])"),
            new Line(Figure.MAPPINGS, "Total number of mappings: ", "(\\d{1,10})()$"),
            new Line(Figure.MAX_MAPPINGS, "/proc/sys/vm/max_map_count", ": ?(\\d{1,10})()$"),
            new Line(Figure.ADDRESS_SPACE, "Virtual Size: ", "Virtual Size: (\\d{1,15})(K)"),
            new Line(Figure.MAX_ADDRESS_SPACE, "rlimit", "\\bAS (\\d{1,15})(k)"),
            new Line(Figure.HEAP_FROM, "Heap address: ", "0x0*(\\p{XDigit}{1,15})()"),
            new Line(Figure.HEAP_BYTES, "Heap address: ", "size: (\\d{1,9}) (M)B"),
            new Line(Figure.REFUSED_AT, "", "os::commit_memory\\(0x0*(\\p{XDigit}{1,15})()"));

    private final Map<String, Long> flags = new HashMap<>();
    /** By the command line, which JDK 8 has alone; a value that the JVM took is more exact. */
    private final Map<String, Long> arguments = new HashMap<>();

    private final Map<Figure, Long> figures = new EnumMap<>(Figure.class);
    private long mappings;
    private boolean atMaxMappings;

    Map<String, Long> flags() {
        Map<String, Long> all = new HashMap<>(arguments);
        all.putAll(flags);
        return all;
    }

    Map<Figure, Long> figures() {
        if (mappings > 0) {
            // Of a list that was cut it is the least.
            figures.putIfAbsent(Figure.MAPPINGS, mappings);
        }
        return figures;
    }

    /** Takes the head of a log: mappings before it are of another text. */
    void begin() {
        mappings = 0;
    }

    /** Takes a line, stripped, and whether it is one of these. */
    boolean line(String text) {
        if (MAPPING.matcher(text).matches()) {
            mappings++;
            return true;
        }
        if (atMaxMappings) {
            atMaxMappings = false;
            if (text.matches("\\d{1,10}")) {
                figures.putIfAbsent(Figure.MAX_MAPPINGS, Long.parseLong(text));
                return true;
            }
        }
        Matcher flag = FLAG.matcher(text);
        if (flag.matches()) {
            flags.putIfAbsent(flag.group(1), Long.parseLong(flag.group(2)));
        } else if (text.startsWith("Command Line: ") || text.startsWith("jvm_args: ")) {
            bounds(text);
        } else {
            return figure(text);
        }
        return true;
    }

    private boolean figure(String text) {
        boolean known = false;
        for (Line line : LINES) {
            if (text.regionMatches(true, 0, line.start, 0, line.start.length())) {
                known |= !line.start.isEmpty();
                Matcher found = line.pattern.matcher(text);
                if (found.find()) {
                    figures.putIfAbsent(line.figure, amount(line.figure, found));
                }
            }
        }
        // On JDK 11, its value is on the next line.
        atMaxMappings = text.startsWith("/proc/sys/vm/max_map_count") && text.endsWith(":");
        return known;
    }

    private static long amount(Figure figure, Matcher found) {
        String digits = found.group(1);
        return switch (found.group(2)) {
            case "k", "K" -> Long.parseLong(digits) << 10;
            case "M" -> Long.parseLong(digits) << 20;
            default -> figure.isAddress() ? Long.parseLong(digits, 16) : Long.parseLong(digits);
        };
    }

    private void bounds(String text) {
        Matcher argument = ARGUMENT.matcher(text);
        while (argument.find()) {
            String letter = argument.group(1);
            String flag = letter == null ? argument.group(2) : letter.equals("x") ? "MaxHeapSize" : "InitialHeapSize";
            String size = argument.group(3);
            // The last of several counts; without a unit it is bytes.
            arguments.put(flag, Sizes.parse(Character.isDigit(size.charAt(size.length() - 1)) ? size + "b" : size));
        }
    }
}
