package dev.loomweight.launch;

import dev.loomweight.amount.Quantity;
import dev.loomweight.capture.CaptureDriver;
import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.CrashLogs;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DiskGuard;
import dev.loomweight.capture.FolderTree;
import dev.loomweight.capture.PidsLimits;
import dev.loomweight.capture.Proc;
import dev.loomweight.capture.RecordingOptions;
import dev.loomweight.capture.RollingCapture;
import dev.loomweight.jvm.NmtStart;
import dev.loomweight.launch.group.OomKills;
import dev.loomweight.launch.printed.JvmLogs;
import dev.loomweight.launch.printed.PrintedErrors;
import dev.loomweight.times.RemoteCarriers;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs a user's own command under capture. The command has this program's standard input, output and error, and gets its
 * signals; whatever becomes of the capture, the command does not notice.
 */
public final class CommandRun {

    private static final long SECONDS_BEFORE_A_SIGNAL = 2;

    /** The same where carriers stand still: two short dumps show whether and why; a pod that is stopped has 30 s. */
    private static final long SECONDS_OF_STILL = 5;

    /** How long a command whose time is over has to end after SIGTERM. */
    private static final Duration TO_END = Duration.ofSeconds(20);

    private final List<String> words;
    private final CaptureRequest request;
    private final CaptureProgress progress;
    private final Confinement confinement;
    private final CaptureFolder folder;
    private final RollingCapture capture;
    private final LaunchPlan launch;
    private final Process process;
    private final FollowedJvm followed;
    private final DiskGuard disk;
    private final BlockingQueue<CountDownLatch> wishes = new LinkedBlockingQueue<>();
    private final OomKills kills = new OomKills();
    private final PidsLimits pids = new PidsLimits();
    private final PrintedErrors printed;
    private final AtomicInteger arrived = new AtomicInteger();
    private final AtomicInteger signals = new AtomicInteger();
    private volatile long signalledNanos;
    /** The exit status of the last one. */
    private volatile int signalled;

    private final long startedNanos = System.nanoTime();
    private final Instant began = Instant.now();
    private long peakResidentBytes;
    private long peakSharedBytes;
    private long endedNanos;

    /**
     * How it ended.
     *
     * @param status the command's exit status; 128 and the number of the signal where one ended it, or where the command
     *     is frozen and could not end by it
     * @param classPath the class path of the program, as far as its command line shows it
     * @param javaHome the home of the JDK that ran it, or null where that is not known
     * @param endedItself whether it ended before its time was over
     * @param kills how many processes of its control group the kernel killed for lack of memory meanwhile
     * @param peakResidentBytes the highest resident memory of the JVM, in bytes
     * @param peakSharedBytes the highest part of it that is shared, or mapped more than once, in bytes
     * @param ran how long it ran
     * @param captured whether there is a capture; where nothing was captured it was removed
     */
    public record CommandResult(
            int status,
            List<String> classPath,
            @Nullable Path javaHome,
            boolean endedItself,
            long kills,
            Quantity peakResidentBytes,
            long peakSharedBytes,
            Duration ran,
            boolean captured) {

        public CommandResult {
            classPath = List.copyOf(classPath);
        }
    }

    private CommandRun(
            List<String> words,
            CaptureRequest request,
            CaptureProgress progress,
            Confinement confinement,
            CaptureFolder folder) {
        this.words = List.copyOf(words);
        this.confinement = confinement;
        this.request = request;
        this.progress = progress;
        this.folder = folder;
        Path output = confinement.output();
        this.printed = output == null ? PrintedErrors.ofOwnStreams() : PrintedErrors.of(output);
        this.launch = launch();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("target", nameOf(words));
        facts.put("collector", "run");
        facts.put("stackDepthRecorded", RecordingOptions.STACK_DEPTH);
        // The command gets the environment of this process.
        facts.putAll(request.labelFacts(System.getenv()));
        this.capture = new RollingCapture(
                folder, FollowedJvm.MAX_SNAPSHOTS, request.snapshots().detail(), facts);
        this.disk = DiskGuard.of(folder.path(), request.minFreeBytes(), this::chunkBytes);
        this.process = start();
        this.followed = new FollowedJvm(process.toHandle(), capture, request, progress::remark);
    }

