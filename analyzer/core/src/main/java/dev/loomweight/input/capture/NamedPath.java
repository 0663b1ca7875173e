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
