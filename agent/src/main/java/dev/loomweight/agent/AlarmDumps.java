package dev.loomweight.agent;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DiskGuard;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Thread dumps for an alarm, into the capture. */
final class AlarmDumps {

    private AlarmDumps() {}

    static String take(CaptureFolder capture, long minFree) {
        Path folder = capture.resolve("dumps");
        if (DiskGuard.of(capture.path(), minFree).isNearlyFull()) {
            return "no thread dump, since the disk of " + capture.path() + " is nearly full";
        }
        try {
            Files.createDirectories(folder);
            Path file = folder.resolve("alarm-" + Instant.now().toEpochMilli() + ".json").toAbsolutePath();
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(file.toString(), ThreadDumpFormat.JSON);
            return "the thread dump is " + file;
        } catch (IOException | RuntimeException e) {
            return "no thread dump (" + e + ")";
        }
    }
}
