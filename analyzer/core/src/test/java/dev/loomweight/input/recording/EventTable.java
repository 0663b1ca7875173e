package dev.loomweight.input.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table in the README of the recordings: how many events of each type the larger ones have, as the JDK counts. */
final class EventTable {

    private static final String BEGIN = "<!-- begin of the table -->\n";
    private static final String END = "<!-- end of the table -->";

    private EventTable() {}

    /** The table of the recordings in a folder. */
    static String of(Path recordings) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(recordings)) {
            files = found.filter(file -> file.endsWith("variety.jfr") || file.endsWith("killed.jfr"))
                    .sorted()
                    .toList();
        }
        List<Map<String, Long>> counts = new ArrayList<>();
        TreeSet<String> types = new TreeSet<>();
        for (Path file : files) {
            Map<String, Long> ofFile = counted(file);
            counts.add(ofFile);
            types.addAll(ofFile.keySet());
        }
        StringBuilder table = new StringBuilder("| |");
        files.forEach(
                file -> table.append(' ').append(recordings.relativize(file)).append(" |"));
        table.append("\n|---|").append("---:|".repeat(files.size())).append('\n');
        for (String type : types) {
            table.append("| ").append(type).append(" |");
            counts.forEach(ofFile -> table.append(ofFile.containsKey(type) ? " " + ofFile.get(type) + " |" : " |"));
            table.append('\n');
        }
        return table.toString();
    }

    /** A text in which another table stands. */
    static String replacedIn(String text, String table) {
        return text.substring(0, text.indexOf(BEGIN) + BEGIN.length()) + table + text.substring(text.indexOf(END));
    }

    /** The table that stands in a text. */
    static String in(String text) {
        return text.substring(text.indexOf(BEGIN) + BEGIN.length(), text.indexOf(END));
    }

    private static Map<String, Long> counted(Path file) throws IOException {
        return Damage.of(file).chunks().stream()
                .flatMap(chunk -> GoodChunk.readByJdk(chunk.bytes()).stream())
                .collect(Collectors.groupingBy(
                        event -> event.getEventType().getName(), HashMap::new, Collectors.counting()));
    }
}
