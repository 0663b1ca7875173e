package dev.loomweight.launch;

import dev.loomweight.capture.HeldFolder;
import dev.loomweight.capture.Proc;
import dev.loomweight.capture.ProcessUser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel reports about a process in {@code /proc/PID} (proc(5)). If there is no such folder, or it cannot be
 * read, each answer is the one for "not known".
 */
public final class ProcFiles {

    private static final Pattern JVM = Pattern.compile("(/\\S.*)/lib/(?:[^/]+/)?[^/]+/libjvm\\.so(?: \\(deleted\\))?$");
    // comm holds 15 characters of a thread's name.
    private static final String JFR_THREAD = "JFR Recorder Th";

    /** Where JVMs that see the same files have their sockets if there is no {@code /proc}: macOS has one for each user. */
    static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));

    /** More of an environment is not read, in bytes. */
    private static final int MAX_BYTES = 4 << 20;

    private final long pid;
    private final Path proc;

    public ProcFiles(long pid) {
        this.pid = pid;
        this.proc = Proc.of(pid);
    }

    /** Its command line, the program first; empty if it is not known. */
    public List<String> commandLine() {
        if (!Proc.isThere()) {
            return byTheJdk();
        }
        String text = text("cmdline");
        // Every argument ends in a zero byte, empty ones included.
        return text.isEmpty()
                ? List.of()
                : List.of(text.substring(0, text.length() - 1).split("\0", -1));
    }

    /** On macOS the JDK asks the kernel by other means. */
    private List<String> byTheJdk() {
        List<String> words = new ArrayList<>();
        ProcessHandle.of(pid).map(ProcessHandle::info).ifPresent(info -> {
            info.command().ifPresent(words::add);
            words.addAll(List.of(info.arguments().orElse(new String[0])));
        });
        return words;
    }

    /** The environment that it was started with, where the kernel lets its owner read it; empty elsewhere. */
    Map<String, String> environment() {
        try (InputStream in = Files.newInputStream(proc.resolve("environ"))) {
            Map<String, String> variables = new TreeMap<>();
            for (String variable : new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8).split("\0", -1)) {
                int equals = variable.indexOf('=');
                if (equals > 0) {
                    variables.put(variable.substring(0, equals), variable.substring(equals + 1));
                }
            }
            return variables;
        } catch (IOException e) {
            return Map.of();
        }
    }

    /** The variable of the environment that it was started with, or null. */
    @Nullable
    public String variable(String name) {
        return environment().get(name);
    }

    /** Its process id in its own namespace, which differs from the one here in a container. */
    public long innerPid() {
        List<String> numbers = Proc.status(proc, "NSpid:");
        return numbers.isEmpty() ? pid : Long.parseLong(numbers.getLast());
    }

    /** Its group by number, in which it acts; empty if it is not known. */
    String group() {
        // Real, effective, saved, and that of file accesses.
        List<String> numbers = Proc.status(proc, "Gid:");
        return numbers.isEmpty() ? "" : numbers.get(1);
    }

    /** Whether its files can be reached: its own user and group can, as long as it has no further capability. */
    boolean isReachable() {
        return !Proc.isThere() || Files.isDirectory(proc.resolve("root").resolve("."));
    }

    /** Its control groups, by which containers differ. */
    String controlGroups() {
        return text("cgroup");
    }

    /** The highest resident memory so far ({@code VmHWM}), in bytes; 0 if it is not known. */
    public long peakResidentBytes() {
        return ofStatus("VmHWM:");
    }

    /**
     * Resident memory that is shared with others or mapped more than once ({@code RssShmem}), in bytes; 0 if it is not
     * known. ZGC before JDK 25 may map its heap three times, and each counts.
     */
    public long sharedBytes() {
        return ofStatus("RssShmem:");
    }

    private long ofStatus(String name) {
        List<String> kilobytes = Proc.status(proc, name);
        return !kilobytes.isEmpty() && kilobytes.getFirst().matches("\\d{1,15}")
                ? Long.parseLong(kilobytes.getFirst()) << 10
                : 0;
    }

    /** Whether it sees the same files as this program; true if that is not known. */
    public boolean seesOurFiles() {
        ProcFiles self = new ProcFiles(ProcessHandle.current().pid());
        return isSame(link("ns/mnt"), self.link("ns/mnt")) && isSame(link("root"), self.link("root"));
    }

    private static boolean isSame(@Nullable Path theirs, @Nullable Path ours) {
        return theirs == null || ours == null || theirs.equals(ours);
    }

    /** The user that it runs as, or null if it is not known. */
    @Nullable
    public UserPrincipal user() {
        return ProcessUser.of(pid);
    }

    /** Whether it runs as another user than this program, or sees other files; false if that is not known. */
    public boolean isForeign() {
        UserPrincipal theirs = user();
        UserPrincipal ours = ProcessUser.own();
        return !seesOurFiles() || (theirs != null && ours != null && !theirs.equals(ours));
    }

    /**
     * Opens a folder that it names. If it sees other files, the path is opened name by name and no link is followed: the
     * process may have made them, and an absolute link would lead to files of this program.
     *
     * @param folder as the process names it, from the root on
     * @param owner whose it and its files must be, or null for anyone's
     * @throws IOException if it cannot be opened, or belongs to another
     */
    public HeldFolder open(String folder, @Nullable UserPrincipal owner) throws IOException {
        if (seesOurFiles()) {
            return HeldFolder.open(Path.of(folder), owner);
        }
        HeldFolder at = HeldFolder.open(proc.resolve("root"), null);
        List<String> names = new ArrayList<>();
        Path.of(folder).forEach(name -> names.add(name.toString()));
        for (int i = 0; i < names.size(); i++) {
            try (HeldFolder above = at) {
                at = above.folder(names.get(i), i == names.size() - 1 ? owner : null);
            }
        }
        return at;
    }

    /** The path of one of its files from here. */
    public Path file(String path) {
        return seesOurFiles() ? Path.of(path) : Path.of(proc + "/root" + path);
    }

    /** Its working directory, seen from here; this program's own where that is not known. */
    public Path workingDirectory() {
        Path folder = link("cwd");
        return folder == null ? Path.of("").toAbsolutePath() : file(folder.toString());
    }

    /** Whether the socket for commands to the JVM exists: after the first attach, or from the start if requested. */
    public boolean hearsCommands() {
        String name = ".java_pid" + innerPid();
        return Files.isDirectory(proc)
                ? Files.exists(proc.resolve("root/tmp").resolve(name))
                : Files.exists(TEMPORARY.resolve(name));
    }

    /** The home of the loaded JVM, as the process names it; null if none is loaded or it is not known. */
    @Nullable
    public String javaHome() {
        if (!Proc.isThere()) {
            return homeOfProgram();
        }
        for (String line : text("maps").split("\n", -1)) {
            if (line.contains("libjvm.so")) {
                Matcher matcher = JVM.matcher(line);
                return matcher.find() ? matcher.group(1) : null;
            }
        }
        return null;
    }

    /** Whether the process has loaded what debuggers talk to: {@code -agentlib:jdwp}, also of an environment variable. */
    boolean isDebugged() {
        return text("maps").contains("/libjdwp.so");
    }

    /** The folder above {@code bin/java}, where that is the home of a JDK. */
    private @Nullable String homeOfProgram() {
        List<String> words = byTheJdk();
        try {
            Path program = words.isEmpty() ? null : Path.of(words.get(0)).toRealPath();
            Path bin = program == null ? null : program.getParent();
            Path home = bin == null ? null : bin.getParent();
            return home != null && Files.isRegularFile(home.resolve("release")) ? home.toString() : null;
        } catch (IOException | java.nio.file.InvalidPathException e) {
            return null;
        }
    }

    /** Whether JFR has been used in it, now or before. */
    public boolean hasUsedJfr() {
        return threadNames().contains(JFR_THREAD);
    }

    /** The names of its threads, each up to 15 characters. */
    public List<String> threadNames() {
        List<String> names = new ArrayList<>();
        try (Stream<Path> tasks = Files.list(proc.resolve("task"))) {
            tasks.forEach(task -> names.add(read(task.resolve("comm")).strip()));
        } catch (IOException | UncheckedIOException e) {
            return names;
        }
        return names;
    }

    private @Nullable Path link(String name) {
        try {
            return Files.readSymbolicLink(proc.resolve(name));
        } catch (IOException | UnsupportedOperationException e) {
            return null;
        }
    }

    private String text(String name) {
        return read(proc.resolve(name));
    }

    private static String read(Path file) {
        try {
            // Not readString: what is not UTF-8 must not hide the rest.
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
