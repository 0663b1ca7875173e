package dev.loomweight.input.capture;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.HeldFolder;
import dev.loomweight.capture.InputFile;
import dev.loomweight.input.Source;
import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.FoldedSource;
import dev.loomweight.input.folded.FoldedUnits;
import dev.loomweight.input.folded.UnitHead;
import dev.loomweight.input.heap.HeapSource;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.input.text.TextSource;
import dev.loomweight.sample.ExperimentRun;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.TargetClasses;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The inputs that a user names: captures, recordings, folders of either, texts, and any of them compressed. Each becomes
 * its sources, which can be read until the inputs are closed. What several of them have in common is read once.
 */
public final class Inputs implements AutoCloseable {

    /** Stands for standard input. */
    public static final Path STANDARD_INPUT = Path.of("-");

    private static final int DEEPEST_PACKING = 3;

    private List<Source> sources = new ArrayList<>();
    private final FoundRecordings recordings;
    private final Map<String, Integer> subjects = new LinkedHashMap<>();
    private final Unpacked unpacked;
    // The subjects of captures that repeat another, or are of JVMs that only observed.
    private final Set<String> secondary = new HashSet<>();
    private final Repeats repeats = new Repeats();
    private final Map<String, TargetClasses> classes = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> labels = new LinkedHashMap<>();
    // By what a process is called, what it would be called alone.
    private final Map<String, String> bases = new HashMap<>();
    private final Map<Path, FoldedUnits> folds = new LinkedHashMap<>();
    private final Set<FoldUnit> units = new HashSet<>();
    private boolean readsStandardInput;
    private int runs;
    private int others;

    private Inputs(ReaderChoice reader, long maxUnpackedBytes) {
        this.recordings = new FoundRecordings(reader);
        this.unpacked = new Unpacked(new UnpackLimit(maxUnpackedBytes));
    }

    /**
     * The sources of some paths, in the order of the paths.
     *
     * @param paths files and folders; {@link #STANDARD_INPUT} for standard input
     * @param reader reads the recordings
     * @throws DataException if a path does not exist, or is a folder without inputs
     */
    public static Inputs open(List<Path> paths, ReaderChoice reader) {
        return open(paths, reader, 0);
    }

    /**
     * The sources of some paths, with a limit on unpacked bytes.
     *
     * @param maxUnpackedBytes the maximum of compressed files and standard input together, in bytes; 0 for {@link
     *     UnpackLimit#USUAL_BYTES}, and less for small files
     * @throws DataException if a path does not exist, is a folder without inputs, or holds more
     */
    public static Inputs open(List<Path> paths, ReaderChoice reader, long maxUnpackedBytes) {
        return open(paths, Map.of(), reader, maxUnpackedBytes);
    }

    /**
     * The same, where messages call some of the paths by other names.
     *
     * @param names what messages call a path, of those that the user has not named as they are
     * @throws DataException as above
     */
    public static Inputs open(List<Path> paths, Map<Path, String> names, ReaderChoice reader, long maxUnpackedBytes) {
        return open(paths, names, reader, maxUnpackedBytes, false);
    }

    /**
     * The same for those who ask for single events.
     *
     * @param events whether they do: what captures have as folds, which have no events, is then left out with a note, and
     *     recordings are read whether or not there is a fold of them
     * @throws DataException as above
     */
    public static Inputs open(
            List<Path> paths, Map<Path, String> names, ReaderChoice reader, long maxUnpackedBytes, boolean events) {
        Inputs inputs = new Inputs(reader, maxUnpackedBytes);
        try {
            paths.forEach(path -> inputs.add(new Place(path, names.getOrDefault(path, path.toString()), "")));
            inputs.sources = inputs.recordings.resolve(inputs.repeats.resolve(inputs.sources), events, inputs::unique);
        } catch (RuntimeException e) {
            inputs.close();
            throw e;
        }
        return inputs;
    }

    /** The sources, in the order of the paths. */
    public List<Source> sources() {
        return Collections.unmodifiableList(sources);
    }

