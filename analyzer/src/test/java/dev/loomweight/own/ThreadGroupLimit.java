package dev.loomweight.own;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.agent.AgentCaptures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A control group that may have no more threads than that. */
record ThreadGroupLimit(Path group) implements AutoCloseable {

    static ThreadGroupLimit of(int threads) {
        Path one = Path.of("/sys/fs/cgroup/pids");
        Path root = Files.isDirectory(one) ? one : Path.of("/sys/fs/cgroup");
        Path group = root.resolve("loomweight-test-" + ProcessHandle.current().pid() + "-" + System.nanoTime());
        boolean made = false;
        try {
            Files.createDirectory(group);
            Files.writeString(group.resolve("pids.max"), Integer.toString(threads));
            made = true;
        } catch (IOException e) {
            made = group.toFile().delete() && made;
        }
        assumeTrue(made, "no control group can be made here, which takes root and a writable hierarchy");
        return new ThreadGroupLimit(group);
    }

    List<String> prefix() {
        return List.of("sh", "-c", "echo $$ >\"$0/cgroup.procs\" && exec \"$@\"", group.toString());
    }

    @Override
    public void close() {
        AgentCaptures.until("the end of the control group", () -> group.toFile().delete());
    }
}
