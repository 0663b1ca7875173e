package dev.loomweight.times;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Version 2 counts in microseconds, version 1 in nanoseconds; each group on the way up has a count of its own. */
class CpuThrottlingTest {

    @TempDir
    private Path mount;

    private Path write(String name, String text) throws IOException {
        Path file = mount.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    @Test
    void version2() throws IOException {
        write("a/b/cpu.stat", "usage_usec 9\nnr_periods 3\nnr_throttled 1\nthrottled_usec 250\n");
        write("a/cpu.stat", "usage_usec 9\nthrottled_usec 7\n");
        write("cpu.stat", "usage_usec 9\n");
        Path membership = write("membership", "1:name=systemd:/a\n0::/a/b\n");
        CpuThrottling throttling = CpuThrottling.of(membership, mount);

        assertThat(throttling.nanos()).isEqualTo(257_000);

        write("a/b/cpu.stat", "usage_usec 9\nthrottled_usec 1250\n");
        assertThat(throttling.nanos()).isEqualTo(1_257_000);
    }

    @Test
    void version1UnderEitherNameOfItsMountCountsOnce() throws IOException {
        write("cpu,cpuacct/x/cpu.stat", "nr_periods 1\nnr_throttled 1\nthrottled_time 4711\n");
        Files.createSymbolicLink(mount.resolve("cpu"), Path.of("cpu,cpuacct"));
        Path membership = write("membership", "3:cpu,cpuacct:/x\n2:cpuset:/\n");

        assertThat(CpuThrottling.of(membership, mount).nanos()).isEqualTo(4711);
    }

    @Test
    void whereNothingCountsItIsUnknown() throws IOException {
        write("cpu.stat", "usage_usec 9\n");
        assertThat(CpuThrottling.of(write("membership", "0::/\n"), mount).nanos())
                .isEqualTo(-1);
        assertThat(CpuThrottling.of(mount.resolve("absent"), mount).nanos()).isEqualTo(-1);
        write("broken/cpu.stat", "throttled_usec many\n");
        assertThat(CpuThrottling.of(write("membership", "0::/broken\n"), mount).nanos())
                .isEqualTo(-1);
    }
}
