package dev.loomweight;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages for those who change the code: what they name is there. */
class ContributingTest {

    private static final Path TOP = Path.of("..");
    /** Those whose rooms are in the picture. */
    private static final List<String> STOREYS = List.of(
            "agent",
            "analyzer/core",
            "analyzer/kernel",
            "analyzer/pins",
            "analyzer/threads",
            "analyzer/memory",
            "analyzer/fleet",
            "samples/lab",
            "analyzer");

    private static final List<String> MODULES = Stream.concat(
                    STOREYS.stream(), Stream.of("agent/junit", "analyzer/maven-plugin", "analyzer/spark", "samples"))
            .toList();

    private static final Pattern FENCE = Pattern.compile("^```\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    /** A class, with rooms before it and what it has after it: {@code input.folded.Section}, {@code Code.archive}. */
    private static final Pattern CLASS = Pattern.compile("((?:[a-z]+\\.)*)([A-Z]\\w*[a-z]\\w*)((?:\\.\\w+)*)");

    /** What declares a type, with its name; looks ahead, since words of a comment may stand before it. */
    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|record|interface|enum) (?=(\\w+))");

    private static final List<Source> SOURCES = new ArrayList<>();

    /**
     * A file.
     *
     * @param path its folders and its name, without the ending, with full stops between
     * @param text all of it
     * @param types those that it declares
     */
    private record Source(String path, String text, Set<String> types) {

        static Source of(String path, String text) {
            return new Source(
                    path,
                    text,
                    DECLARED.matcher(text)
                            .results()
                            .map(declared -> declared.group(1))
                            .collect(Collectors.toSet()));
        }
    }

    @BeforeAll
    static void readTheSources() throws IOException {
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(TOP.resolve(module).resolve("src"))) {
                for (Path file :
                        files.filter(file -> file.toString().endsWith(".java")).toList()) {
                    String path = file.toString().replaceAll("[/\\\\]", ".");
                    SOURCES.add(Source.of(path.replaceFirst("\\.java$", ""), Files.readString(file)));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONTRIBUTING.md", "scripts/README.md"})
    void everyClassThatIsNamedExists(String page) throws IOException {
        String text = FENCE.matcher(Files.readString(TOP.resolve(page))).replaceAll("");
        List<String> names = CODE.matcher(text)
                .results()
                .map(code -> code.group(1))
                .filter(code -> CLASS.matcher(code).matches())
                .toList();

        assertThat(names)
                .hasSizeGreaterThan(5)
                .filteredOn(name -> !exists(name))
                .isEmpty();
    }

    private static boolean exists(String name) {
        var parts = CLASS.matcher(name);
        assertThat(parts.matches()).isTrue();
        String rooms = "." + parts.group(1);
        String type = parts.group(2);
        List<String> members = Stream.of(parts.group(3).split("\\."))
                .filter(member -> !member.isEmpty())
                .toList();
        return SOURCES.stream()
                .filter(source -> source.path.endsWith(rooms + type)
                        || (source.path.contains(rooms) && source.types.contains(type)))
                .anyMatch(source -> members.stream()
                        .allMatch(member -> Pattern.compile("\\b" + member + "\\b")
                                .matcher(source.text)
                                .find()));
    }

    @Test
    void thePictureHasEveryRoom() throws IOException {
        String picture = FENCE.matcher(Files.readString(TOP.resolve("CONTRIBUTING.md")))
                .results()
                .map(block -> block.group(1))
                .filter(block -> block.contains("UNDERSTANDING"))
                .collect(Collectors.joining());
        List<String> rooms = new ArrayList<>();
        for (String module : STOREYS) {
            try (Stream<Path> folders = Files.list(TOP.resolve(module).resolve("src/main/java/dev/loomweight"))) {
                for (Path folder : folders.filter(Files::isDirectory).toList()) {
                    rooms.add(folder.toFile().getName());
                    if (module.endsWith("/" + folder.toFile().getName())) {
                        // A pack: its rooms are inside.
                        rooms.addAll(foldersOf(folder));
                    }
                }
            }
        }

        assertThat(rooms)
                .hasSizeGreaterThan(40)
                .allSatisfy(room -> assertThat(picture).containsPattern("\\b" + room + "\\b"));
    }

    private static List<String> foldersOf(Path pack) throws IOException {
        try (Stream<Path> folders = Files.list(pack)) {
            return folders.filter(Files::isDirectory)
                    .map(folder -> folder.toFile().getName())
                    .toList();
        }
    }
}
