package dev.loomweight.command;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.InputFile;
import dev.loomweight.command.InputOptions.NmtLevel;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.capture.TemporaryFolder;
import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.FoldedUnits;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.launch.JvmList;
import dev.loomweight.launch.LiveSnapshot;
import dev.loomweight.launch.RunningJvm;
import dev.loomweight.launch.TargetOwners;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.sample.CaptureTexts.TargetClasses;
import dev.loomweight.sample.Origin.Instrument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a command reads, open until it is closed: captures, recordings and texts, and the application's class
 * files. Of a running JVM, by its process id, main class or jar, a snapshot is taken into a temporary capture, which is
 * removed on close.
 */
final class CommandInputs implements AutoCloseable {

    private final Options given;
    private final List<TargetClasses> targets = new ArrayList<>();
    private @Nullable ClassPath classes;
    private @Nullable LiveCapture live;
    private @Nullable CommandInputs later;
    private @Nullable TemporaryFolder temporary;
    private final List<Inputs> opened = new ArrayList<>();
    private final Map<Path, FoldedUnits> folds = new LinkedHashMap<>();
    private int stated;

    /**
     * Opens nothing yet.
     *
     * @param given how inputs are read, and where the class files are; where it does not say so, the inputs may name them
     */
    CommandInputs(Options given) {
        this.given = given;
    }

    /** From now on running JVMs are captured for a while instead of looked at once. */
    void capturing(LiveCapture capture) {
        live = capture;
    }

    /**
     * The inputs of an earlier build, to be opened before its options are asked for. Where neither the user nor they name
     * class files, those of the later one are.
     */
    CommandInputs earlier() {
        CommandInputs earlier = new CommandInputs(given);
        earlier.later = this;
        return earlier;
    }

    /**
     * The options of the analyses of pins, with the class files: those that the user names, or that the inputs which were
     * opened before name.
     *
     * @throws DataException if the JDK of the request cannot be read
     */
    PinOptions pinOptions() {
        return pinOptions(given);
    }

    /** The same for pins of at least that length alone. */
    PinOptions pinOptions(Duration least) {
        return pinOptions(given.with(PinOptions.Filter.LONGER, least));
    }

    private PinOptions pinOptions(Options of) {
        Options asked = later == null ? of : ClassOptions.earlier(of, targets);
        ClassPath known = classes;
        if (known == null) {
            known = ClassOptions.open(asked, later == null ? targets : ClassOptions.targets(targets, later.targets));
            classes = known;
            known.openAhead();
        }
        return ClassOptions.pins(asked, known, stated);
    }

    /**
     * Opens inputs.
     *
     * @param named files and folders, {@link Inputs#STANDARD_INPUT}, running JVMs: their process ids, main classes or jars
     * @param progress gets what is waited for
     * @throws DataException if one of them does not exist or holds nothing that can be read, if a process does not
     *     answer, or if it does not track native memory as it is asked for
     */
    Inputs open(List<Path> named, ReadingProgress progress) {
        boolean agent = given.get(InputOptions.AGENT);
        NmtLevel nmt = given.find(InputOptions.NMT);
        List<Path> paths = new ArrayList<>();
        // One that is named twice is looked at once; the inputs say so.
        Map<Long, Path> snapshots = new HashMap<>();
        Map<Path, String> names = new HashMap<>();
        for (Path path : named) {
            long pid = processOf(path);
            if (pid != 0 && !snapshots.containsKey(pid)) {
                Path snapshot = snapshot(pid, nmt, progress);
                if (agent) {
                    owners(pid, snapshot, progress);
                }
                snapshots.put(pid, snapshot);
                names.put(snapshot, "process " + pid);
            }
            paths.add(snapshots.getOrDefault(pid, path));
        }
        if (agent && snapshots.isEmpty()) {
            throw new DataException("--agent is for running JVMs, and none is named");
        }
        if (nmt != null && snapshots.isEmpty()) {
            throw new DataException(
                    "--nmt " + nmt + " is for running JVMs, and none is named; a file has what was asked"
                            + " for when it was written");
        }
        // JDK Mission Control's rules read events, too.
        boolean events = given.get(InputOptions.JMC_RULES) || PinOptions.Filter.optionOfEvents(given) != null;
        Inputs inputs =
                Inputs.open(paths, names, InputOptions.reader(given), given.get(InputOptions.MAX_UNPACKED, 0L), events);
        opened.add(inputs);
        folded(inputs);
        targets.addAll(inputs.classes());
        return inputs;
    }

    /** Whether all that was opened has its events one by one, which fold files do not. */
    boolean isOfEvents() {
        return folds.isEmpty() && (later == null || later.isOfEvents());
    }

