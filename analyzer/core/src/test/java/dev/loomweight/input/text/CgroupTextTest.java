package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.GroupTexts.ContainerLimit;
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

    @Test
    void noGroupHasNoLimitFile() {
        assertThat(CgroupText.lowest(List.of()).file()).isEmpty();
        assertThat(CgroupText.lowest(List.of("", "nonsense", "/x/memory.max")).file())
                .isEmpty();
    }
}
