package dev.loomweight.launch;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.OrderlyEnd;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Has a running JVM say who owns the locks that its threads wait for: it loads the agent, which writes that into a file and
 * starts nothing else. The agent's classes stay loaded until the JVM ends.
 */
public final class TargetOwners {

    /** The first JDK that the agent runs on. */
    private static final int OLDEST = 21;

    private static final Pattern FEATURE = Pattern.compile("^\\d{1,4}");

    private TargetOwners() {}

    /**
     * Writes {@link CaptureFolder#OWNERS} into a capture.
     *
     * @param pid the process
     * @param agent the agent's jar
     * @param capture the capture's folder, which has no such file yet
     * @param waiting gets a line on what is waited for, or that the agent is not loaded, since the program is ending
     * @throws dev.loomweight.capture.Unanswered if the JVM does not answer in time, as one may that hangs while it loads
     *     classes
     * @throws DataException if its JDK is too old, or it cannot load the agent or write the file
     */
    public static void write(long pid, Path agent, Path capture, Consumer<String> waiting) {
        if (new ProcFiles(pid).isForeign()) {
            throw new DataException(
                    "--agent: process " + pid + " runs as another user or in a container, where it cannot"
                            + " load the agent; start it with -javaagent, or take a heap dump: --heap FILE");
        }
        Path file = capture.resolve(CaptureFolder.OWNERS).toAbsolutePath();
        try (Attached jvm = Attached.attach(pid, waiting)) {
            requireNew(pid, JvmFacts.version(jvm));
            if (Thread.currentThread().isInterrupted()) {
                throw new CancellationException("stopped");
            }
            if (OrderlyEnd.isEnding()) {
                waiting.accept("interrupted: the agent is not loaded into process " + pid);
                return;
            }
            jvm.loadAgent(agent, "owners=" + file);
        }
        if (!Files.isRegularFile(file)) {
            throw new DataException("--agent: process " + pid
                    + " loaded the agent, which could not write the owners of locks; its standard error says why");
        }
    }

    private static void requireNew(long pid, String version) {
        Matcher feature = FEATURE.matcher(version);
        if (feature.find() && Integer.parseInt(feature.group()) < OLDEST) {
            throw new DataException("--agent: process " + pid + " runs on JDK " + version + ", and the agent needs "
                    + OLDEST + " or newer; a heap dump shows who owns locks: --heap FILE");
        }
    }
}
