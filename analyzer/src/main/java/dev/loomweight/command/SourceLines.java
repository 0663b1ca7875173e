package dev.loomweight.command;

import dev.loomweight.pinning.SiteAnalysis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The application's sources, in folders that are laid out by package, or have such folders below. */
final class SourceLines {

    private static final int AROUND = 2;
    private static final int DEPTH = 5;
    /** Larger files are no sources that somebody wrote. */
    private static final long MOST_BYTES = 16 << 20;

    /** What a tab is shown as: reports show what it is to a machine. */
    private static final String TAB = " ".repeat(4);

    private static final List<String> ENDINGS = List.of(".java", ".kt", ".scala", ".groovy");

    private final List<Path> folders;

    SourceLines(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    /**
     * A line of a class with those around it, without tabs.
     *
     * @param className in Java's notation
     * @param line its number, from 1
     * @return empty where the source is not there, or is shorter
     */
    List<SiteAnalysis.Line> around(String className, int line) {
        int nested = className.indexOf('$');
        String outer = (nested < 0 ? className : className.substring(0, nested)).replace('.', '/');
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

    private static List<SiteAnalysis.Line> excerpt(List<String> lines, int line) {
        List<SiteAnalysis.Line> excerpt = new ArrayList<>();
        for (int i = Math.max(1, line - AROUND); i <= Math.min(lines.size(), line + AROUND); i++) {
            excerpt.add(new SiteAnalysis.Line(i, lines.get(i - 1).replace("\t", TAB)));
        }
        return excerpt;
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.size(file) > MOST_BYTES ? List.of() : Files.readAllLines(file);
    }

    private static List<String> read(Path folder, String name) {
        Path file = folder.resolve(name);
        try {
            if (Files.isRegularFile(file)) {
                return lines(file);
            }
            // A checkout: the packages begin below src/main/java of some module.
            try (Stream<Path> below = Files.find(
                    folder, DEPTH, (path, attributes) -> attributes.isDirectory() && path.endsWith("java"))) {
                Path found = below.map(root -> root.resolve(name))
                        .filter(Files::isRegularFile)
                        .findFirst()
                        .orElse(null);
                return found == null ? List.of() : lines(found);
            }
        } catch (IOException e) {
            // Not there, or not text: a report does without.
            return List.of();
        }
    }
}