    /**
     * Where the captures say that the classes of their targets are, in the order of the paths; also those that a named
     * recording or snapshot lies in. Nothing of it is checked.
     */
    public List<TargetClasses> classes() {
        return List.copyOf(classes.values());
    }

    /**
     * What captures say that they are of, such as service and version, by name; also those that a named recording or
     * snapshot lies in. Of several captures, the first that has a label says it.
     *
     * @param wanted which captures, by the paths of their manifests
     */
    public Map<String, String> labels(Predicate<String> wanted) {
        Map<String, String> all = new TreeMap<>();
        labels.forEach((manifest, of) -> {
            if (wanted.test(manifest)) {
                of.forEach(all::putIfAbsent);
            }
        });
        return all;
    }

    private void add(CaptureManifest manifest) {
        add(manifest.classes());
        labels.put(manifest.classes().named(), manifest.labels());
    }

    private void add(TargetClasses named) {
        if (!named.isEmpty()) {
            classes.putIfAbsent(named.named(), named);
        }
    }

    /** Of the capture that a recording lies in; one that cannot be read is a recording alone. */
    private void addClassesAround(Place recording) {
        Path parent = recording.path().toAbsolutePath().getParent();
        if (parent == null || !Files.isRegularFile(parent.resolve(CaptureFolder.MANIFEST))) {
            return;
        }
        Path file = parent.resolve(CaptureFolder.MANIFEST);
        try {
            add(CaptureManifest.read(file, file.toString()));
        } catch (DataException e) {
            // It was not named, and the recording is read without it.
        }
    }

    /** Whether all inputs are runs of one series, so that the question is about the series. */
    public boolean areRunsOfASeries() {
        return runs > 1 && others == 0;
    }

    /** Whether captures of an experiment are not among the {@link #primarySources}. */
    public boolean hasSecondarySources() {
        return !secondary.isEmpty();
    }

    /** The fold files, by what messages call them. */
    public Map<Path, FoldedUnits> folds() {
        return folds;
    }

    /** Whether captures of that process are not among the {@link #primarySources}. */
    public boolean isSecondary(String subject) {
        return secondary.contains(subject);
    }

    /** The chunks of a recording that are read, or of its fold; empty for what is no recording, or cannot be read. */
    public static List<UnitHead.Chunk> chunks(Source source) {
        return switch (source) {
            case RecordingSource recording -> FoundRecordings.chunks(recording.chunks());
            case FoldedSource of when of.isRecording() -> of.unit().head().chunks();
            default -> List.of();
        };
    }

    /** When the clock of a recording was at 0, in nanoseconds since 1970; empty as for {@link #chunks}. */
    public static OptionalLong clockNanos(Source source) {
        return source instanceof RecordingSource recording
                ? recording.chunks().stream()
                        .mapToLong(chunk -> chunk.header().clockNanos())
                        .findFirst()
                : OptionalLong.empty();
    }

    /** Whether recordings of that process are in no capture. */
    public boolean isOfRecordings(String subject) {
        return recordings.names().containsKey(subject);
    }

    /** The possible names of a process, the shortest first; empty for what is no process, and has one name. */
    public List<String> namesOf(String subject) {
        List<String> names = recordings.names().get(subject);
        String base = bases.get(subject);
        return names != null ? names : base == null ? List.of() : List.of(base);
    }

    /**
     * The sources without the captures that repeat another and without those of JVMs that only observed: an experiment's
     * figures come from all its runs, but one run of each kind is enough to show what it looked like.
     */
    public List<Source> primarySources() {
        return sources.stream()
                .filter(source -> !secondary.contains(source.origin().subject()))
                .toList();
    }

    @Override
    public void close() {
        unpacked.close();
    }

    private void add(Place place) {
        if (place.path().equals(STANDARD_INPUT)) {
            addStandardInput();
        } else if (!Files.exists(place.path())) {
            throw new DataException("no such file or folder: " + place.shown());
        } else if (!Files.isDirectory(place.path())) {
            addFile(place, 0);
        } else if (Files.exists(place.path().resolve(CaptureFolder.MANIFEST))) {
            addCapture(place);
        } else if (!addSnapshotAlone(place)) {
            addFolder(place);
        }
    }

