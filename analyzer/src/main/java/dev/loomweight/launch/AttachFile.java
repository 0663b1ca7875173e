package dev.loomweight.launch;

import dev.loomweight.capture.OrderlyEnd;
import dev.loomweight.capture.Proc;
import java.io.Closeable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The file by which the JDK's attach client asks a JVM to open its socket. The client deletes it when it is done; where
 * it is given up, or the program ends meanwhile, the file is deleted here.
 */
final class AttachFile implements Closeable {

    private static final long LOOK_MILLIS = 10;
    private static final int MOST_LOOKS = 100;

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
            for (int looks = 0; looks < MOST_LOOKS && made.stream().noneMatch(Files::exists); looks++) {
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

    @Override
    public void close() {
        delete();
        closed.countDown();
        atEnd.close();
    }
}
