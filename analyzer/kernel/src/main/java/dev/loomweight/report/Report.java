package dev.loomweight.report;

import java.util.List;

/**
 * The result of a command, ready for any renderer.
 *
 * @param command the command that made it, such as {@code memory}
 * @param title one line that names what was examined
 * @param incomplete what is missing in the inputs, one sentence each, which people read before the first figure; empty where
 *     nothing is known to be missing
 * @param sections in the order of reading
 */
public record Report(String command, String title, List<String> incomplete, List<Section> sections) {

    /** The version of the machine-readable form; raised when a key is renamed or removed. */
    public static final int SCHEMA_VERSION = 2;

    /** A report on inputs that are complete. */
    public Report(String command, String title, List<Section> sections) {
        this(command, title, List.of(), sections);
    }

    public Report {
        incomplete = List.copyOf(incomplete);
        sections = List.copyOf(sections);
    }
}