    private void addStandardInput() {
        if (readsStandardInput) {
            throw new DataException("standard input (-) is given twice");
        }
        readsStandardInput = true;
        addFile(new Place(unpacked.standardInput(), "standard input", ""), 0);
    }

    /** @param depth the number of packed files around it */
    private void addFile(Place file, int depth) {
        addFile(file, depth, false);
    }

    /** @param isOfFolder whether it was taken for a recording by its name */
    private void addFile(Place file, int depth, boolean isOfFolder) {
        InputFile.check(file.path(), file.shown());
        if (depth > DEEPEST_PACKING) {
            throw new DataException(
                    file.shown() + " is nested more than " + DEEPEST_PACKING + " zip files deep; unpack it by hand");
        }
        if (FoldedUnits.isOne(file.path())) {
            addFold(file);
            return;
        }
        Unpacked.Packing packing = Unpacked.Packing.of(file.path());
        if (packing == Unpacked.Packing.ZIP) {
            addZip(file.at(unpacked.unpack(file.path(), file.shown(), packing)), depth);
            return;
        }
        Path plain =
                packing == Unpacked.Packing.NONE ? file.path() : unpacked.unpack(file.path(), file.shown(), packing);
        others++;
        if (HeapSource.isHeapDump(plain)) {
            sources.add(new HeapSource(plain, unique(file.name()), file.shown()));
        } else if (CapturedRecordings.isRecording(plain) || isOfFolder) {
            addClassesAround(file);
            sources.add(recordings.add(file.at(plain), null));
        } else {
            Source text = new TextSource(plain, new Origin(unique(file.name()), null, file.shown(), Instrument.NMT));
            sources.add(text);
            repeats.addLooseText(file.at(plain), text);
        }
    }

    /** The fold of one process, which counts once however often it is there. */
    private void addFolded(FoldUnit unit) {
        if (!units.add(unit)) {
            return;
        }
        UnitHead head = unit.head();
        head.classes().forEach(this::add);
        if (head.run()) {
            runs++;
        } else if (head.name() != UnitHead.Naming.FIXED) {
            others++;
        }
        switch (head.name()) {
            case RECORDING -> sources.add(recordings.add(unit));
            case NUMBERED -> {
                String subject = unique(head.names().getFirst());
                if (head.secondary()) {
                    secondary.add(subject);
                }
                sources.addAll(FoldedSource.of(unit, subject));
                recordings.add(unit, subject);
            }
            case FIXED -> sources.addAll(FoldedSource.of(unit, head.names().getFirst()));
        }
    }

    /** The captures of a zip at any depth; if there is none, its files. */
    private void addZip(Place folder, int depth) {
        List<Path> files = CapturedRecordings.walk(folder, Files::isRegularFile);
        List<Path> manifests = files.stream()
                .filter(file -> file.endsWith(CaptureFolder.MANIFEST))
                .toList();
        if (files.isEmpty()) {
            throw new DataException(folder.shown() + " contains no files");
        }
        if (manifests.isEmpty()) {
            files.forEach(file -> addFile(folder.within(file), depth + 1));
        } else {
            manifests.forEach(manifest -> {
                Path parent = manifest.getParent();
                addCapture(parent == null || parent.equals(folder.path()) ? folder : folder.within(parent));
            });
        }
    }

    private void addFolder(Place folder) {
        FolderContents contents = FolderContents.of(folder.path(), folder.shown());
        boolean files = !contents.recordings().isEmpty() || !contents.folds().isEmpty();
        if (contents.captures().isEmpty() && !files) {
            throw new DataException(
                    "the folder " + folder.shown() + " is not a capture, and there is neither a capture,"
                            + " a recording (*.jfr) nor a fold (*.lwf) in it; name other files one by one");
        }
        contents.captures().forEach(capture -> addCapture(folder.within(capture)));
        contents.recordings().forEach(recording -> addOfFolder(folder.within(recording), this::addRecording));
        contents.folds().forEach(fold -> addOfFolder(folder.within(fold), this::addFold));
        contents.unreadable().forEach((path, why) -> {
            String shown = folder.within(path).shown();
            sources.add(new UnreadableSource(shown, new DataException("cannot read the folder " + shown + ": " + why)));
        });
        // What else lies next to captures belongs to them.
        List<String> notes = files ? contents.notes() : List.of();
        if (!notes.isEmpty()) {
            sources.add(new NotesSource(folder.shown(), notes));
        }
    }