    /** The name of a command: the main class or jar after {@code java}, else the program. */
    public static String nameOf(List<String> command) {
        String program = command.get(0);
        return RunningJvm.isJava(program)
                ? JavaCommand.parse(command.subList(1, command.size())).name()
                : String.valueOf(Path.of(program).getFileName());
    }

    /**
     * Starts a command.
     *
     * @param words the words of the command, at least one
     * @param request what to capture
     * @param progress gets what the user must know, first of all the command that is run
     * @param confinement what to confine it to
     * @throws DataException if the capture cannot be made, the settings cannot be read, or the command cannot be started
     */
    public static CommandRun start(
            List<String> words, CaptureRequest request, CaptureProgress progress, Confinement confinement) {
        LaunchPlan.requireProgram(words);
        CaptureFolder folder = CaptureFolder.create(request.folder());
        try {
            return new CommandRun(words, request, progress, confinement, folder);
        } catch (DataException e) {
            boolean unused = folder.removeIfNothingCaptured();
            throw e;
        }
    }

    /**
     * Captures until the command has ended.
     *
     * @throws InterruptedException if the calling thread is interrupted; the command goes on, and the capture has ended
     */
    public CommandResult await() throws InterruptedException {
        return capture.capture(() -> "", this::follow);
    }

    private CommandResult follow() throws InterruptedException {
        try (followed) {
            captureWhileItRuns();
        }
        if (process.isAlive()) {
            return left();
        }
        int status = process.waitFor();
        Instant exited = Instant.now();
        lookAtGroup();
        end(status, exited);
        return outcome(status);
    }

    private void lookAtGroup() {
        kills.look(followed.pid());
        boolean unused = pids.look(followed.pid());
    }

    private void captureWhileItRuns() throws InterruptedException {
        // Wakes the loop at once instead of after its pause.
        var unused = process.onExit().thenRun(() -> wishes.add(new CountDownLatch(1)));
        while (process.isAlive() && !isLeft()) {
            CountDownLatch wish = wishes.poll(CaptureDriver.LOOK_MILLIS, TimeUnit.MILLISECONDS);
            try {
                lookAtGroup();
                lookAtMemory(new ProcFiles(followed.pid()));
                endInTime();
                look(wish != null && process.isAlive());
            } catch (DataException e) {
                giveUp("the capture ended: " + e.getMessage());
            }
            if (wish != null) {
                wish.countDown();
            }
        }
    }

    /**
     * Whether a signal for the command has been passed on in vain: its process is stopped by what this program cannot
     * undo, as by the freezer of a container. A command that runs takes as long to end as it likes.
     */
    private boolean isLeft() {
        if (signals.get() == 0 || !ProcessState.read(process.pid()).isStopped()) {
            return false;
        }
        return signals.get() > 1 || System.nanoTime() - signalledNanos > AnswerTimeout.STOPPED.toNanos();
    }

    private void lookAtMemory(ProcFiles proc) {
        peakResidentBytes = Math.max(peakResidentBytes, proc.peakResidentBytes());
        peakSharedBytes = Math.max(peakSharedBytes, proc.sharedBytes());
    }

    /** When its time is over, it gets SIGTERM once, and is killed if it has not ended some time after. */
    private void endInTime() throws InterruptedException {
        Duration longest = confinement.longest();
        if (longest == null) {
            return;
        }
        long over = System.nanoTime() - startedNanos - longest.toNanos();
        if (over > 0 && endedNanos == 0) {
            endedNanos = System.nanoTime();
            look(true);
            try {
                KillCommand.send("TERM", process.pid());
            } catch (IOException e) {
                process.destroy();
            }
        } else if (endedNanos != 0 && System.nanoTime() - endedNanos > TO_END.toNanos()) {
            process.destroyForcibly();
        }
    }

    private CommandResult left() {
        String why = "process " + process.pid() + " got a signal to end but could not end: "
                + ProcessState.read(process.pid()).words() + "; it is left as it is and will end once it runs again";
        giveUp(why);
        return outcome(signalled);
    }

