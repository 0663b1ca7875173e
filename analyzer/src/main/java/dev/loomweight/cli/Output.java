package dev.loomweight.cli;

import dev.loomweight.capture.DataException;
import dev.loomweight.output.WholeFile;
import dev.loomweight.render.Format;
import dev.loomweight.render.Renderer;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Place;
import dev.loomweight.report.Report;
import dev.loomweight.sources.SourceTree;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The format and the files of a report: the options of every command that prints one. */
abstract class Output extends Arguments {

    /** For the help texts; the most common endings come first. */
    static final String FORMAT_BY_ENDING =
            "Its ending selects the format: .html .md .json .csv .txt .sarif .xml (JUnit) .collapsed .speedscope.json.";

    private static final String ENDINGS =
            Arrays.stream(Format.values()).map(Format::ending).collect(Collectors.joining(" "));

    private final One<Format> format = one(
            Format.class,
            option(
                    "--format",
                    "FORMAT",
                    "Format of the report: ${COMPLETION-CANDIDATES} (default: text, or from the file's ending)."));

    private final One<Integer> top = one(
            int.class,
            option(
                    "--top",
                    "N",
                    "How many rows of a ranked table and findings about single sites text and Markdown show"
                            + " (default: 25 sites, and fewer of what is less important). The other formats have all."));

    private final One<Path> sourceRoot = one(
            Path.class,
            option(
                    "--source-root",
                    "DIR",
                    "Root of the repository, from which SARIF names files (default: the checkout that the current"
                            + " directory is in)."));

    /** The files to write; with none, the report goes to a stream. */
    abstract List<Path> files();

    /** The option that names them. */
    abstract String option();

