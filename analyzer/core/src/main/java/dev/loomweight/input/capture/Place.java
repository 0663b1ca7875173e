package dev.loomweight.input.capture;

import java.nio.file.Path;
import java.util.List;

/**
 * A file or folder, and its name in messages: the path that the user knows, even if the file is a temporary copy.
 *
 * @param path where it is
 * @param shown what messages call it
 * @param inside its path within the folder or zip that the user named; empty for what was named itself
 */
record Place(Path path, String shown, String inside) {

    static Place of(Path path) {
        return new Place(path, path.toString(), "");
    }

    Place resolve(String name) {
        String separator = path.getFileSystem().getSeparator();
        return new Place(
                path.resolve(name), shown + separator + name, inside.isEmpty() ? name : inside + separator + name);
    }

    /** The same for a place within this one. */
    Place within(Path other) {
        return resolve(path.relativize(other).toString());
    }

    /** The same name for another file: an unpacked copy. */
    Place at(Path copy) {
        return new Place(copy, shown, inside);
    }

    String name() {
        return String.valueOf(Path.of(shown).getFileName());
    }

    /** What it can be called, the shortest first. */
    List<String> names() {
        return inside.isEmpty() ? List.of(name(), shown) : List.of(name(), inside, shown);
    }
}
