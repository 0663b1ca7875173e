package dev.loomweight.command;

import dev.loomweight.capture.FolderTree;
import dev.loomweight.pins.pinning.SiteAnalysis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds lines in the application's sources: folders laid out by package, or checkouts that contain such folders. */
final class SourceLines {

    /** Lines shown before and after the line. */
    private static final int CONTEXT = 2;

    private static final int MAX_DEPTH = 5;
    /** Larger files are not read, in bytes. */
    private static final long MAX_BYTES = 16 << 20;

    /** Replaces a tab, which reports would show as an escape sequence. */
    private static final String TAB = " ".repeat(4);

    private static final List<String> ENDINGS = List.of(".java", ".kt", ".scala", ".groovy");

    private final List<Path> folders;

    SourceLines(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    /**
     * A line of a class with its context, without tabs.
     *
     * @param className the binary name, with dots
     * @param line its number, from 1
     * @return empty if there is no source, or it is shorter
     */
    List<SiteAnalysis.Line> around(String className, int line) {
        int nested = className.indexOf('$');
        String outer = (nested < 0 ? className : className.substring(0, nested)).replace('.', '/');
        if (!staysInside(outer)) {
            return List.of();
        }
        for (Path folder : folders) {
            for (String ending : ENDINGS) {
                List<String> lines = read(folder, outer + ending);
                if (line <= lines.size()) {
                    return excerpt(lines, line);
                }
            }
        }
        return List.of();
    }

    /** Whether a name leads from a folder to a file in it: names come from recordings, and can be of any characters. */
    private static boolean staysInside(String name) {
        return Arrays.stream(name.split("/", -1))
                .allMatch(part -> !part.isBlank()
                        && part.codePoints()
                                .allMatch(character -> (Character.isJavaIdentifierPart(character)
                                                && !Character.isIdentifierIgnorable(character))
                                        || character == '-'));
    }

    private static List<SiteAnalysis.Line> excerpt(List<String> lines, int line) {
        List<SiteAnalysis.Line> excerpt = new ArrayList<>();
        for (int i = Math.max(1, line - CONTEXT); i <= Math.min(lines.size(), line + CONTEXT); i++) {
            excerpt.add(new SiteAnalysis.Line(i, lines.get(i - 1).replace("\t", TAB)));
        }
        return excerpt;
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.size(file) > MAX_BYTES ? List.of() : Files.readAllLines(file);
    }

    private static List<String> read(Path folder, String name) {
        Path file = folder.resolve(name);
        try {
            if (Files.isRegularFile(file)) {
                return lines(file);
            }
            // A checkout: the packages begin in src/main/java of a module.
            Path root = FolderTree.first(
                    folder,
                    MAX_DEPTH,
                    (path, attributes) -> attributes.isDirectory()
                            && path.endsWith("java")
                            && Files.isRegularFile(path.resolve(name)));
            return root == null ? List.of() : lines(root.resolve(name));
        } catch (IOException e) {
            // Not readable, or not text: the report shows no source.
            return List.of();
        }
    }
}
