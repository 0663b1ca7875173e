package dev.loomweight.input.capture;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.UnitHead;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What lies at the paths that a user names, in their order, before it is known which process each is of ({@link
 * InputSubjects}) and before it is opened ({@link Inputs}). Two of the same file are two: they are compared by identity.
 */
sealed interface Found {

    /**
     * A recording.
     *
     * @param capture the capture that it belongs to, or null
     */
    record OfRecording(NamedPath place, @Nullable OfCapture capture) implements Found {}

    /**
     * The fold of one process, or of a stretch of time that the agent left in a capture.
     *
     * @param capture the capture that it lies in, or null for one that was named itself
     * @param shown what messages call its file
     */
    record OfFold(FoldUnit unit, @Nullable OfCapture capture, String shown) implements Found {

        /** How its process is named. */
        UnitHead.Naming naming() {
            return unit.head().name();
        }
    }

    /** A capture; its recordings and folds are found by themselves, right after it. */
    record OfCapture(NamedPath folder, CaptureManifest manifest) implements Found {}

    /**
     * A snapshot of a capture that was named by its own folder.
     *
     * @param folder the snapshot's
     * @param capture the capture that it is of, which is not read itself
     */
    record OfSnapshot(NamedPath folder, OfCapture capture, CaptureManifest.Snapshot snapshot) implements Found {}

    /** A text that is in no capture. */
    record OfText(NamedPath place) implements Found {}

    /** A heap dump. */
    record OfHeapDump(NamedPath place) implements Found {}

    /**
     * What is to be said of something that is not read.
     *
     * @param about a folder, or empty for the inputs together
     */
    record Remark(String about, List<String> notes) implements Found {}

    /** What was not named itself, and cannot be read. */
    record Unreadable(String shown, DataException why) implements Found {}

    /**
     * A file or folder, and its name in messages: the path that the user knows, even if the file is a temporary copy.
     *
     * @param path where it is
     * @param shown what messages call it
     * @param inside its path within the folder or zip that the user named; empty for what was named itself
     */
    record NamedPath(Path path, String shown, String inside) {

        static NamedPath of(Path path) {
            return new NamedPath(path, path.toString(), "");
        }

        NamedPath resolve(String name) {
            String separator = path.getFileSystem().getSeparator();
            return new NamedPath(
                    path.resolve(name), shown + separator + name, inside.isEmpty() ? name : inside + separator + name);
        }

        /** The same for a place within this one. */
        NamedPath within(Path other) {
            return resolve(path.relativize(other).toString());
        }

        /** The same name for another file: an unpacked copy. */
        NamedPath at(Path copy) {
            return new NamedPath(copy, shown, inside);
        }

        String name() {
            return String.valueOf(Path.of(shown).getFileName());
        }

        /** What it can be called, the shortest first. */
        List<String> names() {
            return inside.isEmpty() ? List.of(name(), shown) : List.of(name(), inside, shown);
        }
    }
}
