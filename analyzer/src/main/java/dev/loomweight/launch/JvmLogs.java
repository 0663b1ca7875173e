package dev.loomweight.launch;

import dev.loomweight.capture.CaptureFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the JVMs of a command log into the capture: one line a collection, and allocations that failed. A recording cannot be
 * ended in a JVM whose heap is used up, and JFR has no event of an OutOfMemoryError; the log has what led to it, up to the
 * last moment.
 */
final class JvmLogs {

    private static final String START = "jvm-";
    private static final String END = ".log";

    /** What is logged. The lines of metaspace are written when it fails, and those of threads when one cannot be started. */
    private static final String WHAT = "gc=info,gc+init=info,gc+metaspace+freelist+oom=info,os+thread=warning";

    private JvmLogs() {}

    /** The options of a JVM that is about to be started; none where its parser would not take the path as it is. */
    static List<String> options(CaptureFolder folder) {
        String file = folder.resolve(START + "%p" + END).toAbsolutePath().toString();
        // %p is the process; a % of the path would be one too.
        return file.indexOf('%') != file.lastIndexOf('%') || file.contains("\"")
                ? List.of()
                : List.of("-Xlog:" + WHAT + ":file=\"" + file + "\":time,uptime,level,tags:filecount=1,filesize=1m");
    }

    /**
     * Keeps the log of the JVM that was followed, or of the only one, as {@link CaptureFolder#JVM_LOG}, and removes those of
     * the others.
     *
     * @param pid its process' number where it lives; 0 if none was followed
     */
    static void choose(CaptureFolder folder, long pid) {
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
