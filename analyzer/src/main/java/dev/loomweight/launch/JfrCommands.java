package dev.loomweight.launch;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DiagnosticCommands;
import dev.loomweight.capture.Unanswered;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A recording in another JVM, controlled by the diagnostic commands {@code JFR.*}. It is identified by its name, and no other
 * is touched.
 */
final class JfrCommands {

    private static final Pattern DEPTH = Pattern.compile("Stack depth: (\\d+)");
    private static final Pattern REPOSITORY = Pattern.compile("Repository path: (\\S.*)");
    private static final Pattern RECORDING =
            Pattern.compile("Recording(?: \\d+:| recording=\\d+) name=(\"[^\"]*\"|\\S+)");
    private static final String STARTED = "Started recording";
    private static final String UNKNOWN = "Unknown diagnostic command";

    private final DiagnosticCommands jvm;
    private final String name;
    private final boolean wasUsed;

    /**
     * @param jvm the target
     * @param name what the recording is called
     */
    JfrCommands(DiagnosticCommands jvm, String name) {
        this.jvm = jvm;
        this.name = name;
        // Asked first: the commands below start the recorder.
        this.wasUsed = new ProcFiles(jvm.pid()).hasUsedJfr();
    }

    /**
     * Sets the depth of stacks where that is possible, which is before JFR is first used: threads that have recorded
     * keep their buffers.
     *
     * @return the depth in force; 0 if it is not known
     * @throws DataException if the JVM has no flight recorder
     */
    int deepen(int depth) {
        if (!wasUsed) {
            ask("JFR.configure stackdepth=" + depth);
        }
        Matcher matcher = DEPTH.matcher(ask("JFR.configure"));
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    /** The names of recordings that run. */
    List<String> others() {
        List<String> names = new ArrayList<>();
        Matcher matcher = RECORDING.matcher(jvm.run("JFR.check"));
        while (matcher.find()) {
            names.add(matcher.group(1).replace("\"", ""));
        }
        names.remove(name);
        return names;
    }

    /**
     * Starts it.
     *
     * @param settings a name, or a path that the target can read, in quotes
     * @param file where the target writes it when it is stopped, or when the target ends; null for nowhere
     * @param maxBytes how much is kept, in bytes; the oldest goes first, a chunk at a time
     * @param seconds after which it ends by itself, or 0 for never
     * @throws DataException if the target refuses
     */
    void start(String settings, @Nullable String file, long maxBytes, long seconds) {
        String answer = jvm.run("JFR.start name=" + name + " disk=true maxsize=" + maxBytes + " settings=" + settings
                + (file == null ? "" : " dumponexit=true filename=\"" + file + "\"")
                + (seconds == 0 ? "" : " duration=" + seconds + "s"));
        if (!answer.contains(STARTED)) {
            throw new DataException("process " + jvm.pid() + " refused to record: " + oneLine(answer));
        }
    }

    /** The folder of its chunks, as the target names it, or null if it does not say. */
    @Nullable
    Path repository() {
        Matcher matcher = REPOSITORY.matcher(jvm.run("JFR.configure"));
        return matcher.find() && !matcher.group(1).equals("N/A")
                ? Path.of(matcher.group(1).strip())
                : null;
    }

    /**
     * Copies what is kept of it into a file.
     *
     * @param file as the target names it
     * @return what the target says to it, in one line
     */
    String dump(String file) {
        return oneLine(jvm.run("JFR.dump name=" + name + " filename=\"" + file + "\""));
    }

    /**
     * Stops it, which writes it to its file.
     *
     * @throws Unanswered if the target does not say that it has; it will as soon as it goes on
     */
    void stop() {
        jvm.runLast("JFR.stop name=" + name);
    }

    /** Some JDKs fail at a command that they do not know, and some say so. */
    private String ask(String line) {
        String answer;
        try {
            answer = jvm.run(line);
        } catch (DataException e) {
            answer = String.valueOf(e.getMessage());
            if (!answer.contains(UNKNOWN)) {
                throw e;
            }
        }
        if (answer.contains(UNKNOWN)) {
            throw new DataException("the JVM of process " + jvm.pid() + " has no flight recorder (module jdk.jfr)");
        }
        return answer;
    }

    private static String oneLine(String answer) {
        return answer.lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .orElse("no answer")
                .strip();
    }
}
