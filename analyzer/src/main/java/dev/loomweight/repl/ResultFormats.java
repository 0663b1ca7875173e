package dev.loomweight.repl;

import dev.loomweight.render.Format;
import dev.loomweight.render.RowFormat;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The formats of results, by name and by file extension. A complete report has those of the command line; rows have those
 * of {@link RowFormat}, which are written row by row.
 */
final class ResultFormats {

    /** Extensions that differ from the name of the format. */
    private static final Map<String, String> WORDS = Map.of("md", "markdown", "txt", "text", "htm", "html");

    private ResultFormats() {}

    /**
     * The format of a complete report. CSV is not among them: a spreadsheet needs a single table.
     *
     * @param word a value of {@code set format}, or a file extension
     */
    static Optional<Format> ofReport(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        String full = WORDS.getOrDefault(lower, lower);
        return Arrays.stream(Format.values())
                .filter(format -> format.toString().equals(full) && !full.equals("csv"))
                .findFirst();
    }

    /** The format that a file's extension names, or another if it names none. */
    static String of(Path file, String otherwise) {
        String name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        String ending = dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
        boolean known = RowFormat.of(ending).isPresent() || ofReport(ending).isPresent();
        return known ? ending : otherwise;
    }
}
