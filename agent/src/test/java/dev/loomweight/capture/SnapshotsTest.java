package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.capture.CaptureFolder.Part;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotsTest {

    @TempDir
    private Path folder;

    /** The child of this program has ended, and its exit status is not read: its files are there, and empty. */
    @Test
    void aProcessThatHasEndedHasNoMemory() throws Exception {
        assumeTrue(Files.isReadable(Path.of("/proc/self/smaps")), "there is no /proc/PID/smaps here");
        Process parent = new ProcessBuilder("sh", "-c", "sleep 0 & exec sleep 1000").start();
        try {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (ended(parent) < 0) {
                assertThat(System.nanoTime()).isLessThan(end);
                LockSupport.parkNanos(10_000_000);
            }
            DiagnosticCommands child = new DiagnosticCommands() {
                @Override
                public String run(String line) {
                    throw new DataException("not a JVM");
                }

                @Override
                public void run(String line, Path file) {
                    throw new DataException("not a JVM");
                }

                @Override
                public long pid() {
                    return ended(parent);
                }
            };

            Map<Part, String> missing = new Snapshots(child, false).take(folder, EnumSet.of(Part.SMAPS));

            assertThat(missing.get(Part.SMAPS)).endsWith("/smaps is empty: the process has ended");
            assertThat(folder.resolve(Part.SMAPS.fileName())).doesNotExist();
        } finally {
            parent.destroyForcibly().onExit().join();
        }
    }

    /** The child whose state is Z, or -1. */
    private static long ended(Process parent) {
        return parent.children()
                .mapToLong(ProcessHandle::pid)
                .filter(pid -> {
                    try {
                        return Files.readString(Path.of("/proc/" + pid + "/stat"))
                                .contains(") Z ");
                    } catch (java.io.IOException e) {
                        return false;
                    }
                })
                .findFirst()
                .orElse(-1);
    }
}
