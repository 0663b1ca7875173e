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

    @Test
    void theKernelsCountOfKillsIsThatOfTheOwnGroup() throws IOException {
        Path membership = write("membership", "3:cpu:/x\n0::/a/b\n");
        assertThat(Cgroup.oomKills(membership, mount)).isNull();

        write("a/memory.events", "low 0\noom_kill 9\n");
        Path two = write("a/b/memory.events", "low 0\nmax 80\noom 2\noom_kill 1\noom_group_kill 0\n");
        assertThat(Cgroup.oomKills(membership, mount)).isEqualTo(new Cgroup.Counter(two, 1));

        write("membership", "4:memory:/a\n0::/\n");
        Path one = write("memory/a/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n");
        Cgroup.Counter counter = new Cgroup.Counter(one, 3);
        assertThat(Cgroup.oomKills(membership, mount)).isEqualTo(counter);
        Files.delete(one);
        assertThat(counter.again()).isEqualTo(-1);
    }

    @Test
    void whatTheKernelCountsOfTheOwnGroupIsAmongItsFigures() throws IOException {
        write("a/memory.max", "99\n");
        write("a/memory.events", "max 80\noom_kill 1\n");

        assertThat(Cgroup.figures(write("membership", "0::/a\n"), mount))
                .containsExactly(
                        mount + "/a/memory.max 99",
                        mount + "/a/memory.events max 80",
                        mount + "/a/memory.events oom_kill 1");
    }

    private Path write(String name, String text) throws IOException {
        Path file = mount.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
