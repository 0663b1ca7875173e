package dev.loomweight.input.capture;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.HeldFolder;
import dev.loomweight.capture.InputFile;
import dev.loomweight.input.capture.Found.NamedPath;
import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.FoldedUnits;
import dev.loomweight.input.folded.UnitHead;
import dev.loomweight.input.text.TextSource;
import dev.loomweight.sample.CaptureTexts.TargetClasses;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds what lies at the paths that a user names: unpacks, looks through folders, and reads the manifests of captures. */
final class Finder implements AutoCloseable {

    private static final int DEEPEST_PACKING = 3;
    // Whoever names a disk by mistake is not to wait for all of its files.
    private static final int MAX_FILES = 1000;

    private final long maxUnpackedBytes;
    private final List<Found> all = new ArrayList<>();
    // By where they really are.
    private final Map<Path, NamedPath> captures = new LinkedHashMap<>();
    private final Set<FoldUnit> units = new HashSet<>();
    private final Map<Path, FoldedUnits> folds = new LinkedHashMap<>();
    private final Map<String, TargetClasses> classes = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> labels = new LinkedHashMap<>();
    private @Nullable Unpacked unpacked;
    private boolean readsStandardInput;
    private int runs;
    private int others;

    /** @param maxUnpackedBytes limit of what is unpacked, in bytes; 0 for the default */
    Finder(long maxUnpackedBytes) {
        this.maxUnpackedBytes = maxUnpackedBytes;
    }

    /** What was found, in its order. */
    List<Found> all() {
        return all;
    }

    /** The fold files, by what messages call them. */
    Map<Path, FoldedUnits> folds() {
        return folds;
    }

    /** The classes that captures name, by the capture. */
    Map<String, TargetClasses> classes() {
        return classes;
    }

    /** The labels of captures, by the paths of their manifests. */
    Map<String, Map<String, String>> labels() {
        return labels;
    }

    /** Whether all are runs of one series. */
    boolean areRunsOfASeries() {
        return runs > 1 && others == 0;
    }

    /** Where files are unpacked, and how much may be. */
    Unpacked unpacked() {
        if (unpacked == null) {
            unpacked = new Unpacked(new UnpackLimit(maxUnpackedBytes));
        }
        return unpacked;
    }

    /**
     * Finds what is at a path.
     *
     * @throws DataException if there is nothing, or it is a folder without inputs
     */
    void find(NamedPath place) {
        if (place.path().equals(Inputs.STANDARD_INPUT)) {
            findStandardInput();
        } else if (!Files.exists(place.path())) {
            throw new DataException("no such file or folder: " + place.shown());
        } else if (!Files.isDirectory(place.path())) {
            findFile(place, 0, false);
        } else if (Files.exists(place.path().resolve(CaptureFolder.MANIFEST))) {
            findCapture(place);
        } else if (!findSnapshotAlone(place)) {
            findInFolder(place);
        }
    }

    private void findStandardInput() {
        if (readsStandardInput) {
            throw new DataException("standard input (-) is given twice");
        }
        readsStandardInput = true;
        findFile(new NamedPath(unpacked().standardInput(), "standard input", ""), 0, false);
    }

    /**
     * Finds what a file is.
     *
     * @param depth the number of packed files around it
     * @param isOfFolder whether it was taken for a recording by its name
     */
    private void findFile(NamedPath file, int depth, boolean isOfFolder) {
        InputFile.check(file.path(), file.shown());
        if (depth > DEEPEST_PACKING) {
            throw new DataException(
                    file.shown() + " is nested more than " + DEEPEST_PACKING + " zip files deep; unpack it by hand");
        }
        FileKind kind = FileKind.of(file.path());
        switch (kind) {
            case FOLD -> findFold(file);
            case ZIP -> findInZip(file.at(unpacked().unpack(file.path(), file.shown(), kind)), depth);
            case GZIP, LZ4 -> {
                Path plain = unpacked().unpack(file.path(), file.shown(), kind);
                findPlain(file, plain, FileKind.of(plain), isOfFolder);
            }
            default -> findPlain(file, file.path(), kind, isOfFolder);
        }
    }

