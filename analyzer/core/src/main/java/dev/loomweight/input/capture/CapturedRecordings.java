package dev.loomweight.input.capture;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.FolderTree;
import dev.loomweight.input.capture.Found.NamedPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Where the recordings of a capture are. */
final class CapturedRecordings {

    private CapturedRecordings() {}

    /** The recording, or the chunks that a killed target left in its repository, or that could not be folded. */
    static List<Path> of(NamedPath folder) {
        Path whole = folder.path().resolve(CaptureFolder.RECORDING);
        if (FileKind.isRecording(whole)) {
            return List.of(whole);
        }
        NamedPath repository = folder.resolve(CaptureFolder.REPOSITORY);
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(repository.path())) {
            found.addAll(walk(repository, FileKind::isRecording));
        }
        NamedPath folding = folder.resolve(CaptureFolder.FOLDING);
        if (Files.isDirectory(folding.path())) {
            // Another name for the same file, or a copy of it, under the same name.
            Set<String> names = new HashSet<>();
            found.forEach(chunk -> names.add(String.valueOf(chunk.getFileName())));
            found.addAll(walk(
                    folding,
                    path -> !names.contains(String.valueOf(path.getFileName())) && FileKind.isRecording(path)));
        }
        return found;
    }

    /** The wanted files in a folder at any depth, in the order of their paths. */
    static List<Path> walk(NamedPath folder, Predicate<Path> wanted) {
        try {
            return FolderTree.walk(folder.path()).stream().filter(wanted).toList();
        } catch (IOException e) {
            throw new DataException("cannot read the folder " + folder.shown() + ": " + CaptureFolder.reason(e), e);
        }
    }
}
