package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.loomweight.sample.GroupTexts.ContainerLimit;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import java.util.List;
import org.junit.jupiter.api.Test;

class CgroupTextTest {

    @Test
    void theLowestLimitOnTheWayUpBinds() {
        assertThat(CgroupText.lowest(List.of(
                        "/sys/fs/cgroup/a/b/memory.max max",
                        "/sys/fs/cgroup/a/b/memory.current 5",
                        "/sys/fs/cgroup/a/memory.max 1048576",
                        "/sys/fs/cgroup/memory.max 2097152")))
                .isEqualTo(new ContainerLimit(1_048_576, "/sys/fs/cgroup/a/memory.max"));
    }

    @Test
    void bothWaysOfSayingNoLimit() {
        assertThat(CgroupText.lowest(List.of("/x/memory.max max")).limitBytes()).isEqualTo(-1);
        assertThat(CgroupText.lowest(List.of("/x/memory.limit_in_bytes 9223372036854771712"))
                        .limitBytes())
                .isEqualTo(-1);
    }

    /** Of version 2, as a capture writes it. */
    @Test
    void whatElseTheGroupHasIsReadByName() {
        ContainerMemory memory = (ContainerMemory) CgroupText.samples(List.of(
                        "/sys/fs/cgroup/app/memory.max 629145600",
                        "/sys/fs/cgroup/app/memory.current 468713472",
                        "/sys/fs/cgroup/app/memory.stat anon 41943040",
                        "/sys/fs/cgroup/app/memory.stat shmem 209715200",
                        "/sys/fs/cgroup/app/cgroup.procs 42 (loomweight) 3145728",
                        "/sys/fs/cgroup/app/cgroup.procs 41 204800000",
                        "/sys/fs/cgroup/app/tmpfs /dev/shm 209715200"))
                .get(1);

        assertThat(memory.otherProcesses())
                .containsExactly(entry("process 41", 204_800_000L), entry("process 42 (loomweight)", 3_145_728L));
        assertThat(memory.tmpfs()).containsExactly(entry("/dev/shm", 209_715_200L));
        assertThat(memory.sharedBytes()).hasValue(209_715_200L);
    }

    @Test
    void noGroupHasNoLimitFile() {
        assertThat(CgroupText.lowest(List.of()).file()).isEmpty();
        assertThat(CgroupText.lowest(List.of("", "nonsense", "/x/memory.max")).file())
                .isEmpty();
    }
}
