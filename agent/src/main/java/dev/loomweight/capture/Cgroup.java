package dev.loomweight.capture;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The memory figures of a process' control groups, version 1 and 2, from its own group up to the root: a limit
 * anywhere above it binds it too.
 */
public final class Cgroup {

    /** The files of version 2 and version 1 that hold limits and use. */
    private static final List<String> FILES =
            List.of("memory.max", "memory.current", "memory.limit_in_bytes", "memory.usage_in_bytes");

    private static final String STAT = "memory.stat";

    /** From so many bytes on there is no limit: version 1 says so by the largest multiple of the page size that fits. */
    public static final long NO_LIMIT_FROM = 1L << 62;

    /** Version 2 and version 1: what the kernel counts of the group. */
    private static final List<String> EVENTS = List.of("memory.events", "memory.oom_control");

    private static final String OOM_KILL = "oom_kill ";

    /** The processes of a group; and a file that the root of version 1 alone has. */
    private static final String PROCS = "cgroup.procs";

    private static final String SANE = "cgroup.sane_behavior";
    private static final int MAX_OTHERS = 20;

    private static final String TMPFS = "tmpfs";
    private static final long MIN_TMPFS_BYTES = 1 << 20;

    /**
     * After the folder of a group in {@link #figures}: the number of the folder's inode, and when the machine was
     * started. A group that is made again under the same path, as when a container restarts, has another number.
     */
    public static final String INODE = " inode ";

    private static final Path MOUNT = Path.of("/sys/fs/cgroup");
    private static final String MEMORY = "memory";
    private static final String FREEZER = "freezer";

    private static final Path BOOT = Proc.file("sys/kernel/random/boot_id");

    private Cgroup() {}

    private static Path membership(long pid) {
        return Proc.of(pid).resolve("cgroup");
    }

    /** The folders of the groups of a process that a controller such as {@code cpu} has: its own first, then those above. */
    public static List<Path> folders(long pid, String controller) {
        return folders(membership(pid), MOUNT, controller);
    }

    /** The same by the process' list of groups. */
    public static List<Path> folders(Path membership, Path mount, String controller) {
        return folders(membership, mount, controller, Integer.MAX_VALUE);
    }

    /** @param levels how many of each hierarchy are wanted, from the process' own group upwards */
    private static List<Path> folders(Path membership, Path mount, String controller, int levels) {
        List<Path> folders = new ArrayList<>();
        for (String line : lines(membership)) {
            // hierarchy:controllers:path; version 2 has the hierarchy 0 and no controllers.
            String[] parts = line.split(":", 3);
            boolean two = parts.length == 3 && parts[0].equals("0");
            if (parts.length == 3 && (two || List.of(parts[1].split(",")).contains(controller))) {
                Path alone = mount.resolve(two ? "" : controller);
                Path root = Files.exists(alone) ? alone : mount.resolve(parts[1]);
                // Inside a container the path may be the host's, and only its end is mounted.
                Path own = root.resolve(parts[2].substring(parts[2].startsWith("/") ? 1 : 0));
                int level = 0;
                for (Path at = own.normalize();
                        at != null && at.startsWith(root) && level++ < levels;
                        at = at.getParent()) {
                    folders.add(at);
                }
            }
        }
        return folders;
    }

    /** The group of a process that is frozen, by the path that {@code /proc/PID/cgroup} has; null if none is. */
    public static @Nullable String frozen(long pid) {
        for (Path at : folders(membership(pid), MOUNT, FREEZER, 1)) {
            Path one = MOUNT.resolve(FREEZER);
            Path group = (at.startsWith(one) ? one : MOUNT).relativize(at);
            // Version 2 is mounted below where version 1 is used too.
            Path unified = MOUNT.resolve("unified").resolve(group);
            if (lines(at.resolve("cgroup.events")).contains("frozen 1")
                    || lines(unified.resolve("cgroup.events")).contains("frozen 1")
                    || lines(at.resolve("freezer.state")).contains("FROZEN")) {
                return "/" + group;
            }
        }
        return null;
    }

