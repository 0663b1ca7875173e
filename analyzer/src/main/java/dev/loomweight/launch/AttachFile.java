package dev.loomweight.launch;

import dev.loomweight.capture.HeldFolder;
import dev.loomweight.capture.OrderlyEnd;
import dev.loomweight.capture.Proc;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The file by which the JDK's attach client asks a JVM to open its socket. The client deletes it when it is done; where
 * it is given up, or the program ends meanwhile, the file is deleted here.
 */
final class AttachFile implements Closeable {

    /** What the kernel and a file system may differ by in telling a time. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    private static final long LOOK_MILLIS = 10;
    private static final int MAX_LOOKS = 100;

    private final List<Path> made;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final OrderlyEnd.Entry atEnd;

    private AttachFile(List<Path> made) {
        this.made = made;
        this.atEnd = OrderlyEnd.removing(() -> {}, this::removeAtEnd);
    }

    /** To be opened before the client attaches; a file that is there already belongs to another program. */
    static AttachFile create(long pid) {
        String name = ".attach_pid" + new ProcFiles(pid).innerPid();
        Path proc = Proc.of(pid);
        List<Path> places = Proc.isThere()
                ? List.of(
                        proc.resolve("cwd").resolve(name),
                        proc.resolve("root/tmp").resolve(name))
                : List.of(ProcFiles.TEMPORARY.resolve(name));
        return new AttachFile(
                places.stream().filter(path -> !Files.exists(path)).toList());
    }

    /** The client may be about to make it; it does nothing else first, so that this is not long. */
    private void removeAtEnd() {
        try {
            for (int looks = 0; looks < MAX_LOOKS && made.stream().noneMatch(Files::exists); looks++) {
                if (closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                    break;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        delete();
    }

    /** Where the process has ended, its way to the file has too. */
    private void delete() {
        made.forEach(path -> path.toFile().delete());
    }

    /**
     * Removes the attach socket that a JVM leaves in its {@code /tmp} when it is killed, if it is older than the process. A
     * JVM that gets the same process number later cannot be attached to: the client finds the socket, connects, and is
     * refused.
     *
     * @param pid a process that runs
     * @return whether there was one, and it could be removed
     */
    static boolean removeStaleSocket(long pid) {
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

    @Override
    public void close() {
        delete();
        closed.countDown();
        atEnd.close();
    }
}
