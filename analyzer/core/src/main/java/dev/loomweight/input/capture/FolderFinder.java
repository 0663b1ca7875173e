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
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds what lies in folders and zip files: captures with their recordings, folds and snapshots, and thread dumps. */
final class FolderFinder {

    // Whoever names a disk by mistake is not to wait for all of its files.
    private static final int MAX_FILES = 1000;

    private static final int MAX_NAMED = 5;

    private final Finder finder;
    // By where they really are.
    private final Map<Path, NamedPath> captures = new LinkedHashMap<>();
    private final Set<FoldUnit> units = new HashSet<>();

    FolderFinder(Finder finder) {
        this.finder = finder;
    }

    /** Finds what is in a folder, which has inputs or is refused. */
    void find(NamedPath folder) {
        if (Files.exists(folder.path().resolve(CaptureFolder.MANIFEST))) {
            findCapture(folder);
        } else if (!findSnapshotAlone(folder)) {
            findInFolder(folder);
        }
    }

    /** The captures of a zip at any depth; if there is none, its files. */
    void findInZip(NamedPath folder, int depth) {
        List<Path> files = CapturedRecordings.walk(folder, Files::isRegularFile);
        List<Path> manifests = files.stream()
                .filter(file -> file.endsWith(CaptureFolder.MANIFEST))
                .toList();
        if (files.isEmpty()) {
            throw new DataException(folder.shown() + " contains no files");
        }
        if (manifests.isEmpty()) {
            int before = finder.all().size();
            files.forEach(file -> finder.findFile(folder.within(file), depth + 1, false));
            leaveOutUnknown(folder, finder.all().subList(before, finder.all().size()));
        } else {
            manifests.forEach(manifest -> {
                Path parent = manifest.getParent();
                findCapture(parent == null || parent.equals(folder.path()) ? folder : folder.within(parent));
            });
        }
    }

    /** Names the texts of no format that lie in a zip next to inputs, as notes that people add: they are no failure there. */
    private void leaveOutUnknown(NamedPath folder, List<Found> found) {
        List<String> left = found.stream()
                .filter(one -> one instanceof Found.OfText text
                        && !TextSource.isKnown(text.place().path(), text.place().shown()))
                .map(one -> ((Found.OfText) one).place().inside())
                .toList();
        if (!left.isEmpty() && left.size() < found.size()) {
            found.removeIf(one -> one instanceof Found.OfText text
                    && left.contains(text.place().inside()));
            found.add(new Found.Remark(
                    folder.shown(),
                    List.of("Not read, since they are no texts of a kind that is read: "
                            + String.join(", ", left.subList(0, Math.min(left.size(), MAX_NAMED)))
                            + (left.size() > MAX_NAMED ? " and " + (left.size() - MAX_NAMED) + " more" : "") + ".")));
        }
    }

    private void findInFolder(NamedPath folder) {
        FolderContents contents = FolderContents.of(folder.path(), folder.shown());
        boolean files = !contents.recordings().isEmpty() || !contents.folds().isEmpty();
        if (contents.captures().isEmpty() && !files) {
            findTexts(folder, contents);
        }
        contents.captures().forEach(capture -> findCapture(folder.within(capture)));
        contents.recordings()
                .forEach(recording ->
                        finder.findOrSay(folder.within(recording), file -> finder.findFile(file, 0, true)));
        contents.folds().forEach(fold -> finder.findOrSay(folder.within(fold), this::findFold));
        contents.unreadable().forEach((path, why) -> {
            String shown = folder.within(path).shown();
            finder.all()
                    .add(new Found.Unreadable(
                            shown, new DataException("cannot read the folder " + shown + ": " + why)));
        });
        // What else lies next to captures belongs to them.
        List<String> notes = files ? contents.notes() : List.of();
        if (!notes.isEmpty()) {
            finder.all().add(new Found.Remark(folder.shown(), notes));
        }
    }

