package dev.loomweight.cli;

import dev.loomweight.capture.DataException;
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
import picocli.CommandLine.Option;

/** How a report is written; the same option on every command that prints one. */
final class Output {

    private static final String ENDINGS =
            Arrays.stream(Format.values()).map(Format::ending).collect(Collectors.joining(" "));

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "How the report is written: ${COMPLETION-CANDIDATES} (default: text, or by the ending of the file).")
    private @Nullable Format format;

    /** Writes a report to standard output. */
    void write(Report report, Console console) {
        write(report, console.out(), console.textOptions());
    }

    /** Writes a report to a stream. */
    void write(Report report, PrintWriter out, TextOptions options) {
        out.print(text(report, format == null ? Format.TEXT : format, options));
        out.flush();
    }

    /**
     * The formats of some files, in their order.
     *
     * @throws IllegalArgumentException if one has an ending that says nothing, or {@code --format} is there for several
     */
    List<Format> formatsOf(List<Path> files) {
        if (format != null && files.size() > 1) {
            throw new IllegalArgumentException(
                    "--format is for one file; give each of several files an ending: " + ENDINGS);
        }
        return files.stream().map(this::formatOf).toList();
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
    static void write(Report report, Format format, Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        try {
            Map<String, String> files = name.endsWith(format.ending())
                    ? Map.of()
                    : format.renderer(TextOptions.PLAIN).files(report);
            if (files.isEmpty()) {
                WholeFile.write(file, text(report, format, TextOptions.PLAIN));
            } else {
                WholeFile.writeFolder(file, files);
            }
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
