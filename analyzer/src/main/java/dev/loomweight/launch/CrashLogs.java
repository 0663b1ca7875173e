package dev.loomweight.launch;

import dev.loomweight.capture.CaptureFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The crash log that a JVM of a command left in its working directory, or where its command says. The capture gets the
 * reason and what bounds memory; the rest has the environment, the properties and the command line, which are nobody
 * else's. The log stays where it is.
 */
final class CrashLogs {

    private static final String ERROR_FILE = "-XX:ErrorFile=";
    private static final String END_OF_HEAD = "S U M M A R Y";

    /** When, on which thread, the frames of Java code, and the flags that bound memory. */
    private static final Pattern TAKEN = Pattern.compile("Time: .*|Current thread \\(.*|[jJ] .*"
            + "| *\\w+ (?:MaxHeapSize|MaxMetaspaceSize|CompressedClassSpaceSize|MaxDirectMemorySize) +=.*");

    private static final int MOST_LINES = 200;

    private CrashLogs() {}

    /**
     * Takes it, if there is one.
     *
     * @param words the command
     * @param pid the process, by its number where it lives
     */
    static void take(CaptureFolder folder, List<String> words, long pid) {
        String wanted = words.stream()
                .filter(word -> word.startsWith(ERROR_FILE))
                .reduce((first, last) -> last)
                .map(word -> word.substring(ERROR_FILE.length()))
                .orElse("hs_err_pid%p.log");
        Path log = Path.of(wanted.replace("%p", Long.toString(pid)));
        if (!Files.isRegularFile(log)) {
            return;
        }
        List<String> taken = new ArrayList<>();
        // By bytes: what an application has in its memory need not be UTF-8.
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(Files.newInputStream(log), StandardCharsets.ISO_8859_1))) {
            boolean head = true;
            for (String line = lines.readLine(); line != null && taken.size() < MOST_LINES; line = lines.readLine()) {
                head &= !line.contains(END_OF_HEAD);
                if (head ? line.startsWith("#") : TAKEN.matcher(line).matches()) {
                    taken.add(line);
                }
            }
            Files.write(folder.resolve(CaptureFolder.CRASH), taken);
        } catch (IOException e) {
            // The log is still where it was.
        }
    }
}
