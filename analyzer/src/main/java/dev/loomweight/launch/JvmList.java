package dev.loomweight.launch;

import dev.loomweight.capture.DataException;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** The JVMs of this machine: which there are, and which one a user means by a word. None of them is asked anything. */
public final class JvmList {

    private static final List<Column> COLUMNS = List.of(
            Column.of("pid", "Process"),
            Column.of("target", "What it runs"),
            Column.of("jdk", "JDK"),
            Column.of("virtualThreads", "Virtual threads"),
            Column.of("nmt", "NMT"),
            Column.of("uptime", "Up for"),
            Column.of("user", "User"));

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
        List<RunningJvm> all = RunningJvm.all();
        if (all.isEmpty()) {
            throw new DataException("no JVM can be seen but this one; start one, or let loomweight start it:"
                    + " loomweight run -- java ...");
        }
        Instant now = Instant.now();
        Table table = new Table(
                "jvms",
                "JVMs",
                COLUMNS,
                all.stream().map(jvm -> row(jvm, now)).toList(),
                List.of("By the kernel's figures, the command line and the names of threads: none was asked. A JVM"
                        + " whose NMT is off cannot tell native memory by category; it is switched on at the"
                        + " start, by -XX:NativeMemoryTracking=summary."));
        return new Report("record", "", List.of(new Section("jvms", "", List.of(table), List.of())));
    }

    private static Row row(RunningJvm jvm, Instant now) {
        Instant started = jvm.started();
        return Row.of(
                // A name, not an amount: without marks for thousands.
                Cell.text(Long.toString(jvm.pid())),
                Cell.text(jvm.command().name()),
                Cell.text(jvm.version()),
                Cell.text(jvm.virtualThreads().words()),
                Cell.text(jvm.nmt()),
                started == null
                        ? Cell.absent("")
                        : new Cell.Nanos(Duration.between(started, now).toNanos()),
                Cell.text(jvm.user()));
    }

    /**
     * The JVM that a word stands for.
     *
     * @param word the number of a process, a main class with its package or without, or a jar's name
     * @throws DataException if there is none, or the process is no JVM
     * @throws Ambiguous if there are several
     */
    public static RunningJvm find(String word) {
        if (word.matches("\\d{1,9}")) {
            long pid = Long.parseLong(word);
            return RunningJvm.find(pid)
                    .orElseThrow(() -> new DataException(
                            notOne(pid) + "; loomweight record without arguments lists the JVMs that there are"));
        }
        List<RunningJvm> all = RunningJvm.all();
        List<RunningJvm> called =
                all.stream().filter(jvm -> jvm.command().isCalled(word)).toList();
        if (called.size() > 1) {
            throw new Ambiguous("several JVMs run " + word + ": " + names(called) + "; name one by its number");
        }
        if (called.isEmpty()) {
            throw new DataException("no JVM runs " + word
                    + (all.isEmpty() ? "; none can be seen but this one" : "; there are " + names(all)));
        }
        return called.getFirst();
    }

    private static String notOne(long pid) {
        ProcessState state = ProcessState.read(pid);
        if (ProcessHandle.of(pid).isEmpty()) {
            return "there is no process " + pid;
        }
        return state.hasEnded() && !state.words().isEmpty()
                ? "process " + pid + " is no JVM any more: " + state.words()
                : "process " + pid + " is no JVM, or the kernel does not tell what it runs";
    }

    private static String names(List<RunningJvm> jvms) {
        return jvms.stream()
                .map(jvm -> jvm.pid() + " (" + jvm.command().name() + ")")
                .collect(Collectors.joining(", "));
    }
}
