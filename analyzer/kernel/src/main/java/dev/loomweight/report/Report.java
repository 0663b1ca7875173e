package dev.loomweight.report;

import java.util.List;

/**
 * The result of a command, ready for any renderer.
 *
 * @param command the command that made it, such as {@code memory}
 * @param title one line that names what was examined
 * @param sections in the order of reading
 */
public record Report(String command, String title, List<Section> sections) {

    /** The version of the machine-readable form; raised when a key is renamed or removed. */
    public static final int SCHEMA_VERSION = 2;

    public Report {
        sections = List.copyOf(sections);
    }
}
