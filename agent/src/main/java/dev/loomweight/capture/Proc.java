package dev.loomweight.capture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/**
 * Where the kernel reports about processes: {@code /proc}, proc(5). macOS and Windows have none, and in a chroot or a
 * sandbox it may not be mounted. Every path into it comes from here, so that all else is held to work without it: with
 * the system property {@code loomweight.proc} naming a folder that does not exist, this program reads what it would on
 * macOS.
 */
public final class Proc {

    private static final Path ROOT = Path.of(System.getProperty("loomweight.proc", "/proc"));
    private static final Path SELF = ROOT.resolve("self");

    private Proc() {}

    /** The folder of a process, whether it is there or not. */
    public static Path of(long pid) {
        return ROOT.resolve(Long.toString(pid));
    }

    /** The folder of this process, whether it is there or not. */
    public static Path self() {
        return SELF;
    }

    /** A file about the machine, such as {@code meminfo}, whether it is there or not. */
    public static Path file(String name) {
        return ROOT.resolve(name);
    }

    /**
     * What the status of a process or of one of its threads says of something, such as {@code Uid:}.
     *
     * @param folder that of the process or thread
     * @return the words after the name; empty where it is not known
     */
    public static List<String> status(Path folder, String name) {
        try {
            // Not readString: the program's name can hold anything.
            String text = new String(Files.readAllBytes(folder.resolve("status")), StandardCharsets.ISO_8859_1);
            for (String line : text.split("\n", -1)) {
                if (line.startsWith(name)) {
                    return List.of(line.substring(name.length()).strip().split("\\s+", -1));
                }
            }
        } catch (IOException e) {
            // It has ended, or there is no such folder.
        }
        return List.of();
    }

    /**
     * Whether a thread of a process has one of some names; false where the kernel does not report about it.
     *
     * @param names takes names, each cut to 15 characters
     */
    static boolean hasThread(long pid, Predicate<String> names) {
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(of(pid).resolve("task"))) {
            for (Path task : tasks) {
                if (names.test(comm(task))) {
                    return true;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // The process has ended, or there is no /proc.
        }
        return false;
    }

    private static String comm(Path task) {
        try {
            return new String(Files.readAllBytes(task.resolve("comm")), StandardCharsets.ISO_8859_1).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /**
     * Whether a process has memory. One that ends loses it first, then what it has open, and only then its number: an answer
     * whose end was read while there was memory was not cut off by the end of the process.
     */
    static boolean hasMemory(long pid) {
        if (!isThere()) {
            return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
        }
        try {
            return !Files.readString(of(pid).resolve("statm")).startsWith("0 ");
        } catch (AccessDeniedException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether the kernel reports about processes here. */
    public static boolean isThere() {
        return Files.isDirectory(SELF);
    }

    /**
     * Whether processes can be seen: by {@code /proc}, or where the JDK asks the system in another way, as on macOS and
     * Windows. On Linux the JDK reads {@code /proc} too.
     */
    public static boolean showsProcesses() {
        return isThere() || ProcessHandle.current().isAlive();
    }

    /** Why there is no {@code /proc}, as half a sentence: by the system, or because it is not mounted. */
    public static String absence() {
        String system = System.getProperty("os.name", "this system");
        return system.startsWith("Linux") ? "/proc is not mounted here" : system + " has no /proc";
    }

    /**
     * Checks that processes can be seen.
     *
     * @param what what needs that, such as {@code record}'s target, for the message
     * @throws DataException if they cannot
     */
    public static void requireProcesses(String what) {
        if (!showsProcesses()) {
            throw new DataException(what + " cannot be seen: " + absence()
                    + "; mount it (mount -t proc proc /proc), or let the JVM record itself, by the agent or by"
                    + " -XX:StartFlightRecording, and read its files");
        }
    }
}
