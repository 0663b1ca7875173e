package dev.loomweight.command;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.Cgroup;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.HeldFolder;
import dev.loomweight.capture.Proc;
import dev.loomweight.capture.Unanswered;
import dev.loomweight.classfiles.TargetJdk;
import dev.loomweight.input.text.CarrierTimesText;
import dev.loomweight.input.text.CgroupText;
import dev.loomweight.input.text.ProcText;
import dev.loomweight.input.text.SchedulerText;
import dev.loomweight.input.text.nmt.NmtText;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.launch.Attached;
import dev.loomweight.launch.LiveCarriers;
import dev.loomweight.launch.LiveRecording;
import dev.loomweight.launch.LiveSnapshot;
import dev.loomweight.launch.ProcessState;
import dev.loomweight.launch.RunningJvm;
import dev.loomweight.launch.ThreadCount;
import dev.loomweight.live.LiveFigures;
import dev.loomweight.live.LiveState;
import dev.loomweight.memory.footprint.CountedOnce;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import dev.loomweight.sample.CaptureTexts.TargetClasses;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A running JVM, watched from outside: events from its repository, all other figures from diagnostic commands, which are
 * run less often if they are slow. No agent is loaded.
 */
final class WatchedJvm implements Watched {

    /** A command that takes longer is run ten times less often. */
    private static final Duration SLOW = Duration.ofMillis(50);

    /** Two dumps of a JVM with many threads take it seconds. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(30);

    private static final int RARELY = 10;
    private static final Pattern VERSION = Pattern.compile("(?m)^JDK ((\\d+)\\S*)");
    private static final Pattern COMMAND = Pattern.compile("(?m)^java_command: (\\S+)");
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneId.systemDefault());

    private final Attached jvm;
    private final String title;
    private final ClassPath classes;
    private final LiveRecording recording;
    private final FollowedRecording figures;
    private final Options given;
    private final Questions questions;
    private final LiveState state;
    private final LiveCarriers carriers;
    private @Nullable WatchedLook look;
    private long lookAt = System.nanoTime();
    private Duration betweenLooks = BETWEEN_LOOKS;
    private long asked;

    private WatchedJvm(
            Attached jvm,
            String title,
            ClassPath classes,
            LiveState state,
            LiveRecording recording,
            FollowedRecording figures,
            Options given) {
        this.jvm = jvm;
        this.title = title;
        this.classes = classes;
        this.recording = recording;
        this.figures = figures;
        this.given = given;
        this.questions = new Questions(jvm, state);
        this.state = state;
        this.carriers = LiveCarriers.follow(jvm.pid());
        state.process(jvm.pid());
    }

    static WatchedJvm attach(long pid, Options given, Consumer<String> waiting) {
        Attached jvm = Attached.attach(pid, waiting);
        ClassPath classes = ClassOptions.open(given, classes(pid, jvm));
        try {
            Matcher version = VERSION.matcher(jvm.run("VM.version"));
            boolean found = version.find();
            if (found && Integer.parseInt(version.group(2)) < TargetJdk.OLDEST) {
                throw new DataException("process " + pid + " runs Java " + version.group(1)
                        + ", which has no virtual threads; watch needs " + TargetJdk.OLDEST
                        + " or newer; use loomweight memory " + pid + " for its memory");
            }
            String command = jvm.run("VM.command_line");
            LiveState state = new LiveState(ClassOptions.pins(given, classes, 0), given.get(WINDOW));
            state.add(CarrierOptions.of(command));
            if (given.get(COUNT_THREADS)) {
                state.aliveBefore(ThreadCount.count(jvm));
            }
            String title = name(command) + ", process " + pid + (found ? ", JDK " + version.group(1) : "");
            WatchedJvm watched = follow(jvm, title, classes, state, given);
            // The figures say from now on that it does not answer.
            jvm.waitSilently();
            return watched;
        } catch (DataException e) {
            jvm.close();
            ClassOptions.close(classes);
            throw e;
        }
    }

    /** Where the classes of the target are, as its process and its own answers say. */
    private static List<TargetClasses> classes(long pid, Attached jvm) {
        return RunningJvm.find(pid)
                .map(found -> List.of(classes(found.askedBy(jvm))))
                .orElse(List.of());
    }