    /**
     * A signal for this program: a last snapshot is taken, and a dump where carriers stand still, then the command gets it; a
     * second one at once. To be called on any thread but that
     * of {@link #await}; returns when the signal was sent. A command that is stopped, as by SIGSTOP, is continued,
     * since it could not end otherwise.
     *
     * @param name the signal's name, such as {@code TERM}
     * @param forward whether to pass it on; a terminal has sent its own to the command already
     */
    public void signal(String name, boolean forward) {
        CountDownLatch wish = new CountDownLatch(1);
        wishes.add(wish);
        try {
            // A JVM that hangs answers nothing, and must get its signal all the same.
            // Who sends a second one has waited for long enough.
            boolean unused = arrived.incrementAndGet() > 1
                    || ProcessState.read(process.pid()).isStopped()
                    || wish.await(
                            followed.standsStill() ? SECONDS_OF_STILL : SECONDS_BEFORE_A_SIGNAL, TimeUnit.SECONDS);
            if (forward && process.isAlive()) {
                KillCommand.send(name, process.pid());
            }
            if (process.isAlive() && ProcessState.read(process.pid()).isStopped()) {
                KillCommand.send("CONT", process.pid());
            }
            signalled = ExitStatus.ofSignal(name);
            signalledNanos = System.nanoTime();
            signals.incrementAndGet();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            process.destroy();
        }
    }

    private void look(boolean last) {
        if (!capture.course().isOpen() || !followed.runs()) {
            return;
        }
        followed.look();
        if (last) {
            followed.last();
        }
        if (disk.isNearlyFull()) {
            followed.stopRecording("loomweight");
            giveUp("the disk of " + folder.path() + " is nearly full: the capture ended, and the command continues");
        }
    }

    private void giveUp(String why) {
        followed.endCarriers();
        progress.remark(why);
        try {
            capture.end(CaptureEnd.stopped(why));
        } catch (DataException e) {
            // The manifest before it stays, and says that the capture runs.
        }
    }

    private void end(int status, Instant exited) {
        try {
            if (launch.toolOptions() != null) {
                chooseRecording();
            }
            JvmLogs.choose(folder, followed.innerPid());
            CrashLogs.put(
                    folder,
                    CrashLogs.lines(
                            Path.of("").toAbsolutePath(),
                            words,
                            followed.jvm() == null ? process.pid() : followed.innerPid(),
                            began));
            RemoteCarriers.nameByRecording(folder);
            folder.removeEmptyRepository();
            if (followed.jvm() == null && request.classes()) {
                // It ended before it could be asked: what its command says of it must do.
                capture.putAll(JvmFacts.classes(classPath(), launch.javaHome(), java()));
            }
            capture.exited(exited, status);
            capture.putAll(kills.facts());
            capture.putAll(pids.facts());
            List<PrintedErrors.Printed> errors = printed.found();
            if (!errors.isEmpty()) {
                capture.put(
                        "printedErrors",
                        errors.stream().map(PrintedErrors.Printed::facts).toList());
            }
            capture.end(kills.killed() > 0 && status == ExitStatus.KILLED ? kills.end() : CaptureEnd.COMPLETE);
        } catch (DataException e) {
            progress.remark(String.valueOf(e.getMessage()));
        }
    }

    /** Of the recordings of all JVMs below a script, that of the one that was followed is the capture's. */
    private void chooseRecording() {
        Path all = folder.resolve(CaptureFolder.RECORDINGS);
        try {
            List<Path> recordings = FolderTree.list(all);
            String mark = "-pid-" + followed.innerPid() + "-";
            Path own = recordings.stream()
                    .filter(path -> path.toString().contains(mark))
                    .findFirst()
                    .orElse(recordings.size() == 1 ? recordings.get(0) : null);
            if (own != null) {
                Files.move(own, folder.resolve(CaptureFolder.RECORDING));
                recordings.remove(own);
            }
            if (recordings.isEmpty()) {
                Files.delete(all);
            } else {
                progress.remark("the command started other JVMs too; their recordings are in " + all);
            }
        } catch (IOException e) {
            throw CaptureFolder.cannotWrite(all, e);
        }
    }

