package dev.loomweight.launch.group;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.Cgroup;
import dev.loomweight.capture.Proc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A control group with a memory limit, in which the kernel kills what exceeds it, as in a container: a group of version 1
 * or 2 below or next to this program's own where that may be made, else a scope of systemd. Swap is not used.
 */
public final class MemoryGroup implements AutoCloseable {

    private static final Path MOUNT = Path.of("/sys/fs/cgroup");
    private static final Path MEMBERSHIP = Proc.self().resolve("cgroup");
    private static final Path SYSTEMD = Path.of("/run/systemd/system");
    private static final long SECONDS_TO_ASK = 10;
    private static final int TRIES_TO_REMOVE = 50;
    private static final long MILLIS_BETWEEN_TRIES = 20;

    private final @Nullable Path group;
    private final List<String> prefix;
    private final String words;

    private MemoryGroup(@Nullable Path group, List<String> prefix, String words) {
        this.group = group;
        this.prefix = List.copyOf(prefix);
        this.words = words;
    }

    /**
     * Makes a group; where none can be made, the result has no limit, and {@link #words} say why.
     *
     * @param limitBytes the limit, in bytes, above 0
     */
    public static MemoryGroup of(long limitBytes) {
        return of(limitBytes, MEMBERSHIP, MOUNT);
    }

    static MemoryGroup of(long limitBytes, Path membership, Path mount) {
        List<String> reasons = new ArrayList<>();
        // In the program's own group, or else in the nearest one above it that divides memory.
        for (Path at : Cgroup.folders(membership, mount, "memory")) {
            boolean one = at.startsWith(mount.resolve("memory"));
            MemoryGroup made = one || Files.exists(mount.resolve("cgroup.controllers"))
                    ? below(at, one, limitBytes, reasons)
                    : null;
            if (made != null) {
                return made;
            }
        }
        if (Files.isDirectory(SYSTEMD)) {
            List<String> scope = scope(limitBytes);
            if (asked(scope)) {
                return new MemoryGroup(null, scope, "systemd-run --scope -p MemoryMax=" + limitBytes);
            }
            reasons.add("systemd-run --scope failed");
        }
        return new MemoryGroup(
                null, List.of(), reasons.isEmpty() ? "no memory controller was found" : String.join("; ", reasons));
    }

    private static @Nullable MemoryGroup below(Path at, boolean one, long limitBytes, List<String> reasons) {
        boolean divides =
                one || lines(at.resolve("cgroup.subtree_control")).toString().contains("memory");
        if (!Files.isDirectory(at) || !divides) {
            return null;
        }
        Path group =
                at.resolve("loomweight-" + ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime()));
        try {
            Files.createDirectory(group);
            limit(group, one, limitBytes);
            List<String> prefix =
                    List.of("/bin/sh", "-c", "echo $$ >\"$0/cgroup.procs\" && exec \"$@\"", group.toString());
            if (asked(prefix)) {
                return new MemoryGroup(group, prefix, "control group " + group);
            }
            reasons.add("no process can be moved to " + group);
        } catch (IOException e) {
            reasons.add("cannot make a control group in " + at + ": " + CaptureFolder.reason(e));
        }
        remove(group);
        return null;
    }

    private static void limit(Path group, boolean one, long limitBytes) throws IOException {
        Files.writeString(group.resolve(one ? "memory.limit_in_bytes" : "memory.max"), Long.toString(limitBytes));
        // Absent where the kernel does not count swap.
        Path swap = group.resolve(one ? "memory.memsw.limit_in_bytes" : "memory.swap.max");
        if (Files.exists(swap)) {
            Files.writeString(swap, one ? Long.toString(limitBytes) : "0");
        }
    }

    private static List<String> scope(long limitBytes) {
        List<String> words = new ArrayList<>(List.of("systemd-run", "--scope", "--quiet"));
        if (!"root".equals(System.getProperty("user.name"))) {
            words.add("--user");
        }
        words.addAll(List.of("-p", "MemoryMax=" + limitBytes, "-p", "MemorySwapMax=0", "--"));
        return words;
    }

    /** Whether a program that does nothing can be run in it. */
    private static boolean asked(List<String> prefix) {
        List<String> words = new ArrayList<>(prefix);
        words.addAll(List.of("/bin/sh", "-c", ":"));
        try {
            Process process = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(SECONDS_TO_ASK, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return false;
            }
            return process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Whether the kernel enforces the limit. */
    public boolean isEnforced() {
        return !prefix.isEmpty();
    }

    /** What the limit is made of, or why there is none. */
    public String words() {
        return words;
    }

    /** The words before a command that put it into the group and become the command; empty where there is none. */
    public List<String> prefix() {
        return prefix;
    }

    /** The highest charge so far, page cache and kernel memory included, in bytes; -1 where it is not known. */
    public long peakBytes() {
        if (group == null) {
            return -1;
        }
        for (String name : List.of("memory.peak", "memory.max_usage_in_bytes")) {
            List<String> lines = lines(group.resolve(name));
            if (!lines.isEmpty() && lines.get(0).matches("\\d{1,18}")) {
                return Long.parseLong(lines.get(0));
            }
        }
        return -1;
    }

    /** Removes the group. One that still has processes, as of a daemon that the command has left, stays. */
    @Override
    public void close() {
        if (group != null) {
            remove(group);
        }
    }

    /** The kernel takes processes that ended out of their group a moment later. */
    private static void remove(Path group) {
        for (int i = 0; i < TRIES_TO_REMOVE && Files.isDirectory(group); i++) {
            try {
                Files.delete(group);
            } catch (IOException e) {
                try {
                    TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN_TRIES);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }
}
