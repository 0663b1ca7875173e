package dev.loomweight.capture;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The crash log that a JVM left in its working directory, or where its option says. A capture gets the reason and what bounds
 * memory, as {@link CaptureFolder#CRASH}; the rest has the environment, the properties and the command line, which are
 * nobody else's. The log stays where it is.
 */
public final class CrashLogs {

    /** The option that names another file. */
    public static final String ERROR_FILE = "-XX:ErrorFile=";

    /** The flags that bound memory, as alternatives of a pattern. */
    public static final String BOUNDS =
            "MaxHeapSize|InitialHeapSize|MaxMetaspaceSize|CompressedClassSpaceSize|MaxDirectMemorySize";

    private static final String DEFAULT = "hs_err_pid%p.log";
    private static final String END_OF_HEAD = "S U M M A R Y";

    /** When, on which thread, who sent the signal, the frames, the task of a compiler, and what bounds memory. */
    private static final Pattern TAKEN = Pattern.compile("Time: .*|Current thread \\(.*|Stack: \\[.*|Native frames: .*"
            + "|siginfo: .*|[CVvjJ] .*|Current CompileTask:|(?:C1|C2|JVMCI): *\\d.*"
            + "|Memory: .*|MemAvailable: .*|TotalPageFile size .*|Heap address: .*|Virtual Size: .*|rlimit .*"
            + "|Total number of mappings: .*|/proc/sys/vm/max_map_count .*"
            + "| *\\w+ (?:" + BOUNDS + ") +=.*");

    private static final int MAX_LINES = 200;

    private CrashLogs() {}

    /**
     * The lines of it that a capture gets; empty if there is none.
     *
     * @param workingDirectory that of the JVM
     * @param options of the JVM, of which one may name another file; others are skipped
     * @param pid its process, by its number where it lives
     * @param began when it was captured: a log that is older is another's, as each container has a process 1
     */
    public static List<String> lines(Path workingDirectory, List<String> options, long pid, Instant began) {
        String wanted = options.stream()
                .filter(option -> option.startsWith(ERROR_FILE))
                .reduce((first, last) -> last)
                .map(option -> option.substring(ERROR_FILE.length()))
                .orElse(DEFAULT);
        List<String> taken = new ArrayList<>();
        try {
            Path log = workingDirectory.resolve(wanted.replace("%p", Long.toString(pid)));
            if (!Files.isRegularFile(log)
                    || Files.getLastModifiedTime(log).toInstant().isBefore(began)) {
                return List.of();
            }
            // By bytes: what an application has in its memory need not be UTF-8.
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(Files.newInputStream(log), StandardCharsets.ISO_8859_1))) {
                boolean head = true;
                for (String line = lines.readLine();
                        line != null && taken.size() < MAX_LINES;
                        line = lines.readLine()) {
                    head &= !line.contains(END_OF_HEAD);
                    if (head ? line.startsWith("#") : TAKEN.matcher(line).matches()) {
                        taken.add(line);
                    }
                }
            }
            return taken;
        } catch (IOException | InvalidPathException e) {
            // The log is still where it was.
            return List.of();
        }
    }

    /** Writes these lines into a capture; nothing where there are none, or they cannot be written. */
    public static void put(CaptureFolder folder, List<String> lines) {
        try {
            if (!lines.isEmpty()) {
                Files.write(folder.resolve(CaptureFolder.CRASH), lines);
            }
        } catch (IOException e) {
            // Why it crashed is not said.
        }
    }
}
