package dev.loomweight.cli;

import dev.loomweight.capture.DataException;
import dev.loomweight.output.WholeFile;
import dev.loomweight.render.Format;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How a report is written, and to which files; the same on every command that prints one. */
abstract class Output {

    /** How a file's name chooses the format, for the help: the ending that people ask for most comes first. */
    static final String ENDING_TELLS =
            "The ending tells the format: .html .md .json .csv .txt .sarif .xml (JUnit) .collapsed .speedscope.json.";

    private static final String ENDINGS =
            Arrays.stream(Format.values()).map(Format::ending).collect(Collectors.joining(" "));

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "How the report is written: ${COMPLETION-CANDIDATES} (default: text, or by the ending of the file).")
    private @Nullable Format format;

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "How many rows of a ranked table and findings about single sites text and Markdown show"
                    + " (default: 25 sites, and fewer of what is less important). The other formats have all.")
    private int top = TextOptions.AS_TABLE;

    /** The files that are asked for; with none, the report goes to a stream. */
    abstract List<Path> files();

    /** The option that names them. */
    abstract String option();

    /**
     * Whether the formats of the files are known. To be called before anything is done: a bad ending need not cost the
     * time of an answer.
     *
     * @throws ParameterException if one has an ending that says nothing, {@code --format} is there for several, or
     *     {@code --top} is below 0
     */
    void check(CommandLine command) {
        if (top < 0) {
            throw new ParameterException(command, "--top: expected a number of rows, such as 40, and not " + top);
        }
        try {
            formats();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, option() + ": " + e.getMessage(), e);
        }
    }

    /** Writes a report to the files, or where there are none to standard output. */
    void write(Report report, Console console) {
        write(report, console.out(), console.textOptions());
    }

    /**
     * Writes a report to the files, or where there are none to a stream.
     *
     * @param options how text looks in the stream
     * @throws DataException if a file cannot be written; it has not changed then
     */
    void write(Report report, PrintWriter out, TextOptions options) {
        List<Format> formats = formats();
        for (int i = 0; i < formats.size(); i++) {
            write(report, formats.get(i), files().get(i));
        }
        if (formats.isEmpty()) {
            out.print(text(report, format == null ? Format.TEXT : format, options.withTop(top)));
            out.flush();
        }
    }

    private List<Format> formats() {
        if (format != null && files().size() > 1) {
            throw new IllegalArgumentException(
                    "--format is for one file; give each of several files an ending: " + ENDINGS);
        }
        return files().stream().map(this::formatOf).toList();
    }

    private Format formatOf(Path file) {
        if (format != null) {
            return format;
        }
        return Format.ofFile(file.toString())
                .orElseThrow(() -> new IllegalArgumentException(
                        "the ending of " + file + " tells no format; give --format, or one of " + ENDINGS));
    }

    /**
     * Writes a report to a file; to a folder of files where the format has several, and the name does not end as one file
     * of it would.
     *
     * @throws DataException if it cannot be written; then nothing has changed
     */
    private void write(Report report, Format format, Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        try {
            Map<String, String> files = name.endsWith(format.ending())
                    ? Map.of()
                    : format.renderer(TextOptions.PLAIN).files(report);
            if (files.isEmpty()) {
                WholeFile.write(file, text(report, format, TextOptions.PLAIN.withTop(top)));
            } else {
                WholeFile.writeFolder(file, files);
            }
        } catch (IOException e) {
            throw new DataException("cannot write " + file + " (" + reason(e) + "); nothing was changed", e);
        }
    }

    /**
     * Writes a report to a file as a page of a document.
     *
     * @throws DataException if it cannot be written; then nothing has changed
     */
    static void writePage(Report report, Format format, Path file) {
        try {
            StringBuilder text = new StringBuilder();
            format.renderer(TextOptions.PLAIN).page(report, text);
            WholeFile.write(file, text.toString());
        } catch (IOException e) {
            throw new DataException("cannot write " + file + " (" + reason(e) + "); nothing was changed", e);
        }
    }

    private static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException missing -> "there is no folder " + missing.getFile();
            case AccessDeniedException denied -> "permission denied";
            case FileAlreadyExistsException there -> "it is there already";
            default -> String.valueOf(e.getMessage());
        };
    }

    private static String text(Report report, Format format, TextOptions options) {
        StringBuilder text = new StringBuilder();
        try {
            format.renderer(options).render(report, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
