package dev.loomweight;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Signals to processes that tests start. What a shell starts in the background ignores SIGINT, and so does all that it
 * starts in turn, a JVM included: a test that is run so would wait for ever for the end of what it has interrupted.
 */
public final class SentSignals {

    private static final int INT = 2;
    private static final long SECONDS = 30;

    private SentSignals() {}

    /** The words that start a command which hears SIGINT, whatever this process ignores. */
    public static List<String> hearing(List<String> words) {
        if (!isIgnored(ProcessHandle.current().pid(), INT)) {
            return words;
        }
        List<String> all = new ArrayList<>(List.of("env", "--default-signal=INT"));
        all.addAll(words);
        return all;
    }

    /** Sends one, by its name such as {@code INT}. */
    public static void send(String name, long pid) throws Exception {
        if (name.equals("INT") && isIgnored(pid, INT)) {
            throw new AssertionError("process " + pid + " ignores SIGINT; start it by SentSignals.hearing");
        }
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
        if (!kill.waitFor(SECONDS, TimeUnit.SECONDS)) {
            kill.destroyForcibly();
            throw new AssertionError("kill -" + name + " " + pid + " does not end");
        }
    }

    private static boolean isIgnored(long pid, int signal) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(line -> line.startsWith("SigIgn:"))
                    .mapToLong(line -> Long.parseUnsignedLong(
                            line.substring("SigIgn:".length()).strip(), 16))
                    .anyMatch(mask -> (mask >> (signal - 1) & 1) != 0);
        } catch (IOException e) {
            return false;
        }
    }
}