    /** @param plain the file itself, or what was packed in it */
    private void findPlain(NamedPath file, Path plain, FileKind kind, boolean isOfFolder) {
        others++;
        NamedPath place = file.at(plain);
        if (kind == FileKind.HEAP_DUMP) {
            all.add(new Found.OfHeapDump(place));
        } else if (kind == FileKind.RECORDING || FileKind.isRecording(plain) || isOfFolder) {
            addClassesAround(file.path());
            all.add(new Found.OfRecording(place, null));
        } else {
            all.add(new Found.OfText(place));
        }
    }

    /** The captures of a zip at any depth; if there is none, its files. */
    private void findInZip(NamedPath folder, int depth) {
        List<Path> files = CapturedRecordings.walk(folder, Files::isRegularFile);
        List<Path> manifests = files.stream()
                .filter(file -> file.endsWith(CaptureFolder.MANIFEST))
                .toList();
        if (files.isEmpty()) {
            throw new DataException(folder.shown() + " contains no files");
        }
        if (manifests.isEmpty()) {
            files.forEach(file -> findFile(folder.within(file), depth + 1, false));
        } else {
            manifests.forEach(manifest -> {
                Path parent = manifest.getParent();
                findCapture(parent == null || parent.equals(folder.path()) ? folder : folder.within(parent));
            });
        }
    }

    private void findInFolder(NamedPath folder) {
        FolderContents contents = FolderContents.of(folder.path(), folder.shown());
        boolean files = !contents.recordings().isEmpty() || !contents.folds().isEmpty();
        if (contents.captures().isEmpty() && !files) {
            findDumps(folder, contents);
        }
        contents.captures().forEach(capture -> findCapture(folder.within(capture)));
        contents.recordings()
                .forEach(recording -> findUnnamed(folder.within(recording), file -> findFile(file, 0, true)));
        contents.folds().forEach(fold -> findUnnamed(folder.within(fold), this::findFold));
        contents.unreadable().forEach((path, why) -> {
            String shown = folder.within(path).shown();
            all.add(new Found.Unreadable(shown, new DataException("cannot read the folder " + shown + ": " + why)));
        });
        // What else lies next to captures belongs to them.
        List<String> notes = files ? contents.notes() : List.of();
        if (!notes.isEmpty()) {
            all.add(new Found.Remark(folder.shown(), notes));
        }
    }

    /** The thread dumps of a folder without captures, recordings and folds: any number of dumps is usual, of other texts not. */
    private void findDumps(NamedPath folder, FolderContents contents) {
        List<Path> left = new ArrayList<>();
        boolean few = contents.others().size() <= MAX_FILES;
        for (Path path : contents.others()) {
            if (!few || !findDump(folder.within(path))) {
                left.add(path);
            }
        }
        if (left.size() == contents.others().size()) {
            throw new DataException("the folder " + folder.shown()
                    + " is not a capture, and there is neither a capture,"
                    + " a recording (*.jfr), a fold (*.lwf)"
                    + (few ? " nor a thread dump in it" : " nor few enough other files in it to look for thread dumps")
                    + "; name other files one by one");
        }
        List<String> notes = contents.notes("Not read, since they are not thread dumps: ", left);
        if (!notes.isEmpty()) {
            all.add(new Found.Remark(folder.shown(), notes));
        }
    }

    /** Adds a file that is a thread dump, packed or not; false if it is none, or cannot be read. */
    private boolean findDump(NamedPath file) {
        try {
            InputFile.check(file.path(), file.shown());
            FileKind kind = FileKind.of(file.path());
            boolean packed = kind == FileKind.GZIP || kind == FileKind.LZ4;
            Path plain = packed ? unpacked().unpack(file.path(), file.shown(), kind) : file.path();
            boolean dump = (packed ? FileKind.of(plain) : kind) == FileKind.OTHER
                    && TextSource.isThreadDump(plain, file.shown());
            if (dump) {
                findPlain(file, plain, FileKind.OTHER, false);
            }
            return dump;
        } catch (DataException e) {
            return false;
        }
    }

