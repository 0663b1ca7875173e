package dev.loomweight.own;

import dev.loomweight.agent.AgentCaptures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A control group whose processes can be frozen, version 1 or 2, as {@code docker pause} does. */
final class Freezer implements AutoCloseable {

    private final @Nullable Path group;
    private final boolean isOne;

    private Freezer(@Nullable Path group, boolean isOne) {
        this.group = group;
        this.isOne = isOne;
    }

    static Freezer make() {
        Path one = Path.of("/sys/fs/cgroup/freezer");
        boolean isOne = Files.isDirectory(one);
        Path group = (isOne ? one : Path.of("/sys/fs/cgroup"))
                .resolve("loomweight-test-" + ProcessHandle.current().pid() + "-" + System.nanoTime());
        try {
            Files.createDirectory(group);
            if (Files.exists(group.resolve(isOne ? "freezer.state" : "cgroup.freeze"))) {
                return new Freezer(group, isOne);
            }
            group.toFile().delete();
        } catch (IOException e) {
            // It takes root.
        }
        return new Freezer(null, isOne);
    }

    boolean isThere() {
        return group != null;
    }

    void freeze(long pid) throws IOException {
        Files.writeString(file("cgroup.procs"), Long.toString(pid));
        set("FROZEN", "1");
        AgentCaptures.until("the frozen group", this::isFrozen);
    }

    void thaw() throws IOException {
        set("THAWED", "0");
    }

    private void set(String one, String two) throws IOException {
        Files.writeString(file(isOne ? "freezer.state" : "cgroup.freeze"), isOne ? one : two);
    }

    private boolean isFrozen() {
        try (Stream<String> lines = Files.lines(file(isOne ? "freezer.state" : "cgroup.events"))) {
            return lines.anyMatch(line -> line.equals("FROZEN") || line.equals("frozen 1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file(String name) {
        if (group == null) {
            throw new IllegalStateException("there is no group");
        }
        return group.resolve(name);
    }

    @Override
    public void close() {
        if (group != null) {
            AgentCaptures.until(
                    "the end of the control group", () -> group.toFile().delete());
        }
    }
}
