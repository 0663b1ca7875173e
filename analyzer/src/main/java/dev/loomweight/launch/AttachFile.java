package dev.loomweight.launch;

import dev.loomweight.capture.Proc;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The file by which the JDK's attach client asks a JVM to open its socket. The client deletes it when it is done; where
 * it is given up, or the program ends meanwhile, the file is deleted here.
 */
final class AttachFile implements Closeable {

    private final List<Path> made;
    private final Thread hook = Thread.ofPlatform().name("attach-file").unstarted(this::delete);

    private AttachFile(List<Path> made) {
        this.made = made;
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
        AttachFile file = new AttachFile(
                places.stream().filter(path -> !Files.exists(path)).toList());
        try {
            Runtime.getRuntime().addShutdownHook(file.hook);
        } catch (IllegalStateException e) {
            // The program is ending, and asks a last time.
        }
        return file;
    }

    private void delete() {
        for (Path path : made) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                // The process has ended, and its way to the file with it.
            }
        }
    }

    @Override
    public void close() {
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The program is ending, and the hook is what runs.
        }
    }
}
