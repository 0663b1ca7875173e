package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.render.Format;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Reports in files: which format, where, and whole or not at all. */
class OutputTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path input = Path.of("");

    @BeforeEach
    void find() throws URISyntaxException {
        input = Path.of(Objects.requireNonNull(OutputTest.class.getResource("/nmt/25.0.3/platform-summary.txt"))
                .toURI());
    }

    @Test
    void severalFilesEachGetTheFormatOfTheirEnding() throws IOException {
        assertThat(memory(
                        "-o",
                        in("a.html"),
                        "-o",
                        in("b.json"),
                        "-o",
                        in("c.md"),
                        "-o",
                        in("d.sarif"),
                        "-o",
                        in("e.XML")))
                .isZero();
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).isEmpty();
        assertThat(folder.resolve("a.html")).content().startsWith("<!DOCTYPE html>");
        assertThat(folder.resolve("b.json")).content().startsWith("{\n  \"schemaVersion\"");
        assertThat(folder.resolve("c.md")).content().startsWith("### Loomweight memory");
        assertThat(folder.resolve("d.sarif")).content().contains("\"2.1.0\"");
        assertThat(folder.resolve("e.XML")).content().startsWith("<?xml");
        assertThat(names()).hasSize(5);
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void aReportIsForItsOwnerAlone(Format format) throws IOException {
        Path file = folder.resolve("report" + format.ending());
        assertThat(memory("-o", file.toString())).isZero();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");

        // What somebody has opened to others stays open.
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(memory("-o", file.toString())).isZero();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r--r--");
    }

    @Test
    void theFormatThatIsAskedForGoesBeforeTheEnding() {
        assertThat(memory("--format", "json", "-o", in("report.txt"))).isZero();
        assertThat(folder.resolve("report.txt")).content().startsWith("{\n");
        assertThat(memory("--format", "markdown")).isZero();
        assertThat(out.toString()).startsWith("### Loomweight memory");
    }

    @Test
    void textInAFileHasNoColourAndFitsAnything() {
        assertThat(memory("-o", in("report.txt"))).isZero();
        assertThat(folder.resolve("report.txt"))
                .content()
                .doesNotContain("\u001b")
                .contains("Java Heap");
    }

    @Test
    void tablesGoToOneFileOrToAFolder() throws IOException {
        assertThat(memory("-o", in("all.csv"), "-o", in("all.json"))).isZero();
        assertThat(memory("--format", "csv", "-o", in("tables"))).isZero();
        try (Stream<Path> files = Files.list(folder.resolve("tables"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .isNotEmpty()
                    .allMatch(name -> name.endsWith(".csv"));
        }
        // What somebody has in a folder is not mixed with it, nor lost.
        assertThat(memory("--format", "csv", "-o", in("tables"))).isEqualTo(1);
        assertThat(err.toString()).contains("cannot write ").contains("it already exists");
        assertThat(names()).containsExactly("all.csv", "all.json", "tables");
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void theHelpNamesTheEndingOfEveryFormat(Format format) {
        assertThat(Output.OF_CREATED.words().getFirst())
                .containsPattern(" " + Pattern.quote(format.ending()) + "( |\\.$)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-o report | -o: the ending of report selects no format; pass --format, or use one of .txt .md .json .html",
                "-o a.json -o b.html --format json | -o: --format applies to a single file; with several files, use the endings ",
                "--format pdf -o a.pdf | invalid value for option '--format'",
            })
    void whatIsUnclearIsSaidBeforeAnythingIsRead(String line, String message) {
        assertThat(memory(line.split(" "))).isEqualTo(2);
        assertThat(err.toString()).startsWith("loomweight memory: " + message).containsOnlyOnce("\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "diff a.txt b.txt -o report | loomweight diff: -o: the ending of report selects no format",
                "record 1 --report report | loomweight record: --report: the ending of report selects no format",
                "run --report report -- java -version | loomweight run: --report: the ending of report selects no format",
                "run sleepers --report report | loomweight run sleepers: --report: the ending of report selects no format",
                "run mapped-file --report a.md --report b.md --format json | loomweight run mapped-file: --report: --format applies to"
                        + " a single file",
            })
    void everyCommandAsksForAFormatBeforeItStartsAnything(String line, String message) {
        assertThat(loomweight(line.split(" "))).isEqualTo(2);
        assertThat(err.toString()).startsWith(message).containsOnlyOnce("\n");
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void aDifferenceIsWrittenInEveryForm(Format format) throws IOException {
        Path before = input.resolveSibling("virtual-summary-b.txt");
        String file = in("diff" + format.ending());
        assertThat(loomweight("diff", before.toString(), input.toString(), "-o", file))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).isEmpty();
        Set<Format> ofStacks = Set.of(Format.COLLAPSED, Format.SPEEDSCOPE, Format.PPROF, Format.OTLP);
        assertThat(Path.of(file)).exists();
        if (!ofStacks.contains(format)) {
            String written = Files.readString(Path.of(file));
            assertThat(written)
                    .contains(format == Format.CSV ? "memoryChange.categories,plain,Thread," : "Thread grew most");
        }
    }

    @Test
    void aListOfJvmsGoesToFilesToo() {
        assertThat(loomweight("record", "--report", in("jvms.json"))).isZero();
        assertThat(out.toString()).isEmpty();
        assertThat(folder.resolve("jvms.json")).content().startsWith("{\n");
    }

    @Test
    void whatCannotBeWrittenLeavesNothingAndChangesNothing() throws IOException {
        assertThat(memory("-o", in("absent/a.html"))).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("loomweight memory: cannot write ")
                .contains("(there is no folder " + folder.resolve("absent") + "); nothing was changed")
                .containsOnlyOnce("\n");
        Files.createDirectory(folder.resolve("a.html"));
        assertThat(memory("-o", in("a.html"))).isEqualTo(1);
        assertThat(err.toString()).contains("it is a folder");
        assertThat(names()).containsExactly("a.html");
    }

    @Test
    void aDeviceIsWrittenToAsItIsAndItsErrorIsTold() {
        assumeTrue(Files.exists(Path.of("/dev/full")), "there is no /dev/full");
        assertThat(memory("--format", "json", "-o", "/dev/full")).isEqualTo(1);
        assertThat(err.toString()).startsWith("loomweight memory: cannot write /dev/full (");
        assertThat(Path.of("/dev/full")).exists();
    }

    @Test
    void aLinkStaysALinkAndItsTargetIsReplaced() throws IOException {
        Path target = Files.writeString(folder.resolve("target.json"), "before");
        Path link = Files.createSymbolicLink(folder.resolve("link.json"), target);
        assertThat(memory("-o", link.toString())).isZero();
        assertThat(link).isSymbolicLink();
        assertThat(target).content().startsWith("{\n");
    }

    private String in(String name) {
        return folder.resolve(name).toString();
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private int memory(String... arguments) {
        return loomweight(Stream.concat(Stream.of("memory", input.toString()), Stream.of(arguments))
                .toArray(String[]::new));
    }

    private int loomweight(String... all) {
        return new Cli(Console.of(new PrintWriter(out), new PrintWriter(err), Map.of())).run(all);
    }
}
