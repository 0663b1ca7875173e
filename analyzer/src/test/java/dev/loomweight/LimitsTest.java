package dev.loomweight;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The size of the house, and its tangles, as its main sources show them. */
class LimitsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String MAIN = "src/main/java/dev/loomweight/";
    /** Of a pack, each room inside it is one. */
    private static final Pattern ROOM = Pattern.compile("(?:(?:kernel|pins|threads|memory|fleet)\\.)?[a-z]+(?=\\.)");

    private static final Pattern IMPORT =
            Pattern.compile("^import (?:static )?dev\\.loomweight\\.(" + ROOM + ")", Pattern.MULTILINE);
    private static final Pattern RECORD = Pattern.compile("\\brecord \\w+(?:<[^>{]*>)?\\(");
    private static final int MANY_PARTS = 10;
    private static final List<String> MODULES = List.of(
            "agent",
            "agent/junit",
            "analyzer",
            "analyzer/core",
            "analyzer/maven-plugin",
            "analyzer/spark",
            "analyzer/kernel",
            "analyzer/pins",
            "analyzer/threads",
            "analyzer/memory",
            "analyzer/fleet",
            "samples",
            "samples/lab");

    @ParameterizedTest
    @FieldSource("MODULES")
    void linesOfAModule(String module) throws IOException {
        long lines = 0;
        for (Path file : sources(module)) {
            try (Stream<String> of = Files.lines(file)) {
                lines += of.count();
            }
        }
        Limits.hold("lines of " + module, lines);
    }

    /** Two classes of one name are told apart by their rooms alone. */
    @Test
    void namesThatStandTwice() throws IOException {
        Map<String, Set<String>> rooms = new TreeMap<>();
        for (Path file : all()) {
            rooms.computeIfAbsent(String.valueOf(file.getFileName()), name -> new TreeSet<>())
                    .add(String.valueOf(file.getParent()));
        }
        rooms.remove("package-info.java");
        rooms.values().removeIf(of -> of.size() < 2);
        Limits.hold("names that stand twice", rooms.size());
    }

    /** Which room names a class of which. */
    @Test
    void arrowsBetweenRooms() throws IOException {
        Set<List<String>> arrows = new HashSet<>();
        for (Path file : all()) {
            String room = room(file);
            Matcher imported = IMPORT.matcher(Files.readString(file));
            while (imported.find()) {
                if (!imported.group(1).equals(room)) {
                    arrows.add(List.of(room, imported.group(1)));
                }
            }
        }
        Limits.hold("arrows between rooms", arrows.size());
    }

    @Test
    void recordsOfManyParts() throws IOException {
        int records = 0;
        for (Path file : all()) {
            String text = Files.readString(file);
            Matcher record = RECORD.matcher(text);
            while (record.find()) {
                if (parts(text, record.end()) >= MANY_PARTS) {
                    records++;
                }
            }
        }
        Limits.hold("records of ten parts and more", records);
    }

    @Test
    void partsOfARecordAreCounted() {
        assertThat(parts("record A(int a, Map<String, Integer> b, @Size(min = 1, max = 2) int c) {}", 9))
                .isEqualTo(3);
    }

    /** The parts of a record, from the character after its opening parenthesis: commas outside of any brackets, and one. */
    private static int parts(String text, int from) {
        int depth = 1;
        int commas = 0;
        for (int i = from; depth > 0; i++) {
            char c = text.charAt(i);
            if (c == '(' || c == '<') {
                depth++;
            } else if (c == ')' || c == '>') {
                depth--;
            } else if (c == ',' && depth == 1) {
                commas++;
            }
        }
        return commas + 1;
    }

    private static String room(Path file) {
        String path = file.toString();
        Matcher room =
                ROOM.matcher(path.substring(path.indexOf(MAIN) + MAIN.length()).replace('/', '.'));
        return room.lookingAt() ? room.group() : "";
    }

    private static List<Path> all() throws IOException {
        List<Path> all = new ArrayList<>();
        for (String module : MODULES) {
            all.addAll(sources(module));
        }
        return all;
    }

    private static List<Path> sources(String module) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }
}
