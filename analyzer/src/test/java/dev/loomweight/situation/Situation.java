package dev.loomweight.situation;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Something that can be wrong with a program, and what a first screen says of it.
 *
 * @param capture the name of its capture, with the JDK that ran it; a path below the resources where it has a slash
 * @param doors the commands that can show it, with {@code @} for the capture
 * @param first words that the screen begins with; a regular expression
 * @param second words that follow; a regular expression
 * @param not words that are nowhere on the screen; a regular expression, or an empty text
 */
record Situation(String capture, List<String> doors, String first, String second, String not) {

    static final Path RESOURCES = Path.of("src", "test", "resources");
    static final Path FOLDER = RESOURCES.resolve("situations");

    Situation {
        doors = List.copyOf(doors);
    }

    /** All of them. */
    static List<Situation> all() throws IOException {
        return Files.readAllLines(FOLDER.resolve("situations.tsv")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(Situation::of)
                .toList();
    }

    private static Situation of(String line) {
        String[] columns = Arrays.copyOf(line.split("\t", -1), 5);
        return new Situation(
                columns[0],
                List.of(columns[1].split("; ")),
                columns[2],
                columns[3] == null ? "" : columns[3],
                columns[4] == null ? "" : columns[4]);
    }

    /**
     * Unpacks all captures that are kept, and compiles the program that was captured.
     *
     * @param into an empty folder
     */
    static void unpack(Path into) throws IOException {
        // As a capture on its own machine has it; copies for others do not.
        String classPath = SituationMaker.compiled(into).stream()
                .map(jar -> '"' + jar.toString() + '"')
                .collect(Collectors.joining(", ", "\"classPath\": [", "]"));
        try (Stream<Path> zips = Files.list(FOLDER)) {
            for (Path zip :
                    zips.filter(path -> path.toString().endsWith(".zip")).toList()) {
                String name = String.valueOf(zip.getFileName()).replaceFirst("\\.zip$", "");
                try (FileSystem packed = FileSystems.newFileSystem(zip);
                        Stream<Path> files = Files.walk(packed.getPath("/"))) {
                    for (Path file : files.filter(Files::isRegularFile).toList()) {
                        Path to = into.resolve(name).resolve(file.toString().substring(1));
                        Files.createDirectories(to.getParent());
                        Files.copy(file, to);
                        if (to.endsWith("capture.json")) {
                            Files.writeString(
                                    to, Files.readString(to).replace("\"mainClass\"", classPath + ", \"mainClass\""));
                        }
                    }
                }
            }
        }
    }
}
