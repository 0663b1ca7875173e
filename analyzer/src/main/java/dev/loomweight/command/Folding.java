package dev.loomweight.command;

import dev.loomweight.capture.SetSizes;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.fold.KeptSamples;
import dev.loomweight.fold.OfFold;
import dev.loomweight.fold.SamplesKept;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.FoldedSource;
import dev.loomweight.input.folded.UnitHead;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.memory.reconcile.KeptFigures;
import dev.loomweight.pins.carriers.VirtualThreadCounts;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.TargetClasses;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.EventKind;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads inputs once and makes the folds of their processes. */
final class Folding {

    /** What is few, and kept as it is: all that is no event. */
    static final Interest KEPT = Interest.in(Sample.kinds().stream()
                    .filter(kind -> EventKind.in(Interest.in(kind)).isEmpty())
                    .toList())
            .thoroughly(DumpedThreads.class);

    /** Of a command line, what analyses ask for; the rest can hold a password. */
    private static final Pattern OPTION =
            Pattern.compile("-XX:[+-]\\w+|-XX:ActiveProcessorCount=\\S+|-XX:CompileCommand=dontinline.*"
                    + "|-Djdk\\.virtualThreadScheduler\\.\\w+=\\S+|-Djdk\\.tracePinnedThreads(=.*)?|-X(ms|mx|ss)\\w+"
                    + "|-XX:(" + String.join("|", SetSizes.FLAGS) + ")=\\w+");

    private final Inputs inputs;
    private final List<Path> paths;
    private final Map<String, String> labels;
    private final int carriers;
    private final List<String> problems = new ArrayList<>();

    Folding(Inputs inputs, List<Path> paths, Map<String, String> labels, int carriers) {
        this.inputs = inputs;
        this.paths = List.copyOf(paths);
        this.labels = Map.copyOf(labels);
        this.carriers = carriers;
    }

    /**
     * The subjects of which fold files hold the state.
     *
     * @param carriers how many carriers there were, or 0 where the inputs say it
     */
    static List<Subject<?, ?>> states(int carriers) {
        PinOptions all = new PinOptions(PinOptions.NONE.code(), List.of(), PinOptions.Filter.ALL, carriers);
        return Subjects.stored(all);
    }

    /** What fold files hold of what is in no state. */
    static List<SamplesKept<?>> samples() {
        return List.of(new KeptFigures(), new KeptSamples(KEPT, Folding::withoutSecrets));
    }

    /** Why inputs could not be read, one line each. */
    List<String> problems() {
        return problems;
    }

    private static Sample withoutSecrets(Sample sample) {
        if (!(sample instanceof CaptureInfo info)) {
            return sample;
        }
        List<String> command = new ArrayList<>();
        for (String word : info.command()) {
            // The first is the JVM itself.
            if (command.isEmpty() || OPTION.matcher(word).matches()) {
                command.add(word);
            }
        }
        return new CaptureInfo(
                info.target(),
                info.jdk(),
                info.pid(),
                info.started(),
                command,
                info.threads(),
                info.status(),
                info.run(),
                info.end(),
                info.dumpBudget());
    }

    /** The folds, in no order. */
    List<FoldUnit> run(ReadingProgress progress) {
        Set<FoldUnit> folded = new LinkedHashSet<>();
        List<FoldedInput> read = new ArrayList<>();
        for (Source source : inputs.sources()) {
            // The folds in a capture are parts of its one fold.
            if (source instanceof FoldedSource of && !of.isOfCapture()) {
                folded.add(of.unit().labelled(labels));
            } else {
                read.add(new FoldedInput(source));
            }
        }
        List<Subject<?, ?>> states = states(carriers);
        List<SamplesKept<?>> samples = samples();
        List<OfFold<?>> folds = new ArrayList<>(states);
        folds.addAll(samples);
        folds.add(new VirtualThreadCounts());
        FoldRun run = FoldRun.read(folds, read, progress);
        problems.addAll(run.problems());
        Map<String, OfProcess> processes = new LinkedHashMap<>();
        for (FoldedInput source : read) {
            processes.computeIfAbsent(source.origin().subject(), OfProcess::new).add(source);
        }
        states.forEach(state -> addStates(run, state, processes));
        samples.forEach(kept -> addSamples(run, kept, processes));
        List<FoldUnit> units = new ArrayList<>(folded);
        processes.values().forEach(process -> units.add(process.build()));
        return units;
    }