    private void addRecording(Place file) {
        addFile(file, 0, true);
    }

    private void addFold(Place file) {
        InputFile.check(file.path(), file.shown());
        FoldedUnits units = FoldedUnits.read(file.path(), file.shown());
        units.units().forEach(this::addFolded);
        folds.put(Path.of(file.shown()), units);
    }

    /** A file that the user did not name costs only itself if it cannot be read. */
    private void addOfFolder(Place file, Consumer<Place> add) {
        try {
            add.accept(file);
        } catch (DataException e) {
            sources.add(new UnreadableSource(file.shown(), e));
        }
    }

    private static void requirePlain(Place folder) {
        try (HeldFolder held = HeldFolder.open(folder.path())) {
            held.requirePlain();
        } catch (FileSystemException e) {
            throw new DataException(
                    "the capture " + folder.shown() + " belongs to another user, and " + e.getFile() + " was not read: "
                            + (e.getReason() == null ? e.getClass().getSimpleName() : e.getReason()),
                    e);
        } catch (IOException e) {
            throw new DataException("cannot read the folder " + folder.shown() + ": " + CaptureFolder.reason(e), e);
        }
    }

    private void addCapture(Place folder) {
        requirePlain(folder);
        String repeated = repeats.addCapture(folder);
        if (repeated != null) {
            sources.add(new NotesSource(folder.shown(), List.of(repeated)));
            return;
        }
        Place file = folder.resolve(CaptureFolder.MANIFEST);
        CaptureManifest manifest = CaptureManifest.read(file.path(), file.shown());
        if (manifest.info().run() == null) {
            others++;
        } else {
            runs++;
        }
        add(manifest);
        String subject = unique(subject(manifest));
        ExperimentRun experiment = manifest.experiment();
        if (manifest.outside() || (experiment != null && experiment.repeat() > 1)) {
            secondary.add(subject);
        }
        sources.add(new ManifestSource(new Origin(subject, null, file.shown(), Instrument.CAPTURE), manifest));
        for (CaptureManifest.Snapshot snapshot : manifest.snapshots()) {
            Place inside = folder.resolve(snapshot.folder());
            List<Source> parts = parts(inside, snapshot, subject);
            repeats.addSnapshot(inside);
            sources.addAll(parts);
        }
        Place carriers = folder.resolve(CaptureFolder.CARRIERS);
        if (Files.isRegularFile(carriers.path())) {
            repeats.addText(carriers);
            sources.add(
                    new TextSource(carriers.path(), new Origin(subject, null, carriers.shown(), Instrument.CARRIERS)));
        }
        sources.addAll(CapturedDumps.of(folder, subject, unpacked.limit()));
        Place owners = folder.resolve(CaptureFolder.OWNERS);
        if (Files.isRegularFile(owners.path())) {
            Origin origin = new Origin(subject, null, owners.shown(), Instrument.OWNERS);
            sources.add(new TextSource(owners.path(), origin));
        }
        // Before the folds are looked for: what is folded meanwhile is found twice, and counted once.
        List<Path> found = CapturedRecordings.of(folder);
        addFoldsOf(folder, subject);
        for (Path recording : found) {
            sources.add(recordings.add(folder.within(recording), subject));
        }
    }

