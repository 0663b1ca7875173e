package dev.loomweight.cli;

import dev.loomweight.capture.DataException;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Option.Taker;
import dev.loomweight.kernel.option.Options;
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

/** The format and the files of a report: the options of every command that prints one. */
final class Output {

    private static final String ENDINGS =
            Arrays.stream(Format.values()).map(Format::ending).collect(Collectors.joining(" "));

    /** For the help texts; the most common endings come first. */
    private static final String FILE_WORDS =
            "Write the report to this file instead of standard output; repeatable. Its ending selects the format: .html"
                    + " .md .json .csv .txt .sarif .xml (JUnit) .collapsed .speedscope.json .pb.gz (pprof)"
                    + " .otlp.json.";

    /** The files of commands that only report; with none, the report goes to a stream. */
    static final Option<List<Path>> REPORT = files("-o --output", FILE_WORDS);

    /** The files of questions that can capture a running JVM: one of them is the capture to keep. */
    static final Option<List<Path>> REPORT_AND_CAPTURE = files(
            "-o --output", FILE_WORDS + " With the ending .lw: keep the capture of a running JVM in this folder.");

    /** The files of commands that create a capture or a copy first, which is what their {@code -o} names. */
    static final Option<List<Path>> OF_CREATED = files(
            "--report",
            FILE_WORDS.replace("standard output;", "standard output (for a command after --: standard error);"));

    private static final Option<Format> FORMAT = Option.choice(
                    Format.class,
                    "-f --format",
                    "FORMAT",
                    "Format of the report: ${COMPLETION-CANDIDATES} (default: text, or from the file's ending).")
            .takenBy(Taker.COMMAND_LINE);

    private static final Option<Integer> TOP = Option.number(
                    "--top",
                    "How many rows of a ranked table and findings about single sites text and Markdown show"
                            + " (default: 25 sites, and fewer of what is less important). The other formats have all.")
            .takenBy(Taker.COMMAND_LINE)
            .checked(
                    rows -> Misuse.require(rows >= 0, "--top: expected a number of rows, such as 40, and not " + rows));

    private static final Option<Path> SOURCE_ROOT = Option.path(
                    "--source-root",
                    "DIR",
                    "Root of the repository, from which SARIF names files (default: the checkout that the current"
                            + " directory is in).")
            .takenBy(Taker.COMMAND_LINE)
            .checked(root -> Misuse.require(Files.isDirectory(root), "--source-root: " + root + " is not a directory"));

    private static final String CAPTURE = ".lw";

    private final Options given;
    private final List<Path> files;
    private final @Nullable Path capture;

    /**
     * What a user wants. To be made first, so that an unknown ending is reported before the inputs are read.
     *
     * @param option the one that names the files
     * @throws Misuse if a file has an unknown ending, or {@code --format} is given for several files
     */
    Output(Options given, Option<List<Path>> option) {
        this(given, option, false);
    }

    /**
     * The same of a question.
     *
     * @param capturing whether one of the files can be a capture to keep
     * @throws Misuse as well if there are two captures
     */
    Output(Options given, Option<List<Path>> option, boolean capturing) {
        this.given = given;
        List<Path> named = given.get(option);
        List<Path> captures = capturing
                ? named.stream()
                        .filter(path -> path.toString().endsWith(CAPTURE))
                        .toList()
                : List.of();
        this.files = named.stream().filter(path -> !captures.contains(path)).toList();
        this.capture = captures.isEmpty() ? null : captures.getFirst();
        try {
            formats();
        } catch (IllegalArgumentException e) {
            throw new Misuse(option.names().getFirst() + ": " + e.getMessage(), e);
        }
        Format wanted = given.get(FORMAT, Format.TEXT);
        Misuse.require(
                !wanted.isBinary() || !files.isEmpty(),
                "--format " + wanted + " has bytes, not text; name a file: "
                        + option.names().getFirst() + " report" + wanted.ending());
        Misuse.require(captures.size() <= 1, "-o: one folder for the capture, not several");
    }

    private static Option<List<Path>> files(String names, String words) {
        return Option.path(names, "FILE", words).takenBy(Taker.COMMAND_LINE).repeated();
    }

    /** @param files the option that names the files */
    static List<Option<?>> options(Option<List<Path>> files) {
        return Option.in(Option.Group.OUTPUT, List.of(FORMAT, TOP, SOURCE_ROOT, files));
    }

    /** The files to write; with none, the report goes to a stream. */
    List<Path> files() {
        return files;
    }

    /** Where the capture of a running JVM is to be kept; null if it is not. */
    @Nullable
    Path capture() {
        return capture;
    }

    /** Whether people read text: in a stream, or in every file. */
    boolean isText() {
        return files.isEmpty()
                ? given.get(FORMAT, Format.TEXT) == Format.TEXT
                : formats().stream().allMatch(Format.TEXT::equals);
    }

    private int top() {
        return given.get(TOP, TextOptions.AS_TABLE);
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
            write(report, formats.get(i), files.get(i), options);
        }
        if (formats.isEmpty()) {
            Format wanted = given.get(FORMAT, Format.TEXT);
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
        if (given.has(FORMAT) && files.size() > 1) {
            throw new IllegalArgumentException(
                    "--format applies to a single file; with several files, use the endings " + ENDINGS);
        }
        return files.stream().map(this::formatOf).toList();
    }

    private Format formatOf(Path file) {
        if (given.has(FORMAT)) {
            return given.get(FORMAT);
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
            if (format.isBinary()) {
                WholeFile.write(file, format.renderer(TextOptions.PLAIN).bytes(report));
            } else if (files.isEmpty()) {
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
        Path root = given.has(SOURCE_ROOT) ? given.get(SOURCE_ROOT) : SourceTree.around(Path.of(""));
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
}
