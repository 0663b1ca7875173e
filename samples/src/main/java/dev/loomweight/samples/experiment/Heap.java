package dev.loomweight.samples.experiment;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The memory of this process. */
final class Heap {

    /** The second collection takes what the first made unreachable by finding it so: references and their queues. */
    private static final int COLLECTIONS = 2;

    private Heap() {}

    /** Live objects, in bytes: what is used after a full collection. */
    static long live() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** The most that was resident since the start, in bytes: {@code VmHWM} of proc(5); empty where there is no /proc. */
    static OptionalLong residentPeak() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("VmHWM:")) {
                    return OptionalLong.of(Long.parseLong(line.replaceAll("\\D", "")) * 1024);
                }
            }
        } catch (IOException e) {
            // Not Linux.
        }
        return OptionalLong.empty();
    }
}
