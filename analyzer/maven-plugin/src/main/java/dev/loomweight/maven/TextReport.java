package dev.loomweight.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A report as text, of which Maven's log shows one section. */
final class TextReport {

    private static final Pattern HEADING = Pattern.compile("\\S.* ─{3,}");

    private final List<String> lines;

    private TextReport(List<String> lines) {
        this.lines = lines;
    }

    /** Reads one. */
    static TextReport read(Path file) throws IOException {
        return of(Files.readAllLines(file));
    }

    /** One of these lines. */
    static TextReport of(List<String> lines) {
        return new TextReport(List.copyOf(lines));
    }

    /** The lines of a section without heading, and without empty lines at its ends; none if there is no such section. */
    List<String> section(String heading) {
        List<String> section = new ArrayList<>();
        boolean inside = false;
        for (String line : lines) {
            if (HEADING.matcher(line).matches()) {
                inside = line.startsWith(heading + " ─");
            } else if (inside && !(section.isEmpty() && line.isBlank())) {
                section.add(line);
            }
        }
        while (!section.isEmpty() && section.get(section.size() - 1).isBlank()) {
            section.remove(section.size() - 1);
        }
        return section;
    }
}
