package dev.loomweight.launch;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DiagnosticCommands;
import dev.loomweight.capture.HeldFile;
import dev.loomweight.capture.HeldFolder;
import dev.loomweight.capture.Proc;
import dev.loomweight.capture.TimeLimit;
import dev.loomweight.capture.Unanswered;
import dev.loomweight.jvm.CarrierNames;
import dev.loomweight.jvm.NmtStart;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A JVM on this machine, described by what the kernel reports about its process, without attaching to it.
 *
 * @param pid its process
 * @param user its user; {@code ?} if it is not known
 * @param command what its command line says
 * @param classPath its class path as files that can be read from here; empty if its command line names none
 * @param home the home of its JDK, readable from here, or null if that is not known
 * @param version its JDK's version, such as 21.0.8; {@code ?} if that is not known
 * @param virtualThreads whether it uses virtual threads
 * @param nmt its level of native memory tracking: {@code off}, {@code summary}, {@code detail}
 * @param started when it was started, or null if that is not known
 */
public record RunningJvm(
        long pid,
        String user,
        JavaCommand command,
        List<String> classPath,
        @Nullable Path home,
        String version,
        VirtualThreads virtualThreads,
        String nmt,
        @Nullable Instant started) {

    /** What a user who names a process that is not one can do, as the end of a sentence. */
    static final String LISTED = "loomweight record without arguments lists the running JVMs";

    private static final String UNKNOWN = "?";
    private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"((?:1\\.)?(\\d+)[^\"]*)\"");
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    private static final Pattern ASKED_CLASS_PATH = Pattern.compile("(?m)^java_class_path \\(initial\\): (\\S.*)$");
    private static final Pattern ASKED_MAIN = Pattern.compile("(?m)^java_command: (\\S+)");
    private static final String MODULE = "module-info.class";

    /** Such a file has a thousand bytes or two. */
    private static final long MAX_RELEASE_BYTES = 1 << 20;

    /** Time limit for the kernel's files of a process. */
    private static final Duration LONGEST = Duration.ofSeconds(3);

    /** Virtual threads of a JVM, from the names of its threads. */
    public enum VirtualThreads {
        /** It is older than virtual threads. */
        NONE("no, its JDK has none"),
        /** None has ever waited for a time, and no pool that could carry them is there. */
        NOT_SEEN("none seen"),
        /** The first pool of the kind that carries them is there, which can be the application's own. */
        PERHAPS("perhaps"),
        /** They are used. */
        USED("yes"),
        /** Its threads cannot be seen. */
        UNKNOWN("?");

        private final String words;

        VirtualThreads(String words) {
            this.words = words;
        }

        /** The same for people. */
        public String words() {
            return words;
        }
    }

    public RunningJvm {
        classPath = List.copyOf(classPath);
    }

    /** Every visible JVM except this program's own, by process id. */
    public static List<RunningJvm> all() {
        long self = ProcessHandle.current().pid();
        List<RunningJvm> found = new ArrayList<>();
        ProcessHandle.allProcesses()
                .filter(process -> process.pid() != self)
                .sorted(Comparator.comparingLong(ProcessHandle::pid))
                .forEach(process -> find(process).ifPresent(found::add));
        return found;
    }

    /** The JVM of a process, or nothing if it is none. */
    public static Optional<RunningJvm> find(long pid) {
        return ProcessHandle.of(pid).flatMap(RunningJvm::find);
    }

    private static Optional<RunningJvm> find(ProcessHandle process) {
        if (ProcessState.read(process.pid()).hasEnded()) {
            return Optional.empty();
        }
        try {
            // The kernel reads a command line from the memory of its process, under a lock that a thread of it which
            // waits for a disk may hold.
            return TimeLimit.within(LONGEST, "reading " + Proc.of(process.pid()), () -> read(process));
        } catch (Unanswered e) {
            return Optional.empty();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Optional<RunningJvm> read(ProcessHandle process) {
        ProcFiles proc = new ProcFiles(process.pid());
        List<String> words = proc.commandLine();
        if (words.isEmpty()) {
            return Optional.empty();
        }
        String inner = proc.javaHome();
        if (inner == null && !isJava(words.get(0))) {
            return Optional.empty();
        }
        JavaCommand command = command(process, words);
        Path home = inner == null ? null : proc.file(inner);
        Matcher release = VERSION.matcher(release(home));
        boolean known = release.find();
        List<String> classPath = classPath(proc, command);
        return Optional.of(new RunningJvm(
                process.pid(),
                Objects.requireNonNullElse(ProcessOwner.owner(process.pid()), UNKNOWN),
                command,
                classPath,
                home,
                known ? release.group(1) : UNKNOWN,
                virtualThreads(proc, known ? Integer.parseInt(release.group(2)) : FIRST_WITH_VIRTUAL_THREADS),
                nmt(proc, command),
                process.info().startInstant().orElse(null)));
    }

    /** Arguments of a custom launcher, such as {@code jshell}, are not those of java: any of them can be a password. */
    private static JavaCommand command(ProcessHandle process, List<String> words) {
        boolean java = isJava(words.get(0))
                || process.info().command().filter(RunningJvm::isJava).isPresent();
        return java
                ? JavaCommand.parse(words.subList(1, words.size()))
                : new JavaCommand(List.of(), List.of(), words.get(0));
    }

    /** Whether a program is called {@code java}, by its path. */
    static boolean isJava(String program) {
        Path name = Path.of(program).getFileName();
        return name != null
                && (name.toString().equals("java") || name.toString().equals("java.exe"));
    }

    private static List<String> classPath(ProcFiles proc, JavaCommand command) {
        List<String> named = command.classPath();
        String variable = proc.variable("CLASSPATH");
        if (named.isEmpty() && variable != null) {
            named = List.of(variable.split(java.io.File.pathSeparator, -1));
        }
        List<String> located = located(proc, named);
        command.modulePath()
                .forEach(entry -> modules(located(proc, List.of(entry)).getFirst(), located));
        return located;
    }

    /** Entries of a class path as they are read from here. */
    private static List<String> located(ProcFiles proc, List<String> named) {
        Path folder = proc.workingDirectory();
        String root = proc.seesOurFiles() ? "" : proc.file("/").toString();
        List<String> located = new ArrayList<>();
        for (String entry : named) {
            if (!entry.isBlank()) {
                // Not as paths: an entry may end in a star, which some file systems do not take.
                located.add(entry.startsWith("/") ? root + entry : folder + "/" + entry);
            }
        }
        return located;
    }

    /** A folder of a module path is a module, or holds some: jars, and folders of class files. */
    private static void modules(String entry, List<String> into) {
        Path path = Path.of(entry);
        into.add(entry);
        if (!Files.isDirectory(path) || Files.exists(path.resolve(MODULE))) {
            return;
        }
        into.add(entry + "/*");
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(path)) {
            for (Path folder : inside) {
                if (Files.exists(folder.resolve(MODULE))) {
                    into.add(folder.toString());
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // It cannot be listed, and so its classes cannot be read.
        }
    }

    /**
     * The same, with what the JVM itself says where its command line does not name its class path: it can stand in a file
     * of arguments. Nothing else of its answer is used.
     */
    public RunningJvm askedBy(DiagnosticCommands jvm) {
        if (!classPath.isEmpty()) {
            return this;
        }
        try {
            String answer = jvm.run("VM.command_line");
            Matcher path = ASKED_CLASS_PATH.matcher(answer);
            Matcher main = ASKED_MAIN.matcher(answer);
            if (!path.find() || !main.find()) {
                return this;
            }
            String ran = command.main() == null ? main.group(1) : command.main();
            List<String> named = List.of(path.group(1).split(java.io.File.pathSeparator, -1));
            JavaCommand asked = new JavaCommand(command.options(), named, ran);
            return new RunningJvm(
                    pid, user, asked, located(new ProcFiles(pid), named), home, version, virtualThreads, nmt, started);
        } catch (DataException e) {
            return this;
        }
    }

    // The home is where the process has mapped a file of the right name: it can have made that folder for the purpose.
    private static String release(@Nullable Path home) {
        if (home == null) {
            return "";
        }
        try (HeldFolder folder = HeldFolder.open(home);
                HeldFile release = folder.open("release", MAX_RELEASE_BYTES)) {
            return new String(
                    Channels.newInputStream(release.channel()).readNBytes((int) MAX_RELEASE_BYTES),
                    StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    private static VirtualThreads virtualThreads(ProcFiles proc, int feature) {
        if (feature < FIRST_WITH_VIRTUAL_THREADS) {
            return VirtualThreads.NONE;
        }
        List<String> names = proc.threadNames();
        if (names.isEmpty()) {
            return VirtualThreads.UNKNOWN;
        }
        if (names.stream().anyMatch(CarrierNames::isHelper)) {
            return VirtualThreads.USED;
        }
        return names.stream().anyMatch(CarrierNames::mayBeCarrierInKernel)
                ? VirtualThreads.PERHAPS
                : VirtualThreads.NOT_SEEN;
    }

    /** From the command line, else from the variables that add to it; off without either. */
    private static String nmt(ProcFiles proc, JavaCommand command) {
        String level = command.value(NmtStart.OPTION);
        for (String variable : List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS")) {
            String words = level == null ? proc.variable(variable) : null;
            if (words != null) {
                level = JavaCommand.value(List.of(words.split("\\s+", -1)), NmtStart.OPTION);
            }
        }
        return level == null ? "off" : level;
    }
}
