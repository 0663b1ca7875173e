package dev.loomweight.launch;

import dev.loomweight.capture.CaptureDriver;
import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.capture.Cgroup;
import dev.loomweight.capture.Proc;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The state of a process at a moment, as the kernel reports it: from {@code /proc/PID/stat} (proc(5)) and the freezer of its
 * control group. Reading it never waits for the process. Where there is no {@code /proc}, a process that is there runs.
 *
 * @param kind what it does
 * @param cpuTicks the processor time that it has used, in clock ticks, without {@code /proc} in milliseconds: a figure
 *     that grows while it runs; 0 if that is not known
 * @param words for people: the source and what to do; empty for a process that runs or has ended
 * @param exitStatus of one that has ended, as a shell has it (128 and the number of a signal); null where it is not known,
 *     as of one whose parent has read it
 */
public record ProcessState(
        Kind kind, long cpuTicks, String words, @Nullable Integer exitStatus) {

    /** What a process can be doing. */
    public enum Kind {
        /** It runs, or waits for something that will come. */
        RUNS,
        /** It does not run until it is continued: by a signal, by its tracer, by its control group. */
        STOPPED,
        /** It is not there, or all that is left of it is an exit status for which its parent has not asked. */
        ENDED
    }

    private static final ProcessState GONE = new ProcessState(Kind.ENDED, 0, "", null);

    // In /proc/PID/stat, counted from the state, which follows the program's name.
    private static final int PARENT = 1;
    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;
    private static final int EXIT_CODE = 49;
    /** In an exit code as waitpid(2) gives it: the signal; above it, one bit for a core dump, then the status. */
    private static final int SIGNAL = 0x7f;

    private static final int STATUS_SHIFT = 8;

    /** The state now. */
    public static ProcessState read(long pid) {
        Path proc = Proc.of(pid);
        String stat;
        try {
            stat = Files.readString(proc.resolve("stat"), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            return withoutProc(pid);
        } catch (IOException e) {
            // ESRCH: it ended between the opening and the reading.
            return GONE;
        }
        // The program's name is in brackets and can hold anything.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        long ticks = Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]);
        return switch (fields[0].charAt(0)) {
            case 'Z', 'X' ->
                hasOtherThreads(proc) ? runs(pid, ticks) : zombie(pid, fields[PARENT], exitStatus(proc, fields));
            case 'T' ->
                stopped(ticks, "it is stopped (state T in /proc/" + pid + "/stat); continue it with kill -CONT " + pid);
            case 't' ->
                stopped(
                        ticks,
                        "it is stopped by its tracer, process " + tracer(proc) + " (state t in /proc/" + pid
                                + "/stat); the tracer, such as a debugger, must continue it");
            default -> runs(pid, ticks);
        };
    }

    private static ProcessState withoutProc(long pid) {
        if (Proc.isThere()) {
            return GONE;
        }
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .map(process -> new ProcessState(Kind.RUNS, cpuMillis(process), "", null))
                .orElse(GONE);
    }

    private static long cpuMillis(ProcessHandle process) {
        return process.info().totalCpuDuration().map(Duration::toMillis).orElse(0L);
    }

    private static ProcessState stopped(long ticks, String words) {
        return new ProcessState(Kind.STOPPED, ticks, words, null);
    }

    /** The kernel shows 0 to those who may not look into the process: that is no status. */
    private static @Nullable Integer exitStatus(Path proc, String[] fields) {
        int code = fields.length > EXIT_CODE ? Integer.parseInt(fields[EXIT_CODE].strip()) : 0;
        if (code == 0 && !mayLookInto(proc)) {
            return null;
        }
        int signal = code & SIGNAL;
        return signal == 0 ? code >> STATUS_SHIFT : Integer.valueOf(ExitStatus.ofSignal(signal));
    }

    /** By the file that the kernel refuses for the same reason. */
    private static boolean mayLookInto(Path proc) {
        try {
            return !Files.readString(proc.resolve("io")).isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    private static ProcessState zombie(long pid, String parent, @Nullable Integer exitStatus) {
        return new ProcessState(
                Kind.ENDED,
                0,
                "it has ended, and process " + parent + ", its parent, has not read its exit status (state Z in"
                        + " /proc/" + pid + "/stat)",
                exitStatus);
    }

    /** A frozen process looks as if it waited (version 1: state D, version 2: state S). */
    private static ProcessState runs(long pid, long ticks) {
        String frozen = Cgroup.frozen(pid);
        return frozen == null
                ? new ProcessState(Kind.RUNS, ticks, "", null)
                : stopped(
                        ticks,
                        "its control group " + frozen + " is frozen, for example by docker pause; continue it with"
                                + " docker unpause or similar");
    }

    /** Whether it has ended; a process whose parent does not ask for its exit status has. */
    public boolean hasEnded() {
        return kind == Kind.ENDED;
    }

    /** Whether it is stopped, so that it cannot answer. */
    public boolean isStopped() {
        return kind == Kind.STOPPED;
    }

    /**
     * What a capture is to make of it.
     *
     * @param end what ends the capture, or null
     */
    CaptureDriver.Seen ending(@Nullable CaptureEnd end) {
        return new CaptureDriver.Seen(end, isStopped() ? words : null);
    }

    /** Whether a process that was started as this one runs still: it has not ended, and its number is not another's. */
    public static boolean isAlive(ProcessHandle process) {
        return process.isAlive() && !read(process.pid()).hasEnded();
    }

    /** How many threads of a process wait where no signal reaches them, as for a disk (state D). */
    static long threadsWaitingForDevices(long pid) {
        try (Stream<Path> tasks = Files.list(Proc.of(pid).resolve("task"))) {
            return tasks.filter(task -> letter(task) == 'D').count();
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }

    private static char letter(Path task) {
        try {
            String stat = Files.readString(task.resolve("stat"), StandardCharsets.ISO_8859_1);
            return stat.charAt(stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return '?';
        }
    }

    /** A program whose first thread has ended is no zombie as long as others run. */
    private static boolean hasOtherThreads(Path proc) {
        try (Stream<Path> tasks = Files.list(proc.resolve("task"))) {
            return tasks.anyMatch(task -> "ZX?".indexOf(letter(task)) < 0);
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    private static String tracer(Path proc) {
        List<String> number = Proc.status(proc, "TracerPid:");
        return number.isEmpty() ? "?" : number.getFirst();
    }
}
