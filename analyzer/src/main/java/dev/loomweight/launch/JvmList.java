package dev.loomweight.launch;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.InputFile;
import dev.loomweight.capture.Proc;
import dev.loomweight.jvm.NmtStart;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Report;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lists the JVMs of this machine and finds the one that a user names. None of them is queried. */
public final class JvmList {

    private JvmList() {}

    /** Several JVMs are called what the user says; the message names them. */
    public static final class Ambiguous extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Ambiguous(String message) {
            super(message);
        }
    }

    /**
     * A table of all that can be seen.
     *
     * @throws DataException if there is none
     */
    public static Report report() {
        Proc.requireProcesses("the running JVMs");
        List<RunningJvm> all = RunningJvm.all();
        if (all.isEmpty()) {
            throw new DataException(
                    "no other JVM is visible; start one, or let loomweight start it: loomweight run" + " -- java ...");
        }
        Instant now = Instant.now();
        Table table = Rows.of(RunningJvm.class)
                // A name, not an amount: without marks for thousands.
                .text("pid", "Process", jvm -> Long.toString(jvm.pid()))
                .text("target", "Runs", jvm -> jvm.command().name())
                .text("jdk", "JDK", RunningJvm::version)
                .text(
                        "virtualThreads",
                        "Virtual threads",
                        jvm -> jvm.virtualThreads().words())
                .text("nmt", "NMT", RunningJvm::nmt)
                .column("uptime", "Up for", jvm -> uptime(jvm.started(), now))
                .text("user", "User", RunningJvm::user)
                .table(
                        "jvms",
                        "JVMs",
                        all,
                        List.of(
                                "Source: the kernel's figures, command lines and thread names; no JVM was queried. A JVM with"
                                        + " NMT off cannot report native memory by category; "
                                        + NmtStart.START_SUMMARY + "."));
        return new Report("record", "", List.of(new Section("jvms", "", List.of(table), List.of())));
    }

    private static Cell uptime(@Nullable Instant started, Instant now) {
        return started == null
                ? Cell.absent("")
                : new Cell.Nanos(Duration.between(started, now).toNanos());
    }

    /**
     * The JVM that a user names.
     *
     * @param word a process id, a main class with or without its package, or the name of a jar
     * @throws DataException if there is none, or the process is no JVM
     * @throws Ambiguous if there are several
     */
    public static RunningJvm find(String word) {
        Proc.requireProcesses(word.matches("\\d{1,9}") ? "process " + word : "the JVM of " + word);
        if (word.matches("\\d{1,9}")) {
            long pid = Long.parseLong(word);
            return RunningJvm.find(pid).orElseThrow(() -> new DataException(notOne(pid) + "; " + RunningJvm.LISTED));
        }
        List<RunningJvm> all = RunningJvm.all();
        return one(word, all)
                .orElseThrow(() -> new DataException("no JVM runs " + word
                        + (all.isEmpty() ? "; no other JVM is visible" : "; there are " + names(all))
                        + (InputFile.isJar(Path.of(word)) && Files.exists(Path.of(word))
                                ? "; as class files, name it with --classpath, next to an input"
                                : "")));
    }

    /**
     * The JVM that is called by a word, for one who may mean something else by it.
     *
     * @param word a main class with or without its package, or the name of a jar
     * @return nothing if no JVM is called so
     * @throws Ambiguous if there are several
     */
    public static Optional<RunningJvm> called(String word) {
        return one(word, RunningJvm.all());
    }

    private static Optional<RunningJvm> one(String word, List<RunningJvm> all) {
        List<RunningJvm> called =
                all.stream().filter(jvm -> isCalled(jvm, word)).toList();
        if (called.size() > 1) {
            throw new Ambiguous("several JVMs run " + word + ": " + names(called) + "; use the process id");
        }
        return called.stream().findFirst();
    }

    private static boolean isCalled(RunningJvm jvm, String word) {
        if (jvm.command().isCalled(word)) {
            return true;
        }
        try {
            // By another path to the jar than the one it was started with.
            Path jar = Path.of(word);
            return InputFile.isJar(jar)
                    && jvm.classPath().size() == 1
                    && Files.isSameFile(jar, Path.of(jvm.classPath().getFirst()));
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }

    private static String notOne(long pid) {
        ProcessState state = ProcessState.read(pid);
        if (ProcessHandle.of(pid).isEmpty()) {
            return "there is no process " + pid;
        }
        return state.hasEnded() && !state.words().isEmpty()
                ? "process " + pid + " is no longer a JVM: " + state.words()
                : "process " + pid + " is not a JVM, or the kernel does not show what it runs";
    }

    private static String names(List<RunningJvm> jvms) {
        return jvms.stream()
                .map(jvm -> jvm.pid() + " (" + jvm.command().name() + ")")
                .collect(Collectors.joining(", "));
    }
}