    /**
     * One line per figure, {@code FILE VALUE}, the process' own group first; empty where there are no control groups. At the end
     * stand the other processes of the group, and the file systems in memory.
     *
     * @param pid the process
     */
    public static List<String> figures(long pid) {
        List<String> figures = figures(membership(pid), MOUNT);
        if (!figures.isEmpty()) {
            List<Path> groups = folders(membership(pid), MOUNT, MEMORY, 1);
            groups.forEach(group -> addOthers(pid, group, figures));
            addTmpfs(pid, groups.get(0), figures);
        }
        return figures;
    }

    /** The largest other processes of the group with their RSS in bytes, by number alone: {@code FILE PID BYTES}. */
    static void addOthers(long pid, Path group, List<String> figures) {
        if (Files.exists(group.resolve(SANE))) {
            // The root of version 1 has all processes of the machine.
            return;
        }
        Map<String, Long> resident = new HashMap<>();
        for (String other : lines(group.resolve(PROCS))) {
            List<String> rss = other.equals(Long.toString(pid)) ? List.of() : Proc.status(Proc.file(other), "VmRSS:");
            if (!rss.isEmpty()) {
                resident.put(other, Long.parseLong(rss.get(0)) << 10);
            }
        }
        resident.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MAX_OTHERS)
                .forEach(one -> figures.add(
                        group.resolve(PROCS) + " " + one.getKey() + own(one.getKey()) + " " + one.getValue()));
    }

    private static String own(String pid) {
        return pid.equals(Long.toString(ProcessHandle.current().pid())) ? " (loomweight)" : "";
    }

    /** The file systems in memory that the process has mounted, with what they hold in bytes: {@code GROUP/tmpfs MOUNT BYTES}. */
    static void addTmpfs(long pid, Path group, List<String> figures) {
        for (String line : lines(Proc.of(pid).resolve("mounts"))) {
            String[] mount = line.split(" ", 4);
            if (mount.length < 4 || !mount[2].equals(TMPFS) || mount[1].contains("\\")) {
                continue;
            }
            File file = Proc.of(pid).resolve("root" + mount[1]).toFile();
            long held = file.getTotalSpace() - file.getFreeSpace();
            if (held >= MIN_TMPFS_BYTES) {
                figures.add(group.resolve(TMPFS) + " " + mount[1] + " " + held);
            }
        }
    }

    static List<String> figures(Path membership, Path mount) {
        List<String> figures = new ArrayList<>();
        for (Path at : folders(membership, mount, MEMORY)) {
            boolean first = figures.isEmpty();
            for (String name : FILES) {
                String value = value(at.resolve(name));
                if (value != null) {
                    figures.add(at.resolve(name) + " " + value);
                }
            }
            if (first && !figures.isEmpty()) {
                // What the process' own group is charged for; those above it add other processes.
                ownFigures(at, figures);
            }
        }
        return figures;
    }

    private static void ownFigures(Path at, List<String> figures) {
        for (String name : List.of(STAT, EVENTS.get(0), EVENTS.get(1))) {
            for (String line : lines(at.resolve(name))) {
                figures.add(at.resolve(name) + " " + line);
            }
        }
        String identity = identity(at);
        if (!identity.isEmpty()) {
            figures.add(at + INODE + identity);
        }
    }

    /**
     * A count of the kernel.
     *
     * @param file the file that holds it
     * @param value what it was when it was read
     * @param group which group it is of, as the text after its folder in {@link #figures}; empty where that is not known
     */
    public record Counter(Path file, long value, String group) {

        /** What it is now, or -1 if it cannot be read any more, or is that of another group under the same path. */
        public long again() {
            long now = oomKills(file);
            return group.equals(identity(file.getParent())) ? now : -1;
        }
    }

    /**
     * How many processes of a process' own group the kernel has killed for lack of memory, whichever group above set the
     * limit; null where nothing counts them.
     */
    public static @Nullable Counter oomKills(long pid) {
        return oomKills(membership(pid), MOUNT);
    }

    static @Nullable Counter oomKills(Path membership, Path mount) {
        for (Path at : folders(membership, mount, MEMORY)) {
            for (String name : EVENTS) {
                long value = oomKills(at.resolve(name));
                if (value >= 0) {
                    return new Counter(at.resolve(name), value, identity(at));
                }
            }
        }
        return null;
    }

    private static long oomKills(Path file) {
        return count(file, OOM_KILL);
    }

    private static long count(Path file, String name) {
        for (String line : lines(file)) {
            if (line.startsWith(name)) {
                return Long.parseLong(line.substring(name.length()).strip());
            }
        }
        return -1;
    }

    /**
     * The lowest limit on the memory of a process' control groups. The group stays the same; its limit is read each time.
     *
     * @param folders the process' own group and those above it, its own first
     */
    public record MemoryLimit(List<Path> folders) {

        private static final String TOTAL = "total_";
        private static final List<String> RECLAIMABLE = List.of("inactive_file ", "active_file ", "slab_reclaimable ");

        public MemoryLimit {
            folders = List.copyOf(folders);
        }

        /**
         * Which share of the limit is charged, without the page cache and the caches of the kernel, which it frees before it
         * kills; negative where there is no limit.
         */
        public double chargedShare() {
            Path limited = null;
            long most = NO_LIMIT_FROM;
            for (Path folder : folders) {
                for (String name : List.of("memory.max", "memory.limit_in_bytes")) {
                    long limit = number(folder.resolve(name));
                    if (limit > 0 && limit < most) {
                        most = limit;
                        limited = folder;
                    }
                }
            }
            if (limited == null) {
                return -1;
            }
            long charged = Math.max(
                    number(limited.resolve("memory.current")), number(limited.resolve("memory.usage_in_bytes")));
            return (double) (charged - reclaimable(limited)) / most;
        }

        private static long reclaimable(Path folder) {
            long own = 0;
            long withBelow = -1;
            for (String line : lines(folder.resolve(STAT))) {
                for (String name : RECLAIMABLE) {
                    // Version 1 counts those of the groups below it apart.
                    if (line.startsWith(TOTAL) && line.startsWith(name, TOTAL.length())) {
                        withBelow = Math.max(0, withBelow) + last(line);
                    } else if (line.startsWith(name)) {
                        own += last(line);
                    }
                }
            }
            return withBelow >= 0 ? withBelow : own;
        }

        private static long last(String line) {
            return Long.parseLong(line.substring(line.indexOf(' ')).strip());
        }

        private static long number(Path file) {
            String value = value(file);
            return value != null && value.matches("\\d{1,18}") ? Long.parseLong(value) : -1;
        }
    }

    /** The groups of a process that may limit its memory; without any where there are no control groups. */
    public static MemoryLimit memory(long pid) {
        return memory(membership(pid), MOUNT);
    }

    static MemoryLimit memory(Path membership, Path mount) {
        return new MemoryLimit(folders(membership, mount, MEMORY).stream()
                .filter(folder -> Files.exists(folder.resolve(STAT)))
                .toList());
    }

    /**
     * How many threads and processes the control groups of a process may have.
     *
     * @param file the file with the lowest limit
     * @param most that limit
     * @param events the files in which the kernel counts those that it refused, of all groups up to the root
     */
    public record PidsLimit(Path file, long most, List<Path> events) {

        /** How many were refused so far. */
        public long refused() {
            return events.stream()
                    .mapToLong(event -> Math.max(0, count(event, "max ")))
                    .sum();
        }
    }

    /** The limit on threads and processes of a process' control groups; null where there is none. */
    public static @Nullable PidsLimit pids(long pid) {
        return pids(membership(pid), MOUNT);
    }

    static @Nullable PidsLimit pids(Path membership, Path mount) {
        Path lowest = null;
        long most = Long.MAX_VALUE;
        List<Path> events = new ArrayList<>();
        for (Path at : folders(membership, mount, "pids")) {
            Path file = at.resolve("pids.max");
            String value = value(file);
            if (value != null && value.matches("\\d{1,18}") && Long.parseLong(value) < most) {
                most = Long.parseLong(value);
                lowest = file;
            }
            if (value != null) {
                events.add(at.resolve("pids.events"));
            }
        }
        return lowest == null ? null : new PidsLimit(lowest, most, List.copyOf(events));
    }

    /** What distinguishes a group from others that had, or will have, its path; empty where the system has no such number. */
    private static String identity(@Nullable Path folder) {
        try {
            Object inode = folder == null ? null : Files.getAttribute(folder, "unix:ino");
            String boot = value(BOOT);
            return inode == null ? "" : inode + (boot == null ? "" : " boot " + boot);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return "";
        }
    }

    private static @Nullable String value(Path file) {
        List<String> lines = lines(file);
        return lines.isEmpty() ? null : lines.get(0).strip();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }
}
