package dev.loomweight.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A control group in which the kernel kills what takes too much memory. Where none can be made, the JVM kills itself as
 * soon as its heap is full, by the same signal.
 */
public final class MemoryLimit implements AutoCloseable {

    private final @Nullable Path group;
    private final long bytes;

    private MemoryLimit(@Nullable Path group, long bytes) {
        this.group = group;
        this.bytes = bytes;
    }

    public static MemoryLimit of(long bytes) {
        String name = "loomweight-test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        Path one = Path.of("/sys/fs/cgroup/memory");
        boolean isOne = Files.isDirectory(one);
        return of((isOne ? one : Path.of("/sys/fs/cgroup")).resolve(name), bytes);
    }

    private static MemoryLimit of(Path group, long bytes) {
        boolean isOne = group.startsWith("/sys/fs/cgroup/memory");
        try {
            Files.createDirectory(group);
            Files.writeString(group.resolve(isOne ? "memory.limit_in_bytes" : "memory.max"), Long.toString(bytes));
            return new MemoryLimit(group, bytes);
        } catch (IOException e) {
            group.toFile().delete();
            return new MemoryLimit(null, bytes);
        }
    }

    /** A new group under the same path, as each restart of a container makes it; this one goes. */
    public MemoryLimit again() {
        close();
        return group == null ? this : of(group, bytes);
    }

    /** What puts a process into the group and becomes that process. */
    public List<String> prefix() {
        return group == null
                ? List.of()
                : List.of("sh", "-c", "echo $$ >\"$0/cgroup.procs\" && exec \"$@\"", group.toString());
    }

    /** Whether it is the kernel that kills. */
    public boolean isKernels() {
        return group != null;
    }

    /** Puts a process into the group, which is there. */
    public void add(long pid) throws IOException {
        Files.writeString(Objects.requireNonNull(group).resolve("cgroup.procs"), Long.toString(pid));
    }

    /** The JVM's part in it. */
    public String[] jvm() {
        return group == null
                ? new String[] {"-XX:OnOutOfMemoryError=kill -9 %p"}
                : new String[] {"-Xmx1g", "-XX:-UseContainerSupport"};
    }

    @Override
    public void close() {
        if (group != null) {
            AgentCaptures.until(
                    "the end of the control group",
                    () -> !group.toFile().exists() || group.toFile().delete());
        }
    }
}
