package dev.loomweight.repl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.cli.CliRun;
import dev.loomweight.query.Relations;
import dev.loomweight.render.Format;
import dev.loomweight.render.RowFormat;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table that is saved at the prompt is, byte by byte, the one that the command line writes. */
class SavedTableTest {

    private static final Path RECORDING = Path.of("src/test/resources/recordings/25/pins.jfr");

    @TempDir
    private Path folder;

    private void run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(CliRun.run(out, err, arguments)).as(err.toString()).isZero();
    }

    @Test
    void sitesOfARecording() throws IOException {
        run(
                "pins",
                RECORDING.toString(),
                "--format",
                "csv",
                "-o",
                folder.resolve("all").toString());
        Path saved = folder.resolve("saved.csv");
        run("repl", RECORDING.toString(), "-c", "pins.sites | save " + saved);

        assertThat(Files.readString(saved))
                .startsWith("site,blocker,cause,pinsCount,totalNanos,")
                .isEqualTo(Files.readString(folder.resolve("all/pins.sites.csv")));
    }

    @Test
    void hostileWordsAndEveryTypeOfCell() throws IOException {
        List<Column> columns = List.of(
                Column.of("name", "Name"),
                Column.of("size", "Size"),
                Column.of("length", "Length"),
                Column.of("number", "Number"),
                Column.of("line", "Line"),
                Column.of("share", "Share"),
                Column.of("start", "Start"));
        Table table = new Table(
                "rows",
                "",
                columns,
                List.of(
                        Row.of(
                                Cell.text("=cmd|' /C calc'!A0\u001b[31m, \"quoted\"\r\nsecond line"),
                                Cell.bytes(1 << 20),
                                new Cell.Nanos(37_000_000),
                                Cell.count(1_234_567),
                                Cell.id(1234),
                                new Cell.Ratio(0.125),
                                new Cell.Time(Instant.parse("2026-03-01T12:00:00.000000123Z"))),
                        Row.of(
                                Cell.text(" \u202Eturned "),
                                Cell.absent("off"),
                                Cell.absent(""),
                                Cell.count(0),
                                Cell.text(""),
                                new Cell.Ratio(1),
                                Cell.absent("never"))),
                List.of());
        Report report = new Report("report", "", List.of(new Section("report", "", List.of(table), List.of())));
        StringWriter saved = new StringWriter();
        RowFormat.CSV.write(Relations.of(table), 0, 2, saved);

        assertThat(Format.CSV.renderer(TextOptions.PLAIN).files(report))
                .containsEntry("report.rows.csv", saved.toString());
        assertThat(saved.toString())
                .startsWith("name,sizeBytes,lengthNanos,numberCount,line,shareRatio,startTime\r\n")
                .doesNotContain("\u001b", "\u202E");
    }
}
