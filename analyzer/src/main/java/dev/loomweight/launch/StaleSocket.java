package dev.loomweight.launch;

import dev.loomweight.capture.HeldFolder;
import dev.loomweight.capture.Proc;
import java.io.IOException;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;

/**
 * The attach socket that a JVM leaves in its {@code /tmp} when it is killed. A JVM that gets the same process number
 * later cannot be attached to: the JDK's attach client finds the socket, connects, and is refused.
 */
final class StaleSocket {

    /** What the kernel and a file system may differ by in telling a time. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    private StaleSocket() {}

    /**
     * Removes the socket if it is older than the process.
     *
     * @param pid a process that runs
     * @return whether there was one, and it could be removed
     */
    static boolean remove(long pid) {
        ProcFiles proc = new ProcFiles(pid);
        String name = ".java_pid" + proc.innerPid();
        Instant started = ProcessHandle.of(pid)
                .flatMap(process -> process.info().startInstant())
                .orElse(Instant.MIN);
        // By a handle: the folder can be another user's, as that of a container. Of a link, the link would go.
        try (HeldFolder temporary = proc.open(Proc.isThere() ? "/tmp" : ProcFiles.TEMPORARY.toString(), null)) {
            BasicFileAttributes found = temporary.attributes(name);
            boolean stale = found.isOther()
                    && started.isAfter(found.lastModifiedTime().toInstant().plus(TOLERANCE));
            if (stale) {
                temporary.deleteFile(name);
            }
            return stale;
        } catch (IOException e) {
            // There is none, or it is another user's, whom it is left to.
            return false;
        }
    }
}