    /** The folds of stretches of time that the agent left in a capture. */
    private void addFoldsOf(Place capture, String subject) {
        Place folder = capture.resolve(CaptureFolder.FOLDS);
        if (!Files.isDirectory(folder.path())) {
            return;
        }
        for (Path file : CapturedRecordings.walk(folder, path -> path.toString().endsWith(FolderContents.FOLD))) {
            Place place = folder.within(file);
            addOfFolder(place, fold -> {
                InputFile.check(fold.path(), fold.shown());
                for (FoldUnit unit : FoldedUnits.read(fold.path(), fold.shown()).units()) {
                    if (unit.head().name() == UnitHead.Naming.RECORDING && units.add(unit)) {
                        sources.add(recordings.add(unit, subject, fold.shown()));
                    }
                }
            });
        }
    }

    /** A snapshot given by its own folder, within a capture; false if it is none. */
    private boolean addSnapshotAlone(Place place) {
        Path folder = place.path().toAbsolutePath().normalize();
        Path capture = folder.getParent();
        Path name = folder.getFileName();
        if (capture == null || name == null || !Files.exists(capture.resolve(CaptureFolder.MANIFEST))) {
            return false;
        }
        Place file = Place.of(capture.resolve(CaptureFolder.MANIFEST));
        CaptureManifest manifest = CaptureManifest.read(file.path(), file.shown());
        for (CaptureManifest.Snapshot snapshot : manifest.snapshots()) {
            if (snapshot.folder().equals(name.toString())) {
                others++;
                add(manifest);
                String subject = unique(subject(manifest));
                List<Source> made = new ArrayList<>(List.of(
                        new ManifestSource(new Origin(subject, null, file.shown(), Instrument.CAPTURE), manifest)));
                made.addAll(parts(place, snapshot, subject));
                sources.addAll(made);
                repeats.addLooseSnapshot(place, made);
                return true;
            }
        }
        return false;
    }

    private static String subject(CaptureManifest manifest) {
        ExperimentRun experiment = manifest.experiment();
        if (experiment != null) {
            return experiment.part() + ", JDK " + experiment.jdk().replaceFirst("\\+.*", "")
                    + (experiment.of() > 1 ? ", run " + experiment.repeat() : "");
        }
        String kind = manifest.info().kind();
        return kind == null ? manifest.info().target() : kind;
    }

    private static List<Source> parts(Place folder, CaptureManifest.Snapshot snapshot, String subject) {
        List<Source> parts = new ArrayList<>();
        Origin.SnapshotId moment = new Origin.SnapshotId(snapshot.index(), snapshot.name(), snapshot.time());
        for (CaptureFolder.Part part : CaptureFolder.Part.values()) {
            Place text = folder.resolve(part.fileName());
            Instrument instrument = instrument(part);
            if (Files.exists(text.path()) && !isWithoutGroups(part, text.path())) {
                Origin origin = new Origin(subject, moment, text.shown(), instrument);
                parts.add(new TextSource(text.path(), origin));
            }
        }
        return parts;
    }

    /** On a machine without control groups the file is empty, which is not an error. */
    private static boolean isWithoutGroups(CaptureFolder.Part part, Path file) {
        return part == CaptureFolder.Part.CGROUP && file.toFile().length() == 0;
    }

    /** The instrument that measured a part. */
    private static Instrument instrument(CaptureFolder.Part part) {
        return switch (part) {
            case NMT -> Instrument.NMT;
            case HISTOGRAM -> Instrument.HISTOGRAM;
            case STATUS, SMAPS, SMAPS_ROLLUP, PAGES -> Instrument.PROC;
            case SYSTEM_MAP -> Instrument.SYSTEM_MAP;
            case SCHEDULER -> Instrument.SCHEDULER;
            case CGROUP -> Instrument.CGROUP;
            case HEAP_INFO -> Instrument.HEAP_INFO;
            case NATIVE_HEAP -> Instrument.NATIVE_HEAP;
            case THREADS, THREADS_JSON -> Instrument.THREAD_DUMP;
        };
    }

    /** Two inputs of one name are distinguished by a number, since a subject is one process. */
    private String unique(String subject) {
        int number = subjects.merge(subject, 1, Integer::sum);
        String name = number == 1 ? subject : subject + " " + number;
        bases.put(name, subject);
        return name;
    }
}