    private static TargetClasses classes(RunningJvm found) {
        boolean jar = found.command().isOfJar() && !found.classPath().isEmpty();
        return new TargetClasses(
                "process " + found.pid(),
                found.classPath(),
                found.home() == null ? null : found.home().toString(),
                jar || found.command().main() == null ? null : found.command().name(),
                jar ? found.classPath().getFirst() : null,
                null,
                found.version());
    }

    private static WatchedJvm follow(Attached jvm, String title, ClassPath classes, LiveState state, Options given) {
        boolean threadEvents = !given.get(NO_THREAD_EVENTS);
        Instant before = Instant.now();
        LiveRecording recording = LiveRecording.start(jvm, threadEvents);
        if (threadEvents) {
            state.countsThreads();
        }
        try {
            Interest interest = LiveState.INTEREST.without(NativeMemory.class);
            FollowedRecording figures =
                    FollowedRecording.follow(recording.openRepository(), before, interest, state, state::add);
            return new WatchedJvm(jvm, title, classes, state, recording, figures, given);
        } catch (DataException e) {
            recording.close();
            throw e;
        }
    }

    // Only the first word: the application's arguments follow, and can contain a password.
    private static String name(String command) {
        Matcher main = COMMAND.matcher(command);
        if (!main.find()) {
            return "a JVM";
        }
        return main.group(1).substring(main.group(1).lastIndexOf('/') + 1);
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public LiveFigures at(Instant time) {
        questions.ask();
        if (asked++ % RARELY == RARELY - 1 && !questions.isGone()) {
            // Another recorder in the JVM can move the repository: the agent does when its disk is nearly full.
            HeldFolder moved = recording.openMoved();
            if (moved != null) {
                figures.moveTo(moved);
            }
        }
        for (String text : carriers.newTexts()) {
            CarrierTimesText.parse(new StringReader(text), "carriers").forEach(state::add);
        }
        lookAtHeld();
        return figures.at(time);
    }

    /**
     * What holds carriers and has not ended is in no event: dumps show it, until they say why, and ever more seldom while
     * they do not.
     */
    private void lookAtHeld() {
        WatchedLook now = look;
        if (now != null && now.isOver()) {
            state.add(now.threads(), now.verdict());
            betweenLooks = now.verdict().isEmpty() ? betweenLooks.multipliedBy(2) : BETWEEN_LOOKS;
            look = null;
        } else if (now == null && System.nanoTime() >= lookAt && stopped().isEmpty() && state.wantsDumps()) {
            lookAt = System.nanoTime() + betweenLooks.toNanos();
            look = look(WatchedLook.At.HANG);
        }
    }

    @Override
    public List<String> hints() {
        List<String> hints = new ArrayList<>(figures.hints());
        stopped().ifPresent(hints::addFirst);
        return hints;
    }

    @Override
    public Optional<String> stopped() {
        return questions.stopped();
    }

    @Override
    public Optional<String> ended() {
        return !ProcessState.read(jvm.pid()).hasEnded() && !questions.isGone()
                ? Optional.empty()
                : Optional.of("Process " + jvm.pid() + " has ended; these are its last figures.");
    }

    @Override
    public WatchedLook look(WatchedLook.At at) {
        return WatchedLook.start(at, jvm.pid(), given);
    }

    @Override
    public Path dump() {
        Path folder = Path.of("watch-" + jvm.pid() + "-" + STAMP.format(Instant.now()) + ".lw");
        LiveSnapshot.take(jvm.pid(), folder);
        recording.dump(folder.resolve(CaptureFolder.RECORDING));
        return folder;
    }

    @Override
    public void close() {
        if (look != null) {
            look.close();
        }
        carriers.close();
        figures.close();
        recording.close();
        jvm.close();
        ClassOptions.close(classes);
    }

    /** The diagnostic commands and files that are read at each refresh. */
    private static final class Questions {
        private final Attached jvm;
        private final LiveState state;
        private final Query nmt;
        private final Query scheduler;
        private final Path status;
        private long asked;
        private boolean heapIsFile;
        private boolean gone;
        private @Nullable String stopped;

        private Questions(Attached jvm, LiveState state) {
            this.jvm = jvm;
            this.state = state;
            this.status = Proc.of(jvm.pid()).resolve("status");
            this.nmt = new Query(
                    "VM.native_memory summary scale=b",
                    (text, name) -> NmtText.parse(new StringReader(text), name).forEach(state::add));
            this.scheduler = new Query(
                    "Thread.vthread_scheduler",
                    (text, name) -> state.add(SchedulerText.parse(new StringReader(text), name)));
        }

        void ask() {
            try {
                if (Files.exists(status)) {
                    String text = Files.readString(status);
                    // A zombie has no memory.
                    gone |= !text.contains("VmRSS:");
                    state.add(ProcText.parseStatus(new StringReader(text), status.toString()));
                }
            } catch (IOException | DataException e) {
                // The process is ending; the next refresh detects it.
            }
            if (gone) {
                return;
            }
            ProcessState now = ProcessState.read(jvm.pid());
            stopped = now.isStopped() ? "Process " + jvm.pid() + " is not running: " + now.words() + "." : null;
            if (stopped != null) {
                // It cannot answer: the figures are the previous ones.
                return;
            }
            CgroupText.samples(Cgroup.figures(jvm.pid())).forEach(state::add);
            if (asked++ % RARELY == 0) {
                mappings();
            }
            stopped = nmt.ask(jvm);
            if (stopped == null) {
                stopped = scheduler.ask(jvm);
            }
        }

        /** The account of the mappings, of a JVM whose heap RSS can count several times: it takes the kernel a while. */
        private void mappings() {
            try {
                Path maps = status.resolveSibling("maps");
                if (asked == 1 && Files.exists(maps)) {
                    heapIsFile = CountedOnce.isHeapMapped(Files.readString(maps));
                }
                if (heapIsFile) {
                    Path smaps = status.resolveSibling("smaps");
                    state.add(ProcText.parseSmaps(new StringReader(Files.readString(smaps)), smaps.toString()));
                }
            } catch (IOException | DataException e) {
                // It ends, or belongs to another user: the kernel's own sum is shown.
            }
        }

        Optional<String> stopped() {
            return Optional.ofNullable(stopped);
        }

        boolean isGone() {
            return gone;
        }
    }

    /** One diagnostic command. */
    private static final class Query {
        private final String line;
        private final Answer answer;
        private int skip;

        private interface Answer {
            void read(String text, String name);
        }

        private Query(String line, Answer answer) {
            this.line = line;
            this.answer = answer;
        }

        /** Returns a sentence on why there is no answer; null if there is one, or if the command was skipped. */
        @Nullable
        String ask(Attached jvm) {
            if (skip > 0) {
                skip--;
                return null;
            }
            long before = System.nanoTime();
            try {
                answer.read(jvm.run(line), line);
                skip = System.nanoTime() - before > SLOW.toNanos() ? RARELY : 0;
            } catch (Unanswered e) {
                skip = RARELY;
                String said = String.valueOf(e.getMessage());
                return Character.toUpperCase(said.charAt(0)) + said.substring(1) + ".";
            } catch (DataException e) {
                // This JDK does not have the command, NMT is off, or the process is ending.
                skip = RARELY;
            }
            return null;
        }
    }
}