    /** A file that the user did not name costs only itself if it cannot be read. */
    private void findUnnamed(NamedPath file, Consumer<NamedPath> find) {
        try {
            find.accept(file);
        } catch (DataException e) {
            all.add(new Found.Unreadable(file.shown(), e));
        }
    }

    private void findFold(NamedPath file) {
        FoldedUnits read = readFold(file);
        for (FoldUnit unit : read.units()) {
            // The fold of one process counts once however often it is there.
            if (units.add(unit)) {
                UnitHead head = unit.head();
                head.classes().forEach(this::addClasses);
                if (head.run()) {
                    runs++;
                } else if (head.name() != UnitHead.Naming.FIXED) {
                    others++;
                }
                all.add(new Found.OfFold(unit, null, file.shown()));
            }
        }
        folds.put(Path.of(file.shown()), read);
    }

    private static FoldedUnits readFold(NamedPath file) {
        InputFile.check(file.path(), file.shown());
        return FoldedUnits.read(file.path(), file.shown());
    }

    private void findCapture(NamedPath folder) {
        requirePlain(folder);
        String repeated = Repeats.whyRepeated(folder, captures);
        if (repeated != null) {
            all.add(new Found.Remark(folder.shown(), List.of(repeated)));
            return;
        }
        NamedPath file = folder.resolve(CaptureFolder.MANIFEST);
        CaptureManifest manifest = CaptureManifest.read(file.path(), file.shown());
        if (manifest.info().run() == null) {
            others++;
        } else {
            runs++;
        }
        add(manifest);
        Found.OfCapture capture = new Found.OfCapture(folder, manifest);
        all.add(capture);
        // Before the folds are looked for: what is folded meanwhile is found twice, and counted once.
        List<Path> recordings = CapturedRecordings.of(folder);
        findFoldsOf(capture);
        recordings.forEach(recording -> all.add(new Found.OfRecording(folder.within(recording), capture)));
    }

    /** The folds of stretches of time that the agent left in a capture. */
    private void findFoldsOf(Found.OfCapture capture) {
        NamedPath folder = capture.folder().resolve(CaptureFolder.FOLDS);
        if (!Files.isDirectory(folder.path())) {
            return;
        }
        for (Path file : CapturedRecordings.walk(folder, path -> path.toString().endsWith(FolderContents.FOLD))) {
            findUnnamed(folder.within(file), fold -> {
                for (FoldUnit unit : readFold(fold).units()) {
                    if (unit.head().name() == UnitHead.Naming.RECORDING && units.add(unit)) {
                        all.add(new Found.OfFold(unit, capture, fold.shown()));
                    }
                }
            });
        }
    }

    /** A snapshot given by its own folder, within a capture; false if it is none. */
    private boolean findSnapshotAlone(NamedPath place) {
        Path folder = place.path().toAbsolutePath().normalize();
        Path parent = folder.getParent();
        Path name = folder.getFileName();
        if (parent == null || name == null || !Files.exists(parent.resolve(CaptureFolder.MANIFEST))) {
            return false;
        }
        NamedPath around = NamedPath.of(parent);
        NamedPath file = around.resolve(CaptureFolder.MANIFEST);
        CaptureManifest manifest = CaptureManifest.read(file.path(), file.shown());
        for (CaptureManifest.Snapshot snapshot : manifest.snapshots()) {
            if (snapshot.folder().equals(name.toString())) {
                others++;
                add(manifest);
                all.add(new Found.OfSnapshot(place, new Found.OfCapture(around, manifest), snapshot));
                return true;
            }
        }
        return false;
    }

    private void add(CaptureManifest manifest) {
        addClasses(manifest.classes());
        labels.put(manifest.classes().named(), manifest.labels());
    }

    private void addClasses(TargetClasses named) {
        if (!named.isEmpty()) {
            classes.putIfAbsent(named.named(), named);
        }
    }

    /** Of the capture that a recording lies in; one that cannot be read is a recording alone. */
    private void addClassesAround(Path recording) {
        Path parent = recording.toAbsolutePath().getParent();
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

    private static void requirePlain(NamedPath folder) {
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

    @Override
    public void close() {
        if (unpacked != null) {
            unpacked.close();
        }
    }
}
