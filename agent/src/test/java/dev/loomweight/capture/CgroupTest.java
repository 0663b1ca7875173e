package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CgroupTest {

    @TempDir
    private Path mount;

    @Test
    void version2FromTheOwnGroupUpToTheRoot() throws IOException {
        write("a/b/memory.max", "max\n");
        write("a/b/memory.current", "123\n");
        write("a/memory.max", "1048576\n");
        Path membership = write("membership", "0::/a/b\n");

        assertThat(Cgroup.figures(membership, mount))
                .containsExactly(
                        mount + "/a/b/memory.max max",
                        mount + "/a/b/memory.current 123",
                        mount + "/a/memory.max 1048576");
    }

    @Test
    void version1HasItsOwnHierarchyForMemory() throws IOException {
        write("memory/docker/x/memory.limit_in_bytes", "536870912\n");
        write("memory/docker/x/memory.usage_in_bytes", "5\n");
        Path membership = write("membership", "5:cpu,cpuacct:/docker/x\n4:memory:/docker/x\n");

        assertThat(Cgroup.figures(membership, mount))
                .containsExactly(
                        mount + "/memory/docker/x/memory.limit_in_bytes 536870912",
                        mount + "/memory/docker/x/memory.usage_in_bytes 5");
    }

    @Test
    void aGroupWhosePathIsTheHostsIsFoundAtItsMount() throws IOException {
        write("memory.max", "99\n");
        Path membership = write("membership", "0::/kubepods/pod1/container2\n");

        assertThat(Cgroup.figures(membership, mount)).containsExactly(mount + "/memory.max 99");
    }

    @Test
    void aMachineWithoutControlGroupsHasNone() {
        assertThat(Cgroup.figures(mount.resolve("absent"), mount)).isEmpty();
    }

    private Path write(String name, String text) throws IOException {
        Path file = mount.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
