package dev.loomweight.input.capture;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.InputFile;
import dev.loomweight.input.capture.Found.NamedPath;
import dev.loomweight.input.folded.FoldedUnits;
import dev.loomweight.sample.CaptureTexts.TargetClasses;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds what lies at the paths that a user names: unpacks files; what is in folders, {@link FolderFinder} finds. */
final class Finder implements AutoCloseable {

    private static final int DEEPEST_PACKING = 3;

    private final long maxUnpackedBytes;
    private final List<Found> all = new ArrayList<>();
    private final Map<Path, FoldedUnits> folds = new LinkedHashMap<>();
    private final Map<String, TargetClasses> classes = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> labels = new LinkedHashMap<>();
    private @Nullable FolderFinder folders;
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
        } else if (Files.isDirectory(place.path())) {
            folders().find(place);
        } else {
            findFile(place, 0, false);
        }
    }

    /** Finds what is at a place; where that cannot be read, it is an input that says why, and costs only itself. */
    void findOrSay(NamedPath place, Consumer<NamedPath> find) {
        try {
            find.accept(place);
        } catch (DataException e) {
            all.add(new Found.Unreadable(place.shown(), e));
        }
    }

    private FolderFinder folders() {
        if (folders == null) {
            folders = new FolderFinder(this);
        }
        return folders;
    }

    /** Counts a process, which is a run of a series or another one. */
    void count(boolean run) {
        runs += run ? 1 : 0;
        others += run ? 0 : 1;
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
    void findFile(NamedPath file, int depth, boolean isOfFolder) {
        InputFile.check(file.path(), file.shown());
        if (depth > DEEPEST_PACKING) {
            throw new DataException(
                    file.shown() + " is nested more than " + DEEPEST_PACKING + " zip files deep; unpack it by hand");
        }
        FileKind kind = FileKind.of(file.path());
        switch (kind) {
            case FOLD -> folders().findFold(file);
            case ZIP -> folders().findInZip(file.at(unpacked().unpack(file.path(), file.shown(), kind)), depth);
            case XZ, ZSTD, BZIP2 ->
                throw new DataException(
                        file.shown() + " is packed by " + kind.name().toLowerCase(Locale.ROOT)
                                + ", which Loomweight does not unpack; unpack it by " + kind.unpacker() + " FILE");
            case GZIP, LZ4 -> {
                Path plain = unpacked().unpack(file.path(), file.shown(), kind);
                findPlain(file, plain, FileKind.of(plain), isOfFolder);
            }
            default -> findPlain(file, file.path(), kind, isOfFolder);
        }
    }

    /** @param plain the file itself, or what was packed in it */
    void findPlain(NamedPath file, Path plain, FileKind kind, boolean isOfFolder) {
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

    void add(CaptureManifest manifest) {
        addClasses(manifest.classes());
        labels.put(manifest.classes().named(), manifest.labels());
    }

    void addClasses(TargetClasses named) {
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

    @Override
    public void close() {
        if (unpacked != null) {
            unpacked.close();
        }
    }
}