    /**
     * The texts of a folder without captures, recordings and folds: dumps that were taken one after another, and what was pasted
     * of one process, which are read as if they were named one by one.
     */
    private void findTexts(NamedPath folder, FolderContents contents) {
        List<Path> left = new ArrayList<>();
        boolean few = contents.others().size() <= MAX_FILES;
        for (Path path : contents.others()) {
            if (!few || !findText(folder.within(path))) {
                left.add(path);
            }
        }
        if (left.size() == contents.others().size()) {
            throw new DataException("the folder " + folder.shown()
                    + " is not a capture, and there is neither a capture,"
                    + " a recording (*.jfr), a fold (*.lwf)"
                    + (few
                            ? " nor a text in it that Loomweight reads"
                            : " nor few enough other files in it to look for texts; name them one by one"));
        }
        List<String> notes = contents.notes("Not read, since they are no texts that Loomweight reads: ", left);
        if (!notes.isEmpty()) {
            finder.all().add(new Found.Remark(folder.shown(), notes));
        }
    }

    /**
     * Adds a file that is a text with anything that is read, packed or not, or that is not to be read by this user; false if it is
     * neither.
     */
    private boolean findText(NamedPath file) {
        try {
            InputFile.check(file.path(), file.shown());
            FileKind kind = FileKind.of(file.path());
            boolean packed = kind == FileKind.GZIP || kind == FileKind.LZ4;
            Path plain = packed ? finder.unpacked().unpack(file.path(), file.shown(), kind) : file.path();
            boolean text =
                    (packed ? FileKind.of(plain) : kind) == FileKind.OTHER && TextSource.isRead(plain, file.shown());
            if (text) {
                finder.findPlain(file, plain, FileKind.OTHER, false);
            }
            return text;
        } catch (DataException e) {
            boolean denied = e.getCause() instanceof AccessDeniedException;
            if (denied) {
                finder.all().add(new Found.Unreadable(file.shown(), e));
            }
            return denied;
        }
    }

    void findFold(NamedPath file) {
        FoldedUnits read = readFold(file);
        for (FoldUnit unit : read.units()) {
            // The fold of one process counts once however often it is there.
            if (units.add(unit)) {
                UnitHead head = unit.head();
                head.classes().forEach(finder::addClasses);
                if (head.run() || head.name() != UnitHead.Naming.FIXED) {
                    finder.count(head.run());
                }
                finder.all().add(new Found.OfFold(unit, null, file.shown()));
            }
        }
        finder.folds().put(Path.of(file.shown()), read);
    }

    private static FoldedUnits readFold(NamedPath file) {
        InputFile.check(file.path(), file.shown());
        return FoldedUnits.read(file.path(), file.shown());
    }

    private void findCapture(NamedPath folder) {
        requirePlain(folder);
        String repeated = Repeats.whyRepeated(folder, captures);
        if (repeated != null) {
            finder.all().add(new Found.Remark(folder.shown(), List.of(repeated)));
            return;
        }
        NamedPath file = folder.resolve(CaptureFolder.MANIFEST);
        CaptureManifest manifest = CaptureManifest.read(file.path(), file.shown());
        finder.count(manifest.info().run() != null);
        finder.add(manifest);
        Found.OfCapture capture = new Found.OfCapture(folder, manifest);
        finder.all().add(capture);
        // Before the folds are looked for: what is folded meanwhile is found twice, and counted once.
        List<Path> recordings = CapturedRecordings.of(folder);
        findFoldsOf(capture);
        recordings.forEach(recording -> finder.all().add(new Found.OfRecording(folder.within(recording), capture)));
    }

    /** The folds of stretches of time that the agent left in a capture. */
    private void findFoldsOf(Found.OfCapture capture) {
        NamedPath folder = capture.folder().resolve(CaptureFolder.FOLDS);
        if (!Files.isDirectory(folder.path())) {
            return;
        }
        for (Path file : CapturedRecordings.walk(folder, path -> path.toString().endsWith(FolderContents.FOLD))) {
            finder.findOrSay(folder.within(file), fold -> {
                for (FoldUnit unit : readFold(fold).units()) {
                    if (unit.head().name() == UnitHead.Naming.RECORDING && units.add(unit)) {
                        finder.all().add(new Found.OfFold(unit, capture, fold.shown()));
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
                finder.count(false);
                finder.add(manifest);
                finder.all().add(new Found.OfSnapshot(place, new Found.OfCapture(around, manifest), snapshot));
                return true;
            }
        }
        return false;
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
}
