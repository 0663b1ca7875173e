package dev.loomweight.input.text;

import dev.loomweight.sample.ContainerLimit;
import dev.loomweight.sample.ContainerMemory;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The figures of control groups, version 1 and 2, as a capture keeps them: lines of a file name, for {@code memory.stat}
 * a key, and the value. The process' own group comes first; the lowest limit on the way up applies.
 */
public final class CgroupText {

    /** Version 1 says "no limit" by the largest multiple of the page size that fits, version 2 by the word max. */
    private static final long NO_LIMIT_FROM = 1L << 62;

    private static final String STAT = "/memory.stat ";

    private static final String OOM_KILL = " oom_kill ";

    private CgroupText() {}

    /** Whether a line, stripped, is a figure. */
    static boolean isSign(String text) {
        int blank = text.lastIndexOf(' ');
        return text.startsWith("/")
                && blank > 0
                && text.lastIndexOf("/memory.", blank) > 0
                && (text.endsWith(" max") || number(text.substring(blank + 1)) >= 0);
    }

    /** The limit and what the own group is charged for. */
    static TextRead read(LineCursor lines) {
        List<String> all = new ArrayList<>();
        for (String line = lines.next(); line != null; line = lines.next()) {
            all.add(line.strip());
        }
        return new TextRead(samples(all), List.of());
    }

    /**
     * The limit, and then what is charged, as far as they are known.
     *
     * @param all lines, stripped
     */
    public static List<Sample> samples(List<String> all) {
        List<Sample> samples = new ArrayList<>();
        ContainerLimit limit = lowest(all);
        if (!limit.file().isEmpty()) {
            samples.add(limit);
        }
        Map<String, Long> own = own(all);
        addLimited(limit, all, own);
        if (!own.isEmpty()) {
            samples.add(new ContainerMemory(own));
        }
        return samples;
    }

    /** The lowest limit; -1 if none binds, with an empty file name where no group has a limit file at all. */
    public static ContainerLimit lowest(List<String> lines) {
        ContainerLimit lowest = new ContainerLimit(-1, "");
        for (String line : lines) {
            int blank = line.lastIndexOf(' ');
            String name = blank < 0 ? "" : line.substring(0, blank);
            if (name.endsWith("/memory.max") || name.endsWith("/memory.limit_in_bytes")) {
                long value = number(line.substring(blank + 1));
                long bytes = value >= NO_LIMIT_FROM ? -1 : value;
                boolean lower = bytes >= 0 && (lowest.limitBytes() < 0 || bytes < lowest.limitBytes());
                if (lower || lowest.file().isEmpty()) {
                    lowest = new ContainerLimit(bytes, name);
                }
            }
        }
        return lowest;
    }

    /** The first file that counts the processes of its group which the kernel killed for lack of memory, with the count. */
    public static Optional<Map.Entry<String, Long>> oomKills(List<String> lines) {
        return lines.stream()
                .map(String::strip)
                .filter(line -> line.contains(OOM_KILL))
                .findFirst()
                .map(line -> Map.entry(
                        line.substring(0, line.indexOf(OOM_KILL)),
                        number(line.substring(line.indexOf(OOM_KILL) + OOM_KILL.length()))))
                .filter(count -> count.getValue() >= 0);
    }

    /** The figures of the first group. */
    private static Map<String, Long> own(List<String> lines) {
        Map<String, Long> bytes = new LinkedHashMap<>();
        String group = "";
        for (String line : lines) {
            int blank = line.lastIndexOf(' ');
            int slash = line.indexOf("/memory.");
            long value = blank < 0 ? -1 : number(line.substring(blank + 1));
            if (slash < 0 || value < 0) {
                continue;
            }
            group = group.isEmpty() ? line.substring(0, slash) : group;
            if (!line.substring(0, slash).equals(group)) {
                break;
            }
            int stat = line.indexOf(STAT);
            if (stat >= 0) {
                bytes.putIfAbsent(line.substring(stat + STAT.length(), blank).strip(), value);
            } else if (isUsage(line, group)) {
                bytes.putIfAbsent(ContainerMemory.USAGE, value);
            }
        }
        return bytes;
    }

    /** Adds what is charged to the group whose limit applies, if it is one above the process' own. */
    private static void addLimited(ContainerLimit limit, List<String> lines, Map<String, Long> own) {
        int slash = limit.file().lastIndexOf('/');
        if (limit.limitBytes() <= 0 || slash < 0) {
            return;
        }
        String group = limit.file().substring(0, slash);
        for (String line : lines) {
            if (isUsage(line, group)) {
                long value = number(line.substring(line.lastIndexOf(' ') + 1));
                if (value >= 0 && !Objects.equals(own.get(ContainerMemory.USAGE), value)) {
                    own.put(ContainerMemory.LIMITED_USAGE, value);
                }
                return;
            }
        }
    }

    private static boolean isUsage(String line, String group) {
        return line.startsWith(group + "/memory.current ") || line.startsWith(group + "/memory.usage_in_bytes ");
    }

    private static long number(String value) {
        try {
            return Long.parseLong(value.strip());
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
