package dev.loomweight.times;

import dev.loomweight.capture.Cgroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * For how long the control groups of a process were throttled: {@code cpu.stat} of its group and of those above it,
 * version 1 and 2, each of which can have a quota. The kernel adds up the processors of a group.
 */
final class CpuThrottling {

    private static final String CONTROLLER = "cpu";
    private static final String STAT = "cpu.stat";
    /** Version 2, in microseconds. */
    private static final String MICROS = "throttled_usec ";
    /** Version 1, in nanoseconds. */
    private static final String NANOS = "throttled_time ";

    private final List<Path> files;

    private CpuThrottling(List<Path> files) {
        this.files = files;
    }

    /** Finds the groups of a process. */
    static CpuThrottling of(long pid) {
        return of(Cgroup.folders(pid, CONTROLLER));
    }

    static CpuThrottling of(Path membership, Path mount) {
        return of(Cgroup.folders(membership, mount, CONTROLLER));
    }

    private static CpuThrottling of(List<Path> groups) {
        return new CpuThrottling(groups.stream()
                .map(group -> group.resolve(STAT))
                .filter(file -> throttled(file) >= 0)
                .toList());
    }

    /** Since the groups began, in nanoseconds; {@link CarrierInterval#UNKNOWN} where no file says so. */
    long nanos() {
        long all = CarrierInterval.UNKNOWN;
        for (Path file : files) {
            long one = throttled(file);
            if (one >= 0) {
                all = Math.max(0, all) + one;
            }
        }
        return all;
    }

    private static long throttled(Path file) {
        for (String line : lines(file)) {
            try {
                if (line.startsWith(MICROS)) {
                    return Math.multiplyExact(
                            Long.parseLong(line.substring(MICROS.length()).strip()), 1000);
                } else if (line.startsWith(NANOS)) {
                    return Long.parseLong(line.substring(NANOS.length()).strip());
                }
            } catch (NumberFormatException | ArithmeticException e) {
                return CarrierInterval.UNKNOWN;
            }
        }
        return CarrierInterval.UNKNOWN;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }
}
