package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line from outside: what it prints where, and its exit status. */
class CliTest {

    /** Options that every command has. */
    private static final Set<String> GENERAL = Set.of("--help", "--version", "--debug");

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void helpAndVersionAreFine() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("run", "report", "pins", "memory", "diff");
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).contains("loomweight ").contains(" on Java ");
        assertThat(run("run", "sleepers", "--help")).isZero();
        assertThat(out.toString()).contains("--threads", "--stack-size");
        assertThat(run()).isZero();
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "pins", "run", "run sleepers", "lab", "lab sleepers", "check", "fold", "help"})
    void helpOfACommandIsItsHelpOption(String command) {
        List<String> words = command.isEmpty() ? List.of() : List.of(command.split(" "));
        List<String> option = new ArrayList<>(words);
        option.add("--help");
        assertThat(run(option.toArray(String[]::new))).isZero();
        String expected = out.toString();
        out.getBuffer().setLength(0);
        List<String> help = new ArrayList<>(List.of("help"));
        help.addAll(words);
        assertThat(run(help.toArray(String[]::new))).isZero();

        assertThat(out).hasToString(expected).asString().contains("Usage: loomweight", command);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void theHelpListsAtMostTwelveCommandsInThreeGroups() {
        assertThat(run("--help")).isZero();
        String help = out.toString();
        assertThat(help)
                .containsSubsequence(
                        "My application", "  run ", "What I have", "  report ", "In builds and fleets", "  check ")
                .doesNotContain("More", "  lab ", "  waits ", "  scrub ")
                .endsWith("loomweight help --all\n");
        assertThat(listed(help)).hasSizeLessThanOrEqualTo(12);
    }

    @Test
    void helpAllListsEveryCommandInItsGroup() {
        assertThat(run("help", "--all")).isZero();
        String help = out.toString();
        assertThat(help)
                .containsSubsequence(
                        "My application",
                        "  waits ",
                        "What I have",
                        "  scrub ",
                        "In builds and fleets",
                        "  fleet ",
                        "More")
                .contains("  lab ", "  help ");
        assertThat(listed(help))
                .containsExactlyInAnyOrderElementsOf(
                        CommandModel.all().getCommandSpec().subcommands().keySet())
                .contains("run", "pins", "fold", "mcp");
    }

    private static List<String> listed(String help) {
        return Pattern.compile("(?m)^  (?!loomweight)([a-z]+) ")
                .matcher(help)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void everyProgramOfTheLabIsACommandOfRunToo() {
        assertThat(run("lab")).isZero();
        String programs = out.toString();
        List<String> names = Pattern.compile("(?m)^  ([a-z][a-z-]+) ")
                .matcher(programs.substring(programs.indexOf("Programs:")))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(names).contains("sleepers", "direct-buffers", "tasks", "states", "all");
        for (String name : names) {
            out.getBuffer().setLength(0);
            assertThat(run("lab", name, "--help", "--all")).as(name).isZero();
            String asked = out.toString();
            out.getBuffer().setLength(0);
            assertThat(run("run", name, "--help", "--all")).as(name).isZero();
            assertThat(options(out.toString()))
                    .as(name)
                    .isEqualTo(options(asked))
                    .anyMatch(line -> line.contains("--settle"));
        }
        assertThat(CommandModel.aliases()).containsEntry(List.of("run", "all"), List.of("lab", "all"));
    }

    private static List<String> options(String help) {
        return Pattern.compile("(?m)^ {2,6}(-\\w, )?--[a-z-]+.*$")
                .matcher(help)
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    void whatThisLocaleCannotExpressIsSaidInALine() {
        assertThat(Meant.locale(List.of("report", "/tmp/\ufffd\ufffd.jfr"), "ANSI_X3.4-1968"))
                .isEqualTo("an argument has characters that this locale (ANSI_X3.4-1968) cannot express;"
                        + " set LC_ALL=C.UTF-8 and run the command again");
        assertThat(Meant.locale(List.of("report", "/tmp/a.jfr"), "ANSI_X3.4-1968"))
                .isNull();
        assertThat(Meant.locale(List.of("report", "/tmp/\u00fc\u4e2d\ufffd.jfr"), "UTF-8"))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run sleepers --thread 5 | loomweight run sleepers: unknown options: '--thread', '5'; did you mean --threads?",
                "memry nmt.txt | loomweight: unknown command 'memry'; did you mean memory",
                "app.jfr | loomweight: app.jfr is not a command; did you mean: loomweight report app.jfr?",
                "old/app.lw --own com.acme | loomweight: old/app.lw is not a command; did you mean: loomweight report old/app.lw?",
                "pom.xml | loomweight: pom.xml is not a command; did you mean: loomweight report pom.xml?",
                "app.jar | loomweight: app.jar is not a command; did you mean: loomweight run -- java -jar app.jar?",
                "java -Dpassword=1 -jar app.jar | loomweight: java is not a command of loomweight; did you mean: loomweight run -- java ...?",
                "4711 | loomweight: 4711 is not a command; for a process, did you mean: loomweight record 4711, or loomweight watch 4711?",
                "run java -Dpassword=1 -jar app.jar | loomweight run: your own command comes after --; did you mean: loomweight run -- java ...?",
                "run --nmt detail /jdk/bin/java -version | loomweight run: your own command comes after --; did you mean: loomweight run -- /jdk/bin/java ...?",
                "run -Xmx1g -jar app.jar | loomweight run: your own command comes after --; did you mean: loomweight run -- java -jar app.jar?",
                "run app.jar | loomweight run: your own command comes after --; did you mean: loomweight run -- java -jar app.jar?",
                "run com.acme.Main | loomweight run: your own command comes after --; did you mean: loomweight run -- java -cp ... com.acme.Main?",
                "run ./pom.xml | loomweight run: your own command comes after --; did you mean: loomweight run -- ./pom.xml?",
                "run sleeper | loomweight run: unknown program sleeper; did you mean sleepers?; expected your own command after --, for example: loomweight run -- java -jar app.jar, or a program of loomweight lab; see",
                "lab sleeprs | loomweight lab: unknown program 'sleeprs'; did you mean sleepers?",
                "lab sleepers --thread 5 | loomweight lab sleepers: unknown options: '--thread', '5'; did you mean --threads?",
                "pins --hlep | loomweight pins: unknown option: '--hlep'; did you mean --help?",
                "hang --hlep | loomweight hang: unknown option: '--hlep'; did you mean --help?",
                "--hlep | loomweight: unknown option: '--hlep'; did you mean --help?",
                "fold --output=a.lwf --lable=a=b | loomweight fold: unknown option: '--lable'; did you mean --label?",
                "pins --thread | loomweight pins: missing required parameter for option '--thread'",
                "version | loomweight: unknown command 'version'; did you mean: loomweight --version?",
                "help nosuch | loomweight: unknown command 'nosuch'; see loomweight --help",
                "lab nosuch | loomweight lab: unknown program 'nosuch'; see loomweight lab --help",
                "completion bsh | loomweight completion: unknown shell 'bsh'; did you mean bash?",
                "pins --format pprof a.jfr | loomweight pins: --format pprof has bytes, not text; name a file: -o report.pb.gz; see",
                "help --al | loomweight help: unknown option: '--al'; did you mean --all?",
                "help --all pins | loomweight help: --all lists all commands; omit pins; see",
                "help memry | loomweight: unknown command 'memry'; did you mean memory",
                "repl 999999999 | loomweight repl: the prompt reads files, and 999999999 is a running JVM",
                "memory --limit 512 a.txt | loomweight memory: invalid value for option '--limit': size '512' has no unit",
                "run sleepers --threads many | loomweight run sleepers: invalid value for option '--threads'",
                "run sleepers --threads 0 | loomweight run sleepers: --threads must be 1 or more, not 0; see",
                "run sleepers --depth -1 | loomweight run sleepers: --depth must be 0 or more, not -1; see",
                "run sleepers --stack-size big | loomweight run sleepers: invalid value for option '--stack-size'",
                "run sleepers --settle soon | loomweight run sleepers: invalid value for option '--settle'",
                "run sleepers --gc best | loomweight run sleepers: invalid value for option '--gc'",
                "run sleepers --kind green | loomweight run sleepers: invalid value for option '--kind'",
                "run sleepers --sweep weight=1,2 | loomweight run sleepers: --sweep: unknown setting weight; expected one of threads, depth, stack-size, kind, gc, inlining; see",
                "run sleepers --sweep depth | loomweight run sleepers: --sweep depth names no values; expected depth=VALUE,VALUE; see",
                "run sleepers --sweep depth=1,,2 | loomweight run sleepers: --sweep depth=1,,2 names no values; expected",
                "run sleepers --sweep depth=0,-5 | loomweight run sleepers: --sweep depth: -5 is too small; it must be 0 or more; see",
                "run sleepers --sweep threads=many | loomweight run sleepers: --sweep threads: invalid number 'many'; see",
                "run sleepers --sweep kind=green | loomweight run sleepers: --sweep kind: unknown kind green; expected platform or virtual; see",
                "run sleepers --sweep gc=best | loomweight run sleepers: --sweep gc: unknown collector best; expected one of g1, serial,",
                "run sleepers --sweep stack-size=big | loomweight run sleepers: --sweep stack-size: invalid size 'big'; expected for example",
                "run sleepers --sweep inlining=yes | loomweight run sleepers: --sweep inlining: invalid value 'yes'; expected on or off; see",
                "run sleepers --depth 5 --sweep depth=1,2 | loomweight run sleepers: --depth and --sweep depth exclude each other; omit one; see",
                "run sleepers --sweep depth=1 --sweep depth=2 | loomweight run sleepers: --sweep depth is given twice; name all values in one; see",
                "run sleepers --repeat 0 | loomweight run sleepers: --repeat must be 1 or more, not 0; see",
                "run tasks --full --short | loomweight run tasks: --full and --short exclude each other; omit one; see",
                "run pools --repeat 0 | loomweight run pools: --repeat must be 1 or more, not 0; see",
                "run pools --port 65536 | loomweight run pools: --port must be 0 to 65535, not 65536; see",
                "run all --port -1 | loomweight run all: --port must be 0 to 65535, not -1; see",
                "run pools --port http | loomweight run pools: invalid value for option '--port'",
                "run all --repeat 0 | loomweight run all: --repeat must be 1 or more, not 0; see",
                "diff | loomweight diff: missing required parameter: 'BEFORE'",
                "run | loomweight run: nothing to run; expected your own command after --",
                "memory | loomweight memory: missing required parameter: 'PATH'",
                "pins --cause magic a.jfr | loomweight pins: no cause magic; there are synchronizedMethod, ",
                "pins --thread ( a.jfr | loomweight pins: ",
                "pins --longer soon a.jfr | loomweight pins: invalid value for option '--longer'",
                "pins --format jsn a.jfr | loomweight pins: invalid value for option '--format': expected one of [TEXT, MARKDOWN, JSON, HTML, CSV, COLLAPSED, SPEEDSCOPE, PPROF, OTLP, SARIF, JUNIT] (case-insensitive) but was 'jsn'; did you mean json?",
                "pins --from yesterday a.jfr | loomweight pins: invalid value for option '--from'",
                "pins --carriers -1 a.jfr | loomweight pins: carriers must be 1 or more, not -1; see",
                "hang --carriers -1 a.jfr | loomweight hang: carriers must be 1 or more, not -1; see",
                "fleet --carriers -1 a.jfr | loomweight fleet: carriers must be 1 or more, not -1; see",
                "threads 1 --duration 0 | loomweight threads: --duration must be 1ms or more, not 0; see",
                "fold a.jfr -o a.lwf --label a | loomweight fold: --label: expected a label such as service=checkout,",
                "fleet a.jfr --label a | loomweight fleet: --label: expected a label such as service=checkout,",
                "memory --own com.acme a | loomweight memory: unknown option",
                "memory --format xml a | loomweight memory: invalid value for option '--format'",
                "pins --reader nope a | loomweight pins: --reader: unknown reader 'nope'; expected one of auto, chunk, jdk, jmc",
            })
    void bad_usage_is_one_line_and_status_2(String line, String message) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        assertThat(err.toString()).startsWith(message).endsWith("\n").containsOnlyOnce("\n");
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "memory absent.txt | loomweight memory: no such file or folder: ",
                "memory empty.txt | loomweight memory: ",
                "memory novel.txt | loomweight memory: ",
                "pins novel.jfr | loomweight pins: ",
                "pins empty.jfr | loomweight pins: ",
                "report . | loomweight report: ",
                "diff absent.txt | loomweight diff: no such file or folder: ",
                "diff novel.txt | loomweight diff: ",
                "run sleepers --repeat 2 --jdk . | loomweight run sleepers: there is no JDK at ",
                "run tasks --short --jdk . | loomweight run tasks: there is no JDK at ",
                "run sleepers --jdk . | loomweight run sleepers: there is no JDK at ",
            })
    void bad_data_is_one_line_and_status_1(String line, String message) throws IOException {
        Files.writeString(folder.resolve("empty.txt"), "");
        Files.writeString(folder.resolve("empty.jfr"), "");
        Files.writeString(folder.resolve("novel.txt"), "It was a dark and stormy night.\n");
        Files.writeString(folder.resolve("novel.jfr"), "It was a dark and stormy night.\n");
        String[] words = line.split(" ");
        words[words.length - 1] = folder.resolve(words[words.length - 1]).toString();

        assertThat(run(words)).isEqualTo(1);
        assertThat(err.toString()).startsWith(message).endsWith("\n").containsOnlyOnce("\n");
        assertThat(out.toString()).isEmpty();
    }

    /** Dumps that were taken by hand lie in a folder; their names need not be in the order of their times. */
    @ParameterizedTest
    @CsvSource({
        "hang, 'Deadlock: 2 threads (\"one\" #21, \"two\" #22) wait for each other in a circle, the same in both dumps.'",
        "threads, the same in both dumps.",
        "waits, '2 dumps of JDK 25.0.3 over 5 s, 5 s apart (median).'"
    })
    void aFolderOfThreadDumpsIsRead(String question, String said) throws Exception {
        Path dumps = folderOfDumps();

        assertThat(run(question, dumps.toString())).as(err.toString()).isZero();
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains(said)
                .contains("Not read, since they are no texts that Loomweight reads: README.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pins", "memory"})
    void whatThreadDumpsDoNotAnswerSaysWhatDoes(String question) throws Exception {
        Path dumps = folderOfDumps();

        assertThat(run(question, dumps.toString())).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo("loomweight " + question + ": " + dumps + " holds thread dumps, and nothing that \""
                        + question + "\" can report on; try \"threads\" or \"hang\" or \"waits\"\n");
    }

    private Path folderOfDumps() throws IOException {
        Path dumps = Files.createDirectory(folder.resolve("dumps"));
        String deadlock = """
                2026-11-01 10:00:05
                Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode, sharing):

                "one" #21 [71] prio=5 os_prio=0 cpu=1.00ms elapsed=9.00s tid=0x01 nid=71 waiting for monitor entry  [0x1]
                   java.lang.Thread.State: BLOCKED (on object monitor)
                \tat H.left(H.java:4)
                \t- waiting to lock <0x0a> (a java.lang.Object)
                \t- locked <0x0b> (a java.lang.Object)

                "two" #22 [72] prio=5 os_prio=0 cpu=1.00ms elapsed=9.00s tid=0x02 nid=72 waiting for monitor entry  [0x2]
                   java.lang.Thread.State: BLOCKED (on object monitor)
                \tat H.right(H.java:5)
                \t- waiting to lock <0x0b> (a java.lang.Object)
                \t- locked <0x0a> (a java.lang.Object)

                """;
        Files.writeString(dumps.resolve("a.txt"), deadlock);
        Files.writeString(dumps.resolve("b.txt"), deadlock.replace("10:00:05", "10:00:00"));
        Files.writeString(dumps.resolve("README"), "Taken when the shop hung.\n");
        return dumps;
    }

    @Test
    void pinsOfAnNmtTextSaysWhatToAskInstead() throws Exception {
        assertThat(run("pins", nmt("25.0.3/platform-summary-b.txt"))).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("loomweight pins: ")
                .contains("holds the output of VM.native_memory, and nothing that \"pins\" can report on", "\"memory\"")
                .containsOnlyOnce("\n");
    }

    @Test
    void theMemoryOfAnNmtTextAsTextAndAsJson() throws Exception {
        String file = nmt("25.0.3/platform-summary-b.txt");

        assertThat(run("memory", file)).isZero();
        assertThat(out.toString()).contains("Java Heap", "Thread", "total");
        assertThat(err.toString()).isEmpty();

        out.getBuffer().setLength(0);
        assertThat(run("memory", "--format", "json", file)).isZero();
        JsonObject report = JsonParser.parseString(out.toString()).getAsJsonObject();
        assertThat(report.get("command").getAsString()).isEqualTo("memory");
        assertThat(out.toString()).contains("\"committedBytes\": 163748623");
    }

    @Test
    void trackingThatIsOffIsAProblemWithItsRemedy() throws Exception {
        assertThat(run("memory", nmt("25.0.3/level-off-summary.txt"))).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("loomweight memory: ")
                .contains("-XX:NativeMemoryTracking=summary")
                .containsOnlyOnce("\n");
    }

    @Test
    void oneBadInputDoesNotHideTheOthers() throws Exception {
        Path empty = Files.writeString(folder.resolve("empty.txt"), "");

        assertThat(run("memory", nmt("25.0.3/platform-summary-b.txt"), empty.toString()))
                .isEqualTo(1);
        assertThat(out.toString()).contains("Java Heap");
        assertThat(err.toString()).contains("empty.txt").containsOnlyOnce("\n");
    }

    @Test
    void theJvmsOwnDifference() throws Exception {
        assertThat(run("diff", nmt("25.0.3/platform-detail.diff-b.txt"))).isZero();
        assertThat(out.toString()).contains("Thread grew most", "By category (NMT)", "By native call site");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void docsNameEveryCommandAndOptionOfTheExperiment() throws IOException {
        run("help", "--all");
        Matcher commands = Pattern.compile("(?m)^  (?!loomweight)([a-z]+) ").matcher(out.toString());
        String readme = Files.readString(Path.of("..", "README.md"));
        assertThat(commands.results().map(found -> found.group(1)))
                .isNotEmpty()
                .allSatisfy(command -> assertThat(readme).contains("loomweight " + command));

        assertOptionsAreNamed("sleepers", "lab.md", "--sweep", "--threads");
        assertOptionsAreNamed("tasks", "lab.md", "--full", "--jdk");
    }

    @Test
    void theHelpOfAnExperimentSaysHowOftenItRunsUnlessToldOtherwise() {
        assertThat(run("run", "tasks", "--help", "--all")).isZero();
        assertThat(out.toString().replaceAll("\\s+", " ")).contains("with their deviation (default: 3).");
        out.getBuffer().setLength(0);
        assertThat(run("run", "all", "--help", "--all")).isZero();
        assertThat(out.toString().replaceAll("\\s+", " ")).contains("deviation (default: that of each experiment).");
    }

    private void assertOptionsAreNamed(String experiment, String pageName, String... among) throws IOException {
        out.getBuffer().setLength(0);
        run("lab", experiment, "--help", "--all");
        Matcher options = Pattern.compile("--[a-z][a-z-]+").matcher(out.toString());
        String page = Files.readString(Path.of("..", "docs", pageName));
        assertThat(options.results().map(MatchResult::group).filter(option -> !GENERAL.contains(option)))
                .contains(among)
                .allSatisfy(option -> assertThat(page).contains(option));
    }

    @Test
    void aFileNameAtTheBeginningOfAMessageKeepsItsCase() throws IOException {
        Path file = Files.createTempFile(Path.of("").toAbsolutePath(), "NOVEL", ".txt");
        try {
            Files.writeString(file, "It was a dark and stormy night.\n");
            String name = file.getFileName().toString();

            assertThat(run("memory", name)).isEqualTo(1);
            assertThat(err.toString()).startsWith("loomweight memory: " + name + ": ");
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void aStackTraceOnlyWithDebug() {
        run("memory", "absent.txt", "--debug");

        assertThat(err.toString()).contains("\tat dev.loomweight.");
    }

    private int run(String... args) {
        return new Cli(Console.of(new PrintWriter(out), new PrintWriter(err), Map.of())).run(args);
    }

    private static String nmt(String name) throws URISyntaxException {
        return Path.of(CliTest.class.getResource("/nmt/" + name).toURI()).toString();
    }

    /** What is wrong with a file may be said in its own words, and these obeyed by a terminal. */
    @Test
    void aMessageIsHarmless() {
        assertThat(run("pins", "no\u001b[31m\u202esuch.jfr")).isEqualTo(1);
        assertThat(err.toString().strip())
                .contains("no\\u001b[31m\\u202esuch.jfr")
                .doesNotContain("\u001b", "\u202e");
    }
}
