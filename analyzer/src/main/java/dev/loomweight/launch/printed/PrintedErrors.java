package dev.loomweight.launch.printed;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The OutOfMemoryErrors that a command printed, where its output goes to a file: it has the streams of this program
 * themselves, so that what goes to a terminal or a pipe is not seen.
 */
public final class PrintedErrors {

    private static final Pattern OUT_OF_MEMORY =
            Pattern.compile("java\\.lang\\.OutOfMemoryError(?:: ?([^\\r\\n]{1,120}))?");

    /** As the JVM and {@code ThreadGroup} print an error that a thread ends of. */
    private static final Pattern UNCAUGHT =
            Pattern.compile("Exception in thread \"([^\"]{1,200})\" java\\.lang\\.OutOfMemoryError.*"
                    + "|Exception: java\\.lang\\.OutOfMemoryError thrown from the UncaughtExceptionHandler in thread"
                    + " \"([^\"]{1,200})\".*");

    /** As the JVM prints that it ends because of an option. */
    private static final Pattern ENDS =
            Pattern.compile("(?:Terminating|Aborting) due to java\\.lang\\.OutOfMemoryError.*");

    private static final String NO_START = "Error occurred during initialization of VM";
    private static final String NO_JVM = "Error: Could not create the Java Virtual Machine.";
    private static final Pattern REFUSES = Pattern.compile("set to a larger value than|^Incompatible |^Conflicting ");

    /** A JVM refuses to start before its application prints; a script may have said something before. */
    private static final int MAX_LINES = 10_000;

    /** The end is what counts of a long output, in bytes. */
    private static final long MAX_BYTES = 16L << 20;

    private static final int MAX_ERRORS = 10;

    /**
     * One of them.
     *
     * @param message the error's message, without its class; may be empty
     * @param thread the thread that ended of it; empty if none is named
     * @param end whether a thread, or the JVM, ended of it
     */
    public record Printed(String message, String thread, boolean end) {

        /** For {@code capture.json}. */
        public Map<String, Object> facts() {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("message", message);
            facts.put("thread", thread);
            facts.put("end", end);
            return facts;
        }
    }

    private final Map<Path, Long> files = new LinkedHashMap<>();

    private PrintedErrors() {}

    /** Those that are printed from now on to the standard output and standard error of this program. */
    public static PrintedErrors ofOwnStreams() {
        PrintedErrors errors = new PrintedErrors();
        for (String stream : List.of("/proc/self/fd/1", "/proc/self/fd/2")) {
            try {
                Path file = Path.of(stream).toRealPath();
                if (Files.isRegularFile(file)) {
                    errors.files.putIfAbsent(file, Files.size(file));
                }
            } catch (IOException e) {
                // A pipe, a terminal, or a file that was removed.
            }
        }
        return errors;
    }

    /** Those that are printed to a file. */
    public static PrintedErrors of(Path output) {
        PrintedErrors errors = new PrintedErrors();
        errors.files.put(output, 0L);
        return errors;
    }

    /**
     * Why a JVM refused to start, in its own words: its options do not go together, or one of them is not allowed. Empty
     * where none did; a JVM that starts and lacks memory says so otherwise.
     */
    public static String refusal(Path output) {
        try (Stream<String> lines = Files.lines(output, StandardCharsets.ISO_8859_1)) {
            String before = "";
            for (String line : (Iterable<String>) lines.limit(MAX_LINES)::iterator) {
                if (before.equals(NO_START) && REFUSES.matcher(line).find()) {
                    return line.strip();
                } else if (line.startsWith(NO_JVM)) {
                    return before.strip();
                }
                before = line;
            }
        } catch (IOException | UncheckedIOException e) {
            // It cannot be read, or is no longer there.
        }
        return "";
    }

    /** What was printed so far, each kind once, the first {@value #MAX_ERRORS}. */
    public List<Printed> found() {
        Set<Printed> found = new LinkedHashSet<>();
        files.forEach((file, from) -> read(file, from, found));
        return List.copyOf(found);
    }

    private static void read(Path file, long from, Set<Printed> found) {
        // By bytes: what an application prints need not be UTF-8.
        try (FileChannel channel = FileChannel.open(file)) {
            channel.position(Math.max(from, channel.size() - MAX_BYTES));
            BufferedReader lines = new BufferedReader(
                    new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.ISO_8859_1));
            for (String line = lines.readLine(); line != null && found.size() < MAX_ERRORS; line = lines.readLine()) {
                Matcher error = OUT_OF_MEMORY.matcher(line);
                if (error.find()) {
                    Matcher uncaught = UNCAUGHT.matcher(line);
                    boolean thread = uncaught.matches();
                    String name = !thread ? "" : uncaught.group(1) == null ? uncaught.group(2) : uncaught.group(1);
                    found.add(new Printed(
                            error.group(1) == null ? "" : error.group(1).strip(),
                            name,
                            thread || ENDS.matcher(line).matches()));
                }
            }
        } catch (IOException e) {
            // It cannot be read, or is no longer there.
        }
    }
}
