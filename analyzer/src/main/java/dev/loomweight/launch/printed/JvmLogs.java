package dev.loomweight.launch.printed;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.FailureLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The {@link FailureLog}s of the JVMs of a command, and which of them is the capture's. */
public final class JvmLogs {

    private static final String START = "jvm-";
    private static final String END = ".log";

    private JvmLogs() {}

    /** The options of a JVM that is about to be started; none where its parser would not take the path as it is. */
    public static List<String> options(CaptureFolder folder) {
        String file = folder.resolve(START + "%p" + END).toAbsolutePath().toString();
        // %p is the process; a % of the path would be one too.
        return file.indexOf('%') != file.lastIndexOf('%') || file.contains("\"")
                ? List.of()
                : List.of(FailureLog.option(file));
    }

    /**
     * Keeps the log of the JVM that was followed, or of the only one, as {@link CaptureFolder#JVM_LOG}, and removes those of
     * the others.
     *
     * @param pid its process' number where it lives; 0 if none was followed
     */
    public static void choose(CaptureFolder folder, long pid) {
        List<Path> logs = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder.path())) {
            files.filter(file -> name(file).startsWith(START) && name(file).contains(END))
                    .forEach(logs::add);
            boolean one = logs.stream().filter(log -> name(log).endsWith(END)).count() == 1;
            for (Path log : logs) {
                String rest = name(log).substring(name(log).indexOf(END) + END.length());
                if (one || name(log).startsWith(START + pid + END)) {
                    Files.move(log, folder.resolve(CaptureFolder.JVM_LOG + rest), StandardCopyOption.REPLACE_EXISTING);
                } else {
                    Files.delete(log);
                }
            }
        } catch (IOException e) {
            // A log less; what it explains is not said.
        }
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
