package dev.loomweight.input.text;

import dev.loomweight.capture.Cgroup;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.GroupTexts.ContainerLimit;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The figures of control groups, version 1 and 2, as a capture keeps them: lines of a file name, for {@code memory.stat}
 * a key, and the value. The process' own group comes first; the lowest limit on the way up applies.
 */
public final class CgroupText {

    private static final String ROOT = "/sys/fs/cgroup/";

    private static final Pattern WITHOUT_FIGURE = Pattern.compile(".*/memory\\.\\S*");
    /** A figure, or the rest of one. */
    private static final Pattern FIGURE = Pattern.compile("\\d+");

    private static final String STAT = "/memory.stat ";

    private static final String PROCS = "/cgroup.procs ";

    private static final String TMPFS = "/tmpfs ";

    private static final String OOM_KILL = " oom_kill ";

    /** Lines of {@code memory.stat} and {@code memory.events} whose values never fall. */
    private static final List<String> RISING = List.of(
            "/memory.stat pgfault",
            "/memory.stat pgmajfault",
            "/memory.stat pgpgin",
            "/memory.stat pgpgout",
            "/memory.stat pgscan",
            "/memory.stat pgsteal",
            "/memory.events max",
            "/memory.events oom",
            "/memory.events oom_kill",
            "/memory.oom_control oom_kill");

    private CgroupText() {}

    /** Whether a line, stripped, is a figure. */
    static boolean isSign(String text) {
        int blank = text.lastIndexOf(' ');
        return text.startsWith("/")
                && text.length() > 1
                && Character.isLetter(text.charAt(1))
                && blank > 0
                && (text.lastIndexOf("/memory.", blank) > 0 || text.contains(PROCS) || text.contains(TMPFS))
                && (text.endsWith(" max") || number(text.substring(blank + 1)) >= 0);
    }

    /** The limit and what the own group is charged for. */
    static TextRead read(LineCursor lines) {
        List<String> all = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        int broken = 0;
        boolean afterGroup = false;
        for (String line = lines.next(); line != null; line = lines.next()) {
            String text = line.strip();
            all.add(text);
            if (!text.isEmpty() && !text.startsWith("/")) {
                unknown.add(text);
            }
            boolean ofGroup = text.startsWith("/") && text.contains("/memory.");
            broken += WITHOUT_FIGURE.matcher(text).matches()
                            || (afterGroup && FIGURE.matcher(text).matches())
                    ? 1
                    : 0;
            afterGroup = ofGroup;
        }
        List<String> notes = new ArrayList<>();
        if (unknown.size() < all.size() / 2) {
            TextRead.quote(notes, unknown, "unknown lines in cgroup.txt");
        }
        if (broken > 0) {
            notes.add(TextRead.missing("cgroup.txt has figures that were wrapped, which are not read or wrong: "
                    + broken + (broken == 1 ? " line" : " lines")));
        }
        notes.addAll(missing(all));
        return new TextRead(samples(all), notes);
    }

    /** What the figures of a capture would have of the first group and of those above it. */
    private static List<String> missing(List<String> all) {
        Set<String> groups = new LinkedHashSet<>();
        Set<String> usages = new HashSet<>();
        Set<String> limits = new HashSet<>();
        boolean stat = false;
        for (String line : all) {
            int slash = line.indexOf("/memory.");
            if (slash >= 0) {
                String group = line.substring(0, slash);
                groups.add(group);
                stat |= line.startsWith(STAT, slash);
                if (isUsage(line, group)) {
                    usages.add(group);
                }
                if (line.startsWith("max ", slash + "/memory.".length())
                        || line.startsWith("limit_in_bytes ", slash + "/memory.".length())) {
                    limits.add(group);
                }
            }
        }
        List<String> missing = new ArrayList<>();
        if (groups.isEmpty()) {
            return missing;
        }
        if (!stat) {
            return List.of(TextRead.missing("cgroup.txt has no memory.stat of the process' own group"));
        }
        String own = groups.iterator().next();
        for (String group = own; group.startsWith(ROOT); group = group.substring(0, group.lastIndexOf('/'))) {
            if (!usages.contains(group) || (group.equals(own) && !limits.contains(group))) {
                missing.add(group);
            }
        }
        return missing.isEmpty()
                ? List.of()
                : List.of(TextRead.missing("cgroup.txt has no usage or limit of " + String.join(", ", missing)));
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
        addNamed(all, PROCS, ContainerMemory.PROCESS, own);
        addNamed(all, TMPFS, ContainerMemory.TMPFS, own);
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
                long bytes = value >= Cgroup.NO_LIMIT_FROM ? -1 : value;
                boolean lower = bytes >= 0 && (lowest.limitBytes() < 0 || bytes < lowest.limitBytes());
                if (lower || lowest.file().isEmpty()) {
                    lowest = new ContainerLimit(bytes, name);
                }
            }
        }
        return lowest;
    }

    /** Whether figures that were taken later are of the same group as earlier ones. */
    public enum Identity {
        /** The same. */
        SAME,
        /** Another: of another path, or made again since. */
        OTHER,
        /** The figures do not show it, as those of older versions. */
        UNKNOWN
    }

    /**
     * Whether figures are of one group, by the number of its folder and by what the kernel counts of it, which does not
     * fall.
     *
     * @param earlier the figures of a moment
     * @param later those of a later one
     */
    public static Identity identity(List<String> earlier, List<String> later) {
        String before = line(earlier, Cgroup.INODE);
        String after = line(later, Cgroup.INODE);
        if (!before.equals(after) && !before.isEmpty() && !after.isEmpty()) {
            return Identity.OTHER;
        }
        Map<String, Long> counts = counts(earlier);
        Map<String, Long> now = counts(later);
        if (!counts.isEmpty() && !now.isEmpty() && Collections.disjoint(counts.keySet(), now.keySet())) {
            return Identity.OTHER;
        }
        boolean fell = counts.entrySet().stream()
                .anyMatch(count -> now.getOrDefault(count.getKey(), count.getValue()) < count.getValue());
        return fell ? Identity.OTHER : before.isEmpty() || after.isEmpty() ? Identity.UNKNOWN : Identity.SAME;
    }

    private static String line(List<String> lines, String word) {
        return lines.stream()
                .filter(line -> line.contains(word))
                .findFirst()
                .orElse("")
                .strip();
    }

    /** What only rises as long as a group exists, by its file and name. */
    private static Map<String, Long> counts(List<String> lines) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (String line : lines) {
            int blank = line.strip().lastIndexOf(' ');
            String name = blank < 0 ? "" : line.strip().substring(0, blank);
            long value = blank < 0 ? -1 : number(line.strip().substring(blank));
            if (value >= 0 && RISING.stream().anyMatch(name::endsWith)) {
                counts.put(name, value);
            }
        }
        return counts;
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

    /** Adds what a capture found out of the other processes of the group, and of file systems in memory. */
    private static void addNamed(List<String> lines, String file, String key, Map<String, Long> own) {
        for (String line : lines) {
            int begin = line.indexOf(file);
            int blank = line.lastIndexOf(' ');
            long value = blank < 0 ? -1 : number(line.substring(blank + 1));
            if (begin >= 0 && value >= 0 && blank >= begin + file.length()) {
                own.putIfAbsent(key + line.substring(begin + file.length(), blank), value);
            }
        }
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
