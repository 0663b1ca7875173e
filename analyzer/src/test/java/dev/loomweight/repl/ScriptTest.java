package dev.loomweight.repl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.cli.CliRun;
import dev.loomweight.query.StepKeyword;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The prompt where there is no terminal. */
@Tag("oracles")
class ScriptTest {

    private static final String RECORDING = "src/test/resources/recordings/25/pins.jfr";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int repl(String... commands) {
        List<String> arguments = new ArrayList<>(List.of("repl", RECORDING));
        for (String command : commands) {
            arguments.add("-c");
            arguments.add(command);
        }
        return CliRun.run(out, err, arguments.toArray(String[]::new));
    }

    @Test
    void aCommandRunsAndNothingButItsResultIsWritten() {
        assertThat(repl("pins | top 2 | select site, pins")).isZero();
        assertThat(out.toString()).contains("site").contains("2 rows.").doesNotContain("pins> ", "\u001b");
        assertThat(err.toString()).isEmpty();
    }

    /** A field that is not shown where none is chosen is read nevertheless when a step names it. */
    @Test
    void aStepMayNameAFieldThatIsNotShown() {
        assertThat(repl(
                        "events VirtualThreadPinned | where stackTrace.depth > 0 | top 1",
                        "set format csv",
                        "events VirtualThreadPinned | sort -stackTrace.depth | top 1"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("1 row.", "stackTrace.depth");
    }

    @Test
    void theFirstFailureDecidesTheStatusAndTheRestRuns() {
        assertThat(repl("evnts jdk.X", "events jdk.Nothing", "echo still here")).isEqualTo(2);
        assertThat(out.toString()).isEqualTo("still here\n");
        assertThat(err.toString())
                .startsWith("evnts jdk.X\n^^^^^\nloomweight repl: unknown command evnts; did you mean events?")
                .contains("loomweight repl: no recording in " + RECORDING + " declares the event type jdk.Nothing");
        assertThat(repl("events jdk.Nothing", "evnts jdk.X")).isEqualTo(1);
    }

    @Test
    void aScriptOnStandardInputMayHaveCommentsAndLinesThatGoOn() {
        InputStream before = System.in;
        String script = """
                #!/usr/bin/env -S loomweight repl -f
                events VirtualThreadPinned |
                  agg count
                # the end
                set format csv
                !1
                exit
                echo never
                """;
        try {
            System.setIn(new ByteArrayInputStream(script.getBytes(StandardCharsets.UTF_8)));
            assertThat(CliRun.run(out, err, "repl", RECORDING)).isZero();
        } finally {
            System.setIn(before);
        }
        assertThat(out.toString())
                .contains("1 row.")
                .containsPattern("\ncount\r\n\\d+\r\n$")
                .doesNotContain("never");
    }

    @Test
    void scriptsRunFromFilesAndInCircleOnlySoDeep() throws Exception {
        Path script = folder.resolve("all.lwq");
        Files.writeString(script, "echo one\nscript " + script + "\n");

        assertThat(CliRun.run(out, err, "repl", "-f", script.toString())).isEqualTo(1);

        assertThat(out.toString().lines().filter("one"::equals)).hasSize(11);
        assertThat(err.toString()).contains("does a script run itself?");
    }

    @Test
    void severalInputsAreOpenAtOnceAndComparedByTheirNames() {
        String nmt = "src/test/resources/nmt/25.0.3/";
        assertThat(repl(
                        "open " + nmt + "platform-summary-b.txt as before",
                        "open " + nmt + "virtual-summary-b.txt as after",
                        "use before",
                        "set format csv",
                        "inputs | select used, name",
                        "set format text",
                        "diff before after",
                        "close after",
                        "diff before after"))
                .isEqualTo(1);
        assertThat(out.toString()).contains(",pins\r\n*,before\r\n,after\r\n", "platform-summary-b.txt ->");
        assertThat(err.toString()).isEqualTo("loomweight repl: no input named after; there are pins, before\n");
    }

    @Test
    void resultsGoToFilesInTheFormOfTheirEnding() throws Exception {
        for (String ending : List.of("csv", "json", "md", "html")) {
            Path file = folder.resolve("pins." + ending);
            assertThat(repl("events VirtualThreadPinned | by reason | sort -count | save " + file))
                    .isZero();
            assertThat(file).content().contains("Native or VM frame on stack");
        }
        Path chart = folder.resolve("chart.html");
        Path once = folder.resolve("once.txt");
        assertThat(repl(
                        "events VirtualThreadPinned | per 1s | agg count | plot -o " + chart,
                        ".once " + once,
                        "pins",
                        "echo here"))
                .isZero();
        assertThat(chart)
                .content()
                .contains("\"plot\"", "Content-Security-Policy")
                .doesNotContain("<script src");
        assertThat(once).content().contains("Pinning sites, costliest first");
        assertThat(out.toString()).endsWith("here\n");
        assertThat(repl("types | save x.doc")).isEqualTo(1);
    }

    @Test
    void aChartStandsOnItsZeroAndReachesItsLargest() {
        assertThat(CliRun.run(
                        out,
                        err,
                        "repl",
                        "src/test/resources/tutorial/app.jfr",
                        "-c",
                        "set width 40",
                        "-c",
                        "events VirtualThreadPinned | per 1s | agg count | plot"))
                .as(err.toString())
                .isZero();
        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(9).first().isEqualTo("count");
        assertThat(lines.get(1)).startsWith(" 122 ").contains("\u2588");
        assertThat(lines.get(6)).startsWith("   0 \u2588").hasSize(39);
        assertThat(lines.get(7)).contains("13:39:51Z").endsWith("13:39:55Z");
        assertThat(repl("events NoSuch | plot")).isEqualTo(1);
        out.getBuffer().setLength(0);
        assertThat(repl("set format json", "events VirtualThreadPinned | per 1s | agg count | plot"))
                .isZero();
        assertThat(out.toString()).contains("\"plot\"");
    }

    @Test
    void aReportIsSavedWholeOrAsATableByItsForm() throws Exception {
        Path whole = folder.resolve("pins.json");
        Path table = folder.resolve("pins.csv");
        Path piece = folder.resolve("piece.json");
        Path once = folder.resolve("once.json");
        assertThat(repl(
                        "pins | save " + whole,
                        "pins | save " + table,
                        "pins | top 1 | save " + piece,
                        ".once " + once,
                        "pins"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains(": the complete report\n", ": 1 row\n");
        assertThat(whole).content().startsWith("{").contains("\"sections\"", "schema");
        assertThat(once).hasSameTextualContentAs(whole);
        assertThat(table).content().startsWith("site,");
        assertThat(piece).content().startsWith("[\n{\"site").endsWith("}\n]\n");
    }

    @Test
    void whatCouldNotBeReadIsToldOfEveryLineThatWouldHaveShownIt() throws Exception {
        Path capture = folder.resolve("app.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(capture))) {
            zip.putNextEntry(new ZipEntry("a.jfr"));
            zip.write(Files.readAllBytes(Path.of(RECORDING)));
            zip.putNextEntry(new ZipEntry("b.jfr"));
            zip.write("FLR\0 and nothing more".getBytes(StandardCharsets.UTF_8));
        }
        List<String> lines = List.of(
                "pins",
                "pins | top 5",
                "pins.holders",
                "show | join (pins | by site | agg count) on name = site",
                "pins | plot",
                "pins | top 5 | save " + folder.resolve("pins.csv"),
                "pins | save " + folder.resolve("pins.json"));

        for (String line : lines) {
            err.getBuffer().setLength(0);
            assertThat(CliRun.run(out, err, "repl", capture.toString(), "-c", line))
                    .as(line)
                    .isEqualTo(1);
            assertThat(err.toString()).as(line).startsWith("loomweight repl: ").containsOnlyOnce("b.jfr");
        }
        assertThat(out.toString()).contains("Pinning sites, costliest first", "written to ");
    }

    @Test
    void aQueryOfPinsRunsOverWhatAnyJdkRecorded() {
        String line = "events VirtualThreadPinned | by holder, reason | agg count, p99 duration | sort -count";
        String old = "src/test/resources/recordings/21/pins.jfr";
        assertThat(CliRun.run(out, err, "repl", old, "-c", line))
                .as(err.toString())
                .isZero();
        assertThat(repl(line)).as(err.toString()).isZero();
    }

    @Test
    void aResultOfTooManyRowsIsRefusedAndSaysHowToGetIt() {
        assertThat(repl("set limit 5", "sql SELECT x FROM system_range(1, 6)")).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo(
                        "loomweight repl: the query has more than 5 rows, which may not fit in memory; add LIMIT to it,"
                                + " or set limit 50\n");
        assertThat(repl("set limit 6", "sql SELECT x FROM system_range(1, 6)")).isZero();
    }

    @Test
    void aQueryNeedsNoWordBeforeIt() {
        String query = "SELECT holder, count(*) AS pins, max(duration) AS longest FROM jdk.VirtualThreadPinned"
                + " GROUP BY holder ORDER BY longest DESC";
        assertThat(repl("sql " + query)).as(err.toString()).isZero();
        String named = out.toString();
        for (String line : List.of(query, "select" + query.substring("SELECT".length()))) {
            out.getBuffer().setLength(0);
            assertThat(repl(line)).as(err.toString()).isZero();
            assertThat(out.toString()).isEqualTo(named).contains(" ms");
        }
        out.getBuffer().setLength(0);
        assertThat(repl("set format csv", "with t(x) as (values (3)) select x from t", "VALUES (4)"))
                .isZero();
        assertThat(out.toString()).contains("3", "4");
    }

    @Test
    void optionsOfTheCommandLineAreThoseOfTheWords() {
        assertThat(repl("pins --longer 1h")).isZero();
        assertThat(out.toString()).doesNotContain("Pinning sites, costliest first");
        assertThat(repl("pins --longr 1h")).isEqualTo(2);
        assertThat(err.toString())
                .contains("unknown option: '--longr'; did you mean")
                .contains("--longer");
    }

    @Test
    void aSiteIsShownWithItsStackAndItsSource() {
        assertThat(CliRun.run(out, err, "repl", RECORDING, "--source", "core/src/test/java", "-c", "site 1"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("Site 1: ", "← holder", "Stacks", "Source");
        String shown = out.toString();
        out.getBuffer().setLength(0);
        assertThat(repl("site 1 --source core/src/test/java")).isZero();
        assertThat(out.toString()).isEqualTo(shown);
        assertThat(repl("site 999")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"threads", "what-if", "starvation", "coverage", "info", "types", "inputs", "show", "history"})
    void viewsAnswerOrSayWhyNot(String word) {
        repl(word);
        assertThat(out + err.toString()).isNotBlank().doesNotContain("internal error");
    }

    static Stream<String> topics() {
        return Stream.concat(Commands.names().stream(), StepKeyword.words().stream());
    }

    @ParameterizedTest
    @MethodSource("topics")
    void everyWordHasHelpWithExamples(String word) {
        assertThat(repl("help " + word)).isZero();
        assertThat(out.toString()).startsWith(word).contains("Examples\n  ");
        assertThat(repl("help")).isZero();
        assertThat(out.toString()).contains("\n  " + word);
    }

    static Stream<String> examples() {
        return Commands.ALL.stream()
                .filter(word -> word.group() == Command.Group.EVENTS || word.group() == Command.Group.REPORTS)
                .flatMap(word -> word.examples().stream())
                .filter(example -> !example.contains("save") && !example.startsWith("memory"));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theExamplesOfTheHelpRun(String example) {
        repl(example);
        assertThat(err.toString()).doesNotContain("^", "SQL", "internal error");
    }

    @Test
    void everyExampleOfAStepIsRead() {
        for (StepKeyword stage : StepKeyword.ALL) {
            assertThat(stage.examples()).isNotEmpty().allMatch(example -> {
                dev.loomweight.query.Pipeline pipeline =
                        dev.loomweight.query.PipelineParser.parse("events x | " + example);
                return !pipeline.stages().isEmpty() || pipeline.end() != null;
            });
        }
    }
}
