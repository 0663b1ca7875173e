package dev.loomweight.times;

import dev.loomweight.capture.Proc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * For how long the control groups of a process were throttled: {@code cpu.stat} of its group and of those above it,
 * version 1 and 2, each of which can have a quota. The kernel adds up the processors of a group.
 */
final class CpuThrottling {

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
        return of(Proc.of(pid).resolve("cgroup"), Path.of("/sys/fs/cgroup"));
    }

    static CpuThrottling of(Path membership, Path mount) {
        List<Path> files = new ArrayList<>();
        for (String line : lines(membership)) {
            // hierarchy:controllers:path; version 2 has the hierarchy 0 and no controllers.
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && parts[0].equals("0")) {
                upwards(mount, parts[2], files);
            } else if (parts.length == 3 && List.of(parts[1].split(",", -1)).contains("cpu")) {
                upwards(mount.resolve(parts[1]), parts[2], files);
                if (!parts[1].equals("cpu")) {
                    upwards(mount.resolve("cpu"), parts[2], files);
                }
            }
        }
        return new CpuThrottling(
                files.stream().map(CpuThrottling::real).distinct().toList());
    }

    private static void upwards(Path root, String group, List<Path> files) {
        Path folder =
                root.resolve(group.startsWith("/") ? group.substring(1) : group).normalize();
        for (Path at = folder; at != null && at.startsWith(root); at = at.getParent()) {
            if (throttled(at.resolve(STAT)) >= 0) {
                files.add(at.resolve(STAT));
            }
        }
    }

    /** One controller can be mounted under two names. */
    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            return file;
        }
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