    private CommandResult outcome(int status) {
        RunningJvm jvm = followed.jvm();
        Path home = launch.javaHome();
        return new CommandResult(
                status,
                jvm == null ? classPath() : jvm.classPath(),
                home == null && jvm != null ? jvm.home() : home,
                endedNanos == 0,
                kills.killed(),
                peakResidentBytes > 0
                        ? Quantity.of(peakResidentBytes)
                        : Quantity.unknown("the process ended before it was looked at"),
                peakSharedBytes,
                Duration.ofNanos(System.nanoTime() - startedNanos),
                !folder.removeIfNothingCaptured());
    }

    /** What the command starts by itself; nothing where a script does. */
    private JavaCommand java() {
        return launch.toolOptions() == null
                ? JavaCommand.parse(words.subList(1, words.size()))
                : new JavaCommand(List.of(), List.of(), null);
    }

    private List<String> classPath() {
        return java().classPath(Path.of("").toAbsolutePath());
    }

    private LaunchPlan launch() {
        boolean wrapped = !RunningJvm.isJava(words.get(0));
        Path settings = RecordingOptions.writeSettings(
                folder,
                request.settings(),
                request.samples(),
                request.snapshots().parts());
        Path destination = folder.resolve(wrapped ? CaptureFolder.RECORDINGS : CaptureFolder.RECORDING);
        List<String> options = new ArrayList<>();
        options.add(request.snapshots().detail() ? NmtStart.DETAIL : NmtStart.SUMMARY);
        options.addAll(RecordingOptions.flags(
                folder,
                settings == null ? String.valueOf(request.settings()) : RecordingOptions.quoted(settings),
                destination));
        // Standard output is the application's: JFR would print there that it has started.
        options.add("-Xlog:jfr*=error");
        options.addAll(JvmLogs.options(folder));
        // Ready to be asked before its main method runs, and not by a signal.
        options.add("-XX:+StartAttachListener");
        if (wrapped) {
            try {
                Files.createDirectory(destination);
            } catch (IOException e) {
                throw CaptureFolder.cannotWrite(destination, e);
            }
        }
        return LaunchPlan.plan(words, options, System.getenv(LaunchPlan.VARIABLE));
    }

    private Process start() {
        if (launch.toolOptions() != null) {
            progress.remark(words.get(0) + " is not java: its JVMs get their options from " + LaunchPlan.VARIABLE
                    + ", which each of them reports on standard error");
        }
        progress.remark(launch.shown());
        if (!Proc.showsProcesses()) {
            progress.remark(Proc.absence()
                    + ", so that the JVM cannot be seen: no snapshots are taken; its recording is captured");
            capture.put("withoutSnapshots", Proc.absence());
        }
        String secrets = RecordingOptions.secretsWarning(request.settings(), folder.path());
        if (secrets != null) {
            progress.remark(secrets);
        }
        List<String> command = new ArrayList<>(confinement.prefix());
        command.addAll(launch.command());
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        Path output = confinement.output();
        if (output != null) {
            builder.redirectInput(new File("/dev/null"))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
        }
        if (!confinement.jvmOptions().isEmpty()) {
            builder.environment()
                    .merge(
                            Confinement.VARIABLE,
                            LaunchPlan.words(confinement.jvmOptions()),
                            (before, ours) -> before + " " + ours);
        }
        if (launch.toolOptions() != null) {
            builder.environment().put(LaunchPlan.VARIABLE, launch.toolOptions());
        }
        try {
            return builder.start();
        } catch (IOException e) {
            // That it is there was looked at before: it has no format that the system knows, or its interpreter is
            // missing.
            String why = String.valueOf(e.getMessage())
                    .replaceFirst("^Cannot run program \".*?\"[^:]*: ", "")
                    .strip();
            DataException failure =
                    new NotStarted("cannot start " + launch.command().get(0) + ": " + why, NotStarted.NOT_EXECUTABLE);
            capture.end(CaptureEnd.failed("", String.valueOf(failure.getMessage())));
            throw failure;
        }
    }

    /** At its end the JVM copies its chunks into the recording. */
    private long chunkBytes() {
        try {
            return FolderTree.walk(folder.resolve(CaptureFolder.REPOSITORY)).stream()
                    .mapToLong(path -> path.toFile().length())
                    .sum();
        } catch (IOException e) {
            return 0;
        }
    }
}
