package dev.loomweight.repl;

import dev.loomweight.render.Format;
import dev.loomweight.render.RowFormat;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The forms of results, by their words and the endings of files. A whole report has those of the command line; rows have
 * those of {@link RowFormat}, which are written row by row.
 */
final class ResultFormats {

    /** Endings that are not the word for what they stand for. */
    private static final Map<String, String> WORDS = Map.of("md", "markdown", "txt", "text", "htm", "html");

    private ResultFormats() {}

    /**
     * The form of a whole report. For CSV there is none: what a spreadsheet wants is one table.
     *
     * @param word a word of {@code set format}, or the ending of a file
     */
    static Optional<Format> ofReport(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        String full = WORDS.getOrDefault(lower, lower);
        return Arrays.stream(Format.values())
                .filter(format -> format.toString().equals(full) && !full.equals("csv"))
                .findFirst();
    }

    /** The form that a file's name asks for by its ending, or another where that says nothing. */
    static String of(Path file, String otherwise) {
        String name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        String ending = dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
        boolean known = RowFormat.of(ending).isPresent() || ofReport(ending).isPresent();
        return known ? ending : otherwise;
    }
}