    /** Takes what fold files say of themselves, and refuses what they cannot answer. */
    private void folded(Inputs inputs) {
        folds.putAll(inputs.folds());
        int carriers = given.get(ClassOptions.CARRIERS, 0);
        for (Map.Entry<Path, FoldedUnits> fold : inputs.folds().entrySet()) {
            String option = PinOptions.Filter.optionOfEvents(given);
            if (option != null) {
                throw new DataException(fold.getKey() + " is a fold, in which pins are counted by stack, so that "
                        + option + " cannot choose among them; name the recordings");
            }
            for (FoldUnit unit : fold.getValue().units()) {
                stated = Math.max(stated, unit.head().statedCarriers());
                if (carriers > 0 && unit.head().statedCarriers() != carriers) {
                    throw new DataException(fold.getKey() + " is a fold that was made "
                            + (unit.head().statedCarriers() == 0
                                    ? "without --carriers"
                                    : "with --carriers " + unit.head().statedCarriers())
                            + "; fold the recordings again with --carriers " + carriers);
                }
            }
        }
    }

    /** The title of a report on some of the paths: of a fold file, what was folded. */
    String title(List<Path> paths) {
        Set<String> named = new LinkedHashSet<>();
        for (Path path : paths) {
            FoldedUnits units = folds.get(path);
            if (units == null) {
                named.add(path.toString());
            } else {
                named.addAll(FoldFile.named(units));
            }
        }
        return String.join(", ", named);
    }

    /** The first fold file that was opened, or null. */
    @Nullable
    Path fold() {
        return folds.isEmpty() ? null : folds.keySet().iterator().next();
    }

    /**
     * Opens what must be one capture, recording, text or folder of recordings, whose processes are taken together.
     *
     * @throws DataException as {@link #open}, and if it holds several captures
     */
    Inputs openOne(Path named, ReadingProgress progress) {
        Inputs inputs = open(List.of(named), progress);
        long subjects = inputs.sources().stream()
                .filter(source -> source.hasContent() && source.origin().instrument() != Instrument.JFR)
                .map(source -> source.origin().subject())
                .distinct()
                .count();
        if (subjects > 1) {
            Path one = Path.of(inputs.sources().getFirst().origin().file()).getParent();
            throw new DataException(named + " holds " + subjects + " captures; name one of them, such as " + one);
        }
        return inputs;
    }

    /** The process of the running JVM that a user names; 0 for what is an input, or nothing. */
    static long processOf(Path path) {
        String word = path.toString();
        if (InputFile.isJar(path)) {
            return JvmList.find(word).pid();
        }
        if (word.isEmpty() || path.equals(Inputs.STANDARD_INPUT) || Files.exists(path)) {
            return 0;
        }
        return word.matches("\\d{1,9}")
                ? Long.parseLong(word)
                : JvmList.called(word).map(RunningJvm::pid).orElse(0L);
    }

    /** Has the agent add who owns locks; where it cannot, what was captured answers the question without it. */
    private void owners(long pid, Path snapshot, ReadingProgress progress) {
        try {
            TargetOwners.write(pid, InputOptions.agentJar(given), snapshot, progress::waiting);
        } catch (DataException e) {
            String why = String.valueOf(e.getMessage()).replaceFirst("\\.$", "");
            String without = why + "; the answer is from what was captured without the agent";
            if (live == null) {
                progress.waiting(without);
            } else {
                live.remark(without);
            }
        }
    }

    private Path snapshot(long pid, @Nullable NmtLevel nmt, ReadingProgress progress) {
        if (live != null) {
            return live.capture(pid, folderOf(pid), temporary());
        }
        List<Path> made = new ArrayList<>();
        LiveSnapshot.take(pid, nmt == null ? null : nmt == NmtLevel.DETAIL, progress::waiting, () -> {
            made.add(folderOf(pid));
            return temporary().make(CaptureFolder::create, made.getFirst());
        });
        return made.getFirst();
    }

    private Path folderOf(long pid) {
        try {
            return temporary().path().resolve(pid + ".lw");
        } catch (IOException e) {
            throw new DataException("cannot create a temporary folder: " + e.getMessage(), e);
        }
    }

    private TemporaryFolder temporary() {
        TemporaryFolder made = temporary;
        if (made == null) {
            made = new TemporaryFolder();
            temporary = made;
        }
        return made;
    }

    @Override
    public void close() {
        opened.forEach(Inputs::close);
        if (temporary != null) {
            temporary.close();
        }
        if (classes != null) {
            ClassOptions.close(classes);
        }
    }
}
