package dev.loomweight.repl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.cli.CliRun;
import dev.loomweight.query.HostileRecording;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings whose names and values attack whoever opens them at the prompt. */
class HostileNamesTest {

    private static final String VALUE = "=HYPERLINK(\"http://127.0.0.1\")\u001b[31m<script>alert(1)</script>|[x](y)";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int repl(Path recording, String... commands) {
        List<String> arguments = new ArrayList<>(List.of("repl", recording.toString()));
        for (String command : commands) {
            arguments.add("-c");
            arguments.add(command);
        }
        return CliRun.run(out, err, arguments.toArray(String[]::new));
    }

    @Test
    void aFieldWhoseNameIsSqlRunsNothing() throws IOException {
        Path made = folder.resolve("made");
        Path recording = folder.resolve("a.jfr");
        HostileRecording.write(
                recording,
                "shop.Order",
                "x\" INT); CALL FILE_WRITE(STRINGTOUTF8('attacked'), '" + made + "'); CREATE TABLE Z(\"y",
                "plain");

        assertThat(repl(recording, "sql SELECT * FROM shop.Order"))
                .as(err.toString())
                .isZero();

        assertThat(out.toString()).contains("plain");
        assertThat(made).doesNotExist();
        assertThat(folder).isDirectoryNotContaining("glob:**made*");
    }

    @Test
    void aTypeWhoseNameIsSqlRunsNothing() throws IOException {
        Path recording = folder.resolve("a.jfr");
        String type = "a\" (x INT) AS SELECT LENGTH(FILE_WRITE(STRINGTOUTF8('attacked'), 'attacked')) --";
        HostileRecording.write(recording, type, "field", "plain");

        assertThat(repl(recording, "sql SELECT * FROM \"" + type.replace("\"", "\"\"") + "\""))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("plain");
        assertThat(Path.of("attacked")).doesNotExist();
    }

    @Test
    void aTypeWhoseNameNoClassCanHaveIsDamage() throws IOException {
        Path recording = folder.resolve("a.jfr");
        HostileRecording.write(recording, "a\u001b[2J", "field", "plain");

        assertThat(repl(recording, "types")).isEqualTo(1);
        assertThat(err.toString()).contains("no readable metadata").doesNotContain("\u001b");
    }

    @Test
    void typedSqlReachesNoFile() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "only-in-this-file");
        Path recording = folder.resolve("a.jfr");
        HostileRecording.write(recording, "shop.Order", "field", "plain");

        int status = repl(
                recording,
                "sql SELECT FILE_READ('" + secret + "', NULL)",
                "sql SELECT * FROM CSVREAD('" + secret + "')",
                "sql CALL FILE_WRITE(STRINGTOUTF8('x'), '" + folder.resolve("made") + "')",
                "sql CREATE ALIAS A AS 'void a() { }'",
                "sql SCRIPT TO '" + folder.resolve("made") + "'");

        assertThat(status).isEqualTo(1);
        assertThat(out.toString() + err).doesNotContain("only-in-this-file");
        assertThat(err.toString().lines()).hasSize(5).allMatch(line -> line.startsWith("loomweight repl: SQL: "));
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(secret, recording);
        }
    }

    private String saved(Path recording, String file) throws IOException {
        Path path = folder.resolve(file);
        assertThat(repl(recording, "events shop.Order | save " + path))
                .as(err.toString())
                .isZero();
        return Files.readString(path);
    }

    @Test
    void whatIsSavedIsWordsToEveryProgram() throws IOException {
        Path recording = folder.resolve("a.jfr");
        HostileRecording.write(recording, "shop.Order", "note\u001b[1m<b>|", VALUE);

        assertThat(saved(recording, "rows.csv"))
                .contains("\"'=HYPERLINK(\"\"http://127.0.0.1\"\")\\u001b[31m", "\r\n")
                .doesNotContain("\u001b", ",=", "\"=");
        assertThat(saved(recording, "rows.md"))
                .contains("\\<script\\>", "\\|", "\\[x\\]")
                .doesNotContain("\u001b", "<script>", "<b>");
        assertThat(saved(recording, "rows.html")).doesNotContain("\u001b", "<script>alert", "<b>");
        assertThat(saved(recording, "rows.json")).contains("\\u001b[31m").doesNotContain("\u001b");
    }

    @Test
    void whatIsShownMovesNoCursor() throws IOException {
        Path recording = folder.resolve("a.jfr");
        HostileRecording.write(recording, "shop.Order", "note\u001b[1m", VALUE);

        for (String format : List.of("text", "csv", "json", "md")) {
            assertThat(repl(
                            recording,
                            "set format " + format,
                            "events shop.Order",
                            "types",
                            "fields shop.Order",
                            "events shop.Order | per 1s | agg count | plot",
                            "sql SELECT * FROM shop.Order",
                            "sql SELECT CAST(note__1m AS INT) FROM shop.Order"))
                    .as("the last cannot be converted, and quotes the value")
                    .isEqualTo(1);
        }
        assertThat(out.toString()).contains("HYPERLINK").doesNotContain("\u001b");
        assertThat(err.toString()).contains("HYPERLINK").doesNotContain("\u001b");
    }
}