    /**
     * Checks that the formats of the files are known. To be called first, so that an unknown ending is reported before
     * the inputs are read.
     *
     * @throws ParameterException if a file has an unknown ending, {@code --format} is given for several files,
     *     {@code --top} is below 0, or {@code --source-root} is no directory
     */
    void check(CommandLine command) {
        if (top() < 0) {
            throw new ParameterException(command, "--top: expected a number of rows, such as 40, and not " + top());
        }
        if (sourceRoot.given() && !Files.isDirectory(sourceRoot.get())) {
            throw new ParameterException(command, "--source-root: " + sourceRoot.get() + " is not a directory");
        }
        try {
            formats();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, option() + ": " + e.getMessage(), e);
        }
    }

    /** Whether people read text: in a stream, or in every file. */
    boolean isText() {
        return files().isEmpty()
                ? format.or(Format.TEXT) == Format.TEXT
                : formats().stream().allMatch(Format.TEXT::equals);
    }

    private int top() {
        return top.or(TextOptions.AS_TABLE);
    }

    /** Whether a number of rows was asked for. */
    boolean hasTop() {
        return top() != TextOptions.AS_TABLE;
    }

    /** Writes a report to the files, or where there are none to standard output. */
    void write(Report report, Console console) {
        write(report, console.out(), console.textOptions());
    }

    /**
     * Writes a report to the files, or where there are none to a stream.
     *
     * @param options the width and colours of text in the stream, and what of a report it has, which is so in files too
     * @throws DataException if a file cannot be written; it is then unchanged
     */
    void write(Report report, PrintWriter out, TextOptions options) {
        List<Format> formats = formats();
        for (int i = 0; i < formats.size(); i++) {
            write(report, formats.get(i), files().get(i), options);
        }
        if (formats.isEmpty()) {
            Format wanted = format.or(Format.TEXT);
            out.print(text(report, renderer(report, wanted, options.withTop(top()))));
            out.flush();
        }
    }

    /** What of a report a file has, without the look of a terminal. */
    private TextOptions inFile(TextOptions options) {
        return TextOptions.PLAIN
                .withTop(top())
                .withUnfoldedStacks(options.unfolded())
                .with(options.screen());
    }

    private List<Format> formats() {
        if (format.given() && files().size() > 1) {
            throw new IllegalArgumentException(
                    "--format applies to a single file; with several files, use the endings " + ENDINGS);
        }
        return files().stream().map(this::formatOf).toList();
    }

    private Format formatOf(Path file) {
        if (format.given()) {
            return format.get();
        }
        return Format.ofFile(file.toString())
                .orElseThrow(() -> new IllegalArgumentException(
                        "the ending of " + file + " selects no format; pass --format, or use one of " + ENDINGS));
    }

    /**
     * Writes a report to a file. If the format has several files and the name does not have its ending, writes a folder
     * with these files.
     *
     * @throws DataException if it cannot be written; then nothing is changed
     */
    private void write(Report report, Format format, Path file, TextOptions options) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        try {
            Map<String, String> files = name.endsWith(format.ending())
                    ? Map.of()
                    : format.renderer(TextOptions.PLAIN).files(report);
            if (files.isEmpty()) {
                WholeFile.write(file, text(report, renderer(report, format, inFile(options))));
            } else {
                WholeFile.writeFolder(file, files);
            }
        } catch (IOException e) {
            throw new DataException("cannot write " + file + " (" + reason(file, e) + "); nothing was changed", e);
        }
    }

    /**
     * Writes a report to a file as a page of a document.
     *
     * @throws DataException if it cannot be written; then nothing is changed
     */
    static void writePage(Report report, Format format, Path file) {
        try {
            StringBuilder text = new StringBuilder();
            format.renderer(TextOptions.PLAIN).page(report, text);
            WholeFile.write(file, text.toString());
        } catch (IOException e) {
            throw new DataException("cannot write " + file + " (" + reason(file, e) + "); nothing was changed", e);
        }
    }

    private static String reason(Path file, IOException e) {
        return switch (e) {
            case NoSuchFileException missing ->
                "there is no folder " + file.toAbsolutePath().getParent();
            case AccessDeniedException denied -> "permission denied";
            case FileAlreadyExistsException there -> "it already exists";
            default -> String.valueOf(e.getMessage());
        };
    }

    private Renderer renderer(Report report, Format wanted, TextOptions options) {
        if (wanted != Format.SARIF) {
            return wanted.renderer(options);
        }
        List<Place> places = report.sections().stream()
                .flatMap(section -> section.findings().stream())
                .flatMap(finding -> Stream.ofNullable(finding.place()))
                .toList();
        Path root = sourceRoot.given() ? sourceRoot.get() : SourceTree.around(Path.of(""));
        Map<Place, String> files = root == null ? Map.of() : SourceTree.find(root, places);
        return Format.sarif(files::get);
    }

    private static String text(Report report, Renderer renderer) {
        StringBuilder text = new StringBuilder();
        try {
            renderer.render(report, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** The output of commands that only report: their {@code -o} names the report. */
    static final class OfReport extends Output {

        private final Several<Path> files = several(
                Path.class,
                output(
                        "FILE",
                        "Write the report to this file instead of standard output; repeatable. " + FORMAT_BY_ENDING));

        @Override
        List<Path> files() {
            return files.get();
        }

        @Override
        String option() {
            return "-o";
        }
    }

    /** The output of commands that create a capture or a copy first, which is what their {@code -o} names. */
    static final class OfCommand extends Output {

        private final Several<Path> files = several(
                Path.class,
                option(
                        "--report",
                        "FILE",
                        "Write the report to this file instead of standard output (for a command after --: standard error);"
                                + " repeatable. " + FORMAT_BY_ENDING));

        @Override
        List<Path> files() {
            return files.get();
        }

        @Override
        String option() {
            return "--report";
        }
    }

    /** The output of questions that can capture a running JVM: their {@code -o} names the report, and the capture to keep. */
    static final class OfQuestion extends Output {

        private static final String CAPTURE = ".lw";

        private final Several<Path> named = several(
                Path.class,
                output(
                        "FILE",
                        "Write the report to this file instead of standard output; repeatable. " + FORMAT_BY_ENDING
                                + " With the ending .lw: keep the capture of a running JVM in this folder."));

        @Override
        List<Path> files() {
            return named.get().stream().filter(path -> !isCapture(path)).toList();
        }

        @Override
        String option() {
            return "-o";
        }

        @Override
        void check(CommandLine command) {
            super.check(command);
            if (named.get().stream().filter(OfQuestion::isCapture).count() > 1) {
                throw new ParameterException(command, "-o: one folder for the capture, not several");
            }
        }

        /** Where the capture is to be kept; null if it is not. */
        @Nullable
        Path capture() {
            return named.get().stream()
                    .filter(OfQuestion::isCapture)
                    .findFirst()
                    .orElse(null);
        }

        private static boolean isCapture(Path path) {
            return path.toString().endsWith(CAPTURE);
        }
    }
}
