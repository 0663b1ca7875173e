package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
                        identity("a/b"),
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
                        mount + "/memory/docker/x/memory.usage_in_bytes 5",
                        identity("memory/docker/x"));
    }

    @Test
    void aGroupWhosePathIsTheHostsIsFoundAtItsMount() throws IOException {
        write("memory.max", "99\n");
        Path membership = write("membership", "0::/kubepods/pod1/container2\n");

        assertThat(Cgroup.figures(membership, mount)).containsExactly(mount + "/memory.max 99", identity(""));
    }

    @Test
    void aMachineWithoutControlGroupsHasNone() {
        assertThat(Cgroup.figures(mount.resolve("absent"), mount)).isEmpty();
    }

    /** The files of version 2 and of version 1 are the same here. */
    @Test
    void otherProcessesOfTheGroupAreThereByNumberAndSize() throws IOException {
        long own = ProcessHandle.current().pid();
        Process other = new ProcessBuilder("sleep", "1000").start();
        try {
            write("a/cgroup.procs", "4000000\n" + own + "\n" + other.pid() + "\n");
            List<String> figures = new ArrayList<>();
            Cgroup.addOthers(other.pid(), mount.resolve("a"), figures);

            // One that has ended has no memory; the one that is asked for is no other.
            assertThat(figures)
                    .singleElement()
                    .asString()
                    .matches(".*/a/cgroup\\.procs " + own + " \\(loomweight\\) \\d+");

            // The root of version 1 has all processes of the machine.
            write("a/cgroup.sane_behavior", "0\n");
            figures.clear();
            Cgroup.addOthers(other.pid(), mount.resolve("a"), figures);
            assertThat(figures).isEmpty();
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void fileSystemsInMemoryAreThereWithWhatTheyHold() throws IOException {
        Path file = Path.of("/dev/shm/loomweight-" + ProcessHandle.current().pid());
        assumeTrue(Files.isWritable(file.getParent()), "there is no /dev/shm");
        try {
            Files.write(file, new byte[3 << 20]);
            List<String> figures = new ArrayList<>();
            Cgroup.addTmpfs(ProcessHandle.current().pid(), mount, figures);

            assertThat(figures).anySatisfy(line -> {
                assertThat(line).startsWith(mount + "/tmpfs /dev/shm ");
                assertThat(Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                        .isGreaterThanOrEqualTo(3 << 20);
            });
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void theKernelsCountOfKillsIsThatOfTheOwnGroup() throws IOException {
        Path membership = write("membership", "3:cpu:/x\n0::/a/b\n");
        assertThat(Cgroup.oomKills(membership, mount)).isNull();

        write("a/memory.events", "low 0\noom_kill 9\n");
        Path two = write("a/b/memory.events", "low 0\nmax 80\noom 2\noom_kill 1\noom_group_kill 0\n");
        assertThat(Cgroup.oomKills(membership, mount))
                .returns(two, Cgroup.Counter::file)
                .returns(1L, Cgroup.Counter::value);

        write("membership", "4:memory:/a\n0::/\n");
        Path one = write("memory/a/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n");
        Cgroup.Counter counter = Objects.requireNonNull(Cgroup.oomKills(membership, mount));
        assertThat(counter).returns(one, Cgroup.Counter::file).returns(3L, Cgroup.Counter::value);
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
                        mount + "/a/memory.events oom_kill 1",
                        identity("a"));
    }

    /** As each restart of a container makes it. */
    @Test
    void theShareIsThatOfTheLowestLimitWithoutWhatTheKernelFrees() throws IOException {
        write("a/b/memory.max", "max\n");
        write("a/b/memory.current", "700\n");
        write("a/b/memory.stat", "inactive_file 1\n");
        write("a/memory.max", "1000\n");
        write("a/memory.current", "900\n");
        write("a/memory.stat", "anon 600\ninactive_file 100\nactive_file 40\nslab_reclaimable 10\n");
        assertThat(Cgroup.memory(write("membership", "0::/a/b\n"), mount).chargedShare())
                .isEqualTo(0.75);

        write("memory/x/memory.limit_in_bytes", "1000\n");
        write("memory/x/memory.usage_in_bytes", "950\n");
        write("memory/x/memory.stat", "inactive_file 900\ntotal_inactive_file 50\n");
        assertThat(Cgroup.memory(write("membership", "4:memory:/x\n"), mount).chargedShare())
                .isEqualTo(0.9);

        write("memory/x/memory.limit_in_bytes", "9223372036854771712\n");
        assertThat(Cgroup.memory(write("membership", "4:memory:/x\n"), mount).chargedShare())
                .isNegative();
    }

    @Test
    void aGroupThatIsMadeAnewUnderTheSamePathIsAnother() throws IOException {
        Path membership = write("membership", "0::/a\n");
        write("a/memory.events", "oom_kill 1\n");
        Cgroup.Counter counter = Objects.requireNonNull(Cgroup.oomKills(membership, mount));
        assertThat(counter.again()).isEqualTo(1);

        // It stays while the other is made, so that the file system cannot use its number again.
        Files.move(mount.resolve("a"), mount.resolve("before"));
        write("a/memory.events", "oom_kill 1\n");

        assertThat(counter.again()).isEqualTo(-1);
    }

    /** By {@code stat}, and the machine's own number of its start. */
    private String identity(String group) throws IOException {
        Path folder = group.isEmpty() ? mount : mount.resolve(group);
        Process stat = new ProcessBuilder("stat", "-c", "%i", folder.toString()).start();
        String inode = new String(stat.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        String boot =
                Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        return folder + " inode " + inode + " boot " + boot;
    }

    private Path write(String name, String text) throws IOException {
        Path file = mount.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