    private static <A> void addStates(FoldRun run, Subject<A, ?> state, Map<String, OfProcess> processes) {
        state.parts(run.result(state)).forEach((subject, parts) -> {
            OfProcess process = processes.get(subject);
            if (process != null) {
                process.unit.add(parts);
            }
        });
    }

    private static <A> void addSamples(FoldRun run, SamplesKept<A> kept, Map<String, OfProcess> processes) {
        kept.samples(run.of(kept), (origin, sample) -> {
            OfProcess process = processes.get(origin.subject());
            if (process != null) {
                process.add(origin, sample);
            }
        });
    }

    /** What the user named with which an input came. */
    private String pathOf(String file) {
        for (Path path : paths) {
            String shown = path.toString();
            if (file.equals(shown)
                    || file.startsWith(shown + path.getFileSystem().getSeparator())) {
                return shown;
            }
        }
        return paths.contains(Inputs.STANDARD_INPUT) && file.equals("standard input")
                ? "-"
                : paths.getLast().toString();
    }

    /** The inputs and samples of one process. */
    private final class OfProcess {
        private final String subject;
        private final List<FoldedInput> sources = new ArrayList<>();
        private final FoldUnit.Builder unit = new FoldUnit.Builder();
        private final Set<RecordedJvm> jvms = new HashSet<>();
        private boolean run;

        private OfProcess(String subject) {
            this.subject = subject;
        }

        private void add(FoldedInput source) {
            sources.add(source);
            unit.add(source.origin());
        }

        private void add(Origin origin, Sample sample) {
            run |= sample instanceof CaptureInfo info && info.run() != null;
            if (sample instanceof RecordedJvm jvm) {
                jvms.add(jvm);
            }
            unit.add(origin, sample);
        }

        private FoldUnit build() {
            List<Origin> origins = unit.origins();
            Set<String> named = new LinkedHashSet<>();
            sources.forEach(source -> named.add(pathOf(source.origin().file())));
            List<String> names = inputs.namesOf(subject);
            UnitHead.Naming naming = names.isEmpty()
                    ? UnitHead.Naming.FIXED
                    : inputs.isOfRecordings(subject) ? UnitHead.Naming.RECORDING : UnitHead.Naming.NUMBERED;
            return unit.build(new UnitHead(
                    List.copyOf(named),
                    rank(named.iterator().next()),
                    labels(),
                    naming,
                    names.isEmpty() ? List.of(subject) : names,
                    inputs.isSecondary(subject),
                    run,
                    carriers,
                    sources.stream().map(source -> source.input(origins)).toList(),
                    sources.stream().flatMap(read -> read.chunks()).toList(),
                    UnitHead.Jvm.of(
                            jvms,
                            sources.stream()
                                    .flatMapToLong(read -> read.clockNanos().stream())
                                    .min()
                                    .orElse(0)),
                    origins,
                    inputs.classes().stream().filter(this::isOfThese).toList()));
        }

        /** Those that the user gives win over those of the capture. */
        private Map<String, String> labels() {
            Map<String, String> all = new TreeMap<>(inputs.labels(this::isAroundThese));
            all.putAll(labels);
            return all;
        }

        /** Whether class files were named by the capture that one of these inputs is in. */
        private boolean isOfThese(TargetClasses classes) {
            return isAroundThese(classes.named());
        }

        private boolean isAroundThese(String manifest) {
            Path capture = Path.of(manifest).toAbsolutePath().getParent();
            return capture != null
                    && sources.stream()
                            .anyMatch(source -> Path.of(source.origin().file())
                                    .toAbsolutePath()
                                    .startsWith(capture));
        }

        /** Its place among what came with a path. */
        private int rank(String path) {
            int rank = 0;
            for (Source source : inputs.sources()) {
                if (source.origin().subject().equals(subject)) {
                    break;
                }
                rank += pathOf(source.origin().file()).equals(path) ? 1 : 0;
            }
            return rank;
        }
    }
}
