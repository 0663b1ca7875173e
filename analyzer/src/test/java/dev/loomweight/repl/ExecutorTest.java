package dev.loomweight.repl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.command.Explorer;
import dev.loomweight.command.Question;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.query.HostileRecording;
import dev.loomweight.render.TextOptions;
import dev.loomweight.source.recording.fixture.RecordPinning;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines one after the other, in one session. */
class ExecutorTest {

    private static final Path RECORDING = Path.of("src/test/resources/recordings/25/pins.jfr");

    @TempDir
    private Path folder;

    private final StringWriter shown = new StringWriter();
    private final List<String> complaints = new ArrayList<>();
    private final List<String> recalled = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** Questions are the command line's; here none is asked. */
    private static final class NoAsker implements Explorer.Asker {

        @Override
        public Options parse(Question word, List<String> words, List<Path> paths) {
            throw new AssertionError(word);
        }

        @Override
        public List<String> options(Question word) {
            return List.of("--longer", "--own");
        }

        @Override
        public String help(Question word) {
            return "";
        }
    }

    private final Session session = new Session(new NoAsker());
    private final Executor executor = new Executor(session, new Executor.Display() {
        @Override
        public void show(Result outcome) throws IOException {
            new ResultWriter(session.settings()).write(outcome, shown, new TextOptions(100, false));
        }

        @Override
        public void error(String text) {
            complaints.add(text);
        }

        @Override
        public void note(String text) {
            notes.add(text);
        }

        @Override
        public int width() {
            return 40;
        }

        @Override
        public void recall(String line) {
            recalled.add(line);
        }

        @Override
        public void write(Result outcome, Path file) throws IOException {
            new ResultWriter(session.settings()).write(outcome, file, 100);
        }
    });

    /** Blocks are found by class files; those that the session names are there for whatever is asked first. */
    @ParameterizedTest
    @ValueSource(strings = {"", "fields VirtualThreadPinned"})
    void sqlAndPipelinesNameTheSameHolders(String before) throws Exception {
        Files.copy(Path.of("src/test/resources/recordings/21/pins.jfr"), folder.resolve("pins.jfr"));
        Files.copy(Path.of("src/test/resources/tutorial/app.jfr"), folder.resolve("app.jfr"));
        String classes = Path.of(RecordPinning.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        List<String> asked = List.of(
                "SELECT holder, cause, count(*) AS n FROM VirtualThreadPinned GROUP BY holder, cause ORDER BY holder, cause",
                "events VirtualThreadPinned | by holder, cause | agg count as n | sort holder, cause");
        List<List<String>> answers = new ArrayList<>();
        for (String query : asked) {
            executor.run("set format csv");
            executor.run("set classpath " + classes);
            executor.run("open " + folder);
            executor.run(before);
            shown.getBuffer().setLength(0);
            executor.run(query);
            answers.add(shown.toString().lines().skip(1).toList());
            executor.run("close");
        }
        assertThat(complaints).isEmpty();
        assertThat(answers.getFirst())
                .contains(
                        "dev.loomweight.source.recording.fixture.PinningCauses.lambda$monitor$0,a synchronized block,1",
                        "dev.loomweight.source.recording.fixture.PinningCauses$Slow.<clinit>,a class initializer,1",
                        "com.acme.shop.Inventory.reserve,a synchronized method,360")
                .isEqualTo(answers.getLast());
    }

    @Test
    void aNumberWithoutAUnitIsShownWithTheOneItWasReadIn() throws Exception {
        executor.run("open " + RECORDING);
        executor.run("events VirtualThreadPinned | where duration > 50 and duration < 1h | agg count");
        assertThat(shown.toString())
                .endsWith("No unit after 50: duration was compared with 50 ns. With a unit, for example: 50ms.\n");
        assertThat(notes).isEmpty();

        executor.run("set format csv");
        executor.run("events VirtualThreadPinned | where duration in (50, 70) or not duration > 0 | agg count");
        assertThat(notes)
                .containsExactly(
                        "No unit after 50: duration was compared with 50 ns. With a unit, for example: 50ms.",
                        "No unit after 70: duration was compared with 70 ns. With a unit, for example: 70ms.");
        notes.clear();
        executor.run("set format text");
        executor.run("events VirtualThreadPinned | where duration > 50 | agg count | save " + folder.resolve("a.csv"));
        assertThat(notes).hasSize(1);
        assertThat(complaints).isEmpty();
    }

    @Test
    void aTildeIsTheHomeDirectoryInEveryPathThatIsTyped() {
        Path home = CommandActions.home();
        executor.run("set source ~/a:/b:~/c");
        executor.run("set classpath ~/none");
        assertThat(session.settings().get(ReplSettings.Setting.SOURCE)).isEqualTo(home + "/a:/b:" + home + "/c");
        assertThat(session.settings().get(ReplSettings.Setting.CLASSPATH)).isEqualTo(home + "/none");
        assertThat(CommandActions.expanded("--jdk=~/x")).isEqualTo("--jdk=" + home + "/x");
        assertThat(CommandActions.expanded("a~/x")).isEqualTo("a~/x");
    }

    @Test
    void aJdkIsSetThatThereIs() {
        executor.run("set jdk ~/no-jdk");
        assertThat(complaints)
                .containsExactly("there is no JDK at " + CommandActions.home()
                        + "/no-jdk: it has no bin/java; pass the home folder of a JDK with --jdk");
        assertThat(session.settings().get(ReplSettings.Setting.JDK)).isEmpty();
        String own = System.getProperty("java.home");
        executor.run("set jdk '" + own + "'");
        assertThat(session.settings().get(ReplSettings.Setting.JDK)).isEqualTo(own);
        executor.run("set jdk ''");
        assertThat(session.settings().get(ReplSettings.Setting.JDK)).isEmpty();
    }

    @Test
    void quitLeavesLikeExit() {
        executor.run("quit");
        assertThat(session.ended()).isTrue();
        executor.run("open 999999999");
        assertThat(complaints)
                .containsExactly("the prompt reads files, and 999999999 is a process; use loomweight record 999999999,"
                        + " and open its capture");
    }

    @Test
    void aFileThatVanishesOrBreaksCostsItsLineAlone() throws Exception {
        Path gone = Files.copy(RECORDING, folder.resolve("gone.jfr"));
        Path broken = folder.resolve("broken.jfr");
        Files.writeString(broken, "FLR\0 and nothing more");
        executor.run("open " + gone);
        Files.delete(gone);
        executor.run("events VirtualThreadPinned");
        executor.run("open " + broken);
        executor.run("types");
        executor.run("open " + RECORDING);
        executor.run("events VirtualThreadPinned | agg count");

        assertThat(complaints).hasSize(2);
        assertThat(complaints.getFirst()).isEqualTo("no such file: " + gone + "; give the path of a recording");
        assertThat(complaints.getLast()).contains(broken.toString());
        assertThat(shown.toString()).endsWith("1 row.\n");
        assertThat(executor.status()).isEqualTo(1);
    }

    @Test
    void timesAreToldWhereTheyAreWanted() {
        executor.run("echo one");
        executor.run("set timing on");
        executor.run("echo two");

        assertThat(notes).hasSize(2).allMatch(note -> note.matches("[\\d.]+ (µs|ms|s)"));
        assertThat(complaints).isEmpty();
    }

    @Test
    void linesBeforeCanBeRunAgain() {
        executor.run("echo one");
        executor.run("echo two");
        executor.run("!!");
        executor.run("!1");
        executor.run("!9");

        assertThat(shown.toString()).isEqualTo("one\ntwo\ntwo\none\n");
        executor.run("!! and more");

        assertThat(recalled).containsExactly("echo two", "echo one", "echo one and more");
        assertThat(complaints).containsExactly("no line 9 in the history; type \"history\"");
        assertThat(session.history())
                .containsExactly("echo one", "echo two", "echo two", "echo one", "echo one and more");
    }

    @Test
    void aLongTableIsLaidOutInPiecesAndCutWhereNobodyPages() throws Exception {
        executor.run("open " + RECORDING);
        executor.run("events jdk.ActiveSetting");
        assertThat(shown.toString()).contains("First 100 of ");
        StringWriter paged = new StringWriter();
        Result all = new LineRunner(session).run("events jdk.ActiveSetting");
        new ResultWriter(session.settings())
                .paged(all, new TextOptions(100, false))
                .writeAll(paged);
        assertThat(paged.toString()).containsPattern("\n  \\d{3,} rows\\.\n$").doesNotContain("The first");
    }

    @Test
    void aFaultInALongLineIsShownWithWhatIsAroundIt() {
        executor.run("open " + RECORDING);
        executor.run("events VirtualThreadPinned | where duration > 1ms | by dur | agg count | sort -count | top 10");
        executor.run("wher");

        assertThat(complaints.getFirst().lines())
                .containsExactly(
                        "…duration > 1ms | by dur | agg count |…",
                        "                     ^^^",
                        "jdk.VirtualThreadPinned has no field dur; did you mean duration?");
        assertThat(complaints.getFirst().lines().findFirst().orElseThrow()).hasSizeLessThan(40);
        assertThat(complaints.getLast().lines().limit(2)).containsExactly("wher", "^^^^");
    }

    @Test
    void helpIsFoldedToTheTerminal() throws Exception {
        StringWriter narrow = new StringWriter();
        new ResultWriter(session.settings())
                .paged(new LineRunner(session).run("help"), new TextOptions(40, false))
                .writeAll(narrow);
        assertThat(narrow.toString().lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(40));
        assertThat(narrow.toString())
                .contains("\n  open PATH [as NAME]\n      open a recording, a capture or a\n      text, and use it\n");
        assertThat(LineWrapper.of("  as it is  \n", 40)).isEqualTo("  as it is  \n");
    }

    @Test
    void settingsAreHeldToWhatTheyCanBe() {
        executor.run("set format cvs");
        executor.run("set formt csv");
        executor.run("set limit many");
        executor.run("set format csv");
        executor.run("show format");

        assertThat(complaints)
                .containsExactly(
                        "invalid value cvs for format (text, json, csv or md: the format of results)",
                        "unknown setting formt; did you mean format?",
                        "invalid value many for limit (maximum number of events of a type to load)");
        assertThat(shown.toString()).startsWith("name,value,meaning\r\nformat,csv,");
    }

    @Test
    void completionKnowsWhatCanComeNext() {
        PromptCompleter completer = new PromptCompleter(session);
        assertThat(completer.offers("")).contains("events", "pins", "site", ".once");
        assertThat(completer.offers("events ")).isEmpty();
        executor.run("open " + RECORDING + " as app");
        assertThat(completer.offers("events ")).contains("jdk.VirtualThreadPinned");
        assertThat(completer.offers("events jdk.VirtualThreadPinned | ")).contains("where", "plot");
        assertThat(completer.offers("events jdk.VirtualThreadPinned | where "))
                .contains("duration", "eventThread.javaName", "holder");
        assertThat(completer.offers("events jdk.VirtualThreadPinned | agg "))
                .contains("p99")
                .doesNotContain("holder");
        assertThat(completer.offers("events jdk.VirtualThreadPinned | agg count, sum "))
                .contains("duration");
        assertThat(completer.offers("events VirtualThreadPinned | by holder, ")).contains("pinnedReason");
        assertThat(completer.offers("events VirtualThreadPinned | top 5 ")).contains("duration");
        assertThat(completer.offers("use ")).containsExactly("app");
        assertThat(completer.offers("pins ")).containsExactly("--longer", "--own");
        assertThat(completer.offers("set ")).contains("format");
        assertThat(completer.offers("set format ")).contains("csv");
        assertThat(completer.offers("help ")).contains("events", "where");
    }

    @Test
    void completionKnowsTheFieldsThatStepsHaveMade() {
        executor.run("open " + RECORDING);
        String grouped = "events VirtualThreadPinned | per 1s by reason | agg count, p99 duration as slow | ";
        List<String> made = List.of("time", "pinnedReason", "count", "slow");
        PromptCompleter completer = new PromptCompleter(session);

        assertThat(completer.offers("events VirtualThreadPinned | by holder | agg count, sum "))
                .contains("duration");
        assertThat(completer.offers("types | where type ~ \"a|b\" | top 3 | sort "))
                .containsExactly("type", "count");
        assertThat(completer.offers(grouped + "sort -")).containsExactlyElementsOf(made);
        assertThat(completer.offers(grouped + "select ")).containsExactlyElementsOf(made);
        assertThat(completer.offers(grouped + "where count > 3 and ")).containsAll(made);
        assertThat(completer.offers(grouped + "where count ")).contains(">", "is null");
        assertThat(completer.offers(grouped + "where count > 3 ")).containsExactly("and", "or");
        assertThat(completer.offers(grouped + "select slow as worst, count | sort "))
                .containsExactly("worst", "count");
        assertThat(completer.tables("nothing.")).isEmpty();
        assertThat(completer.offers("types | sort ")).containsExactly("type", "count");
        assertThat(completer.offers("events ThreadStart | join (events ThreadEnd) on "))
                .contains("eventThread");
    }

    @Test
    void completionWithinJoinIsOfTheOtherTable() {
        executor.run("open " + RECORDING);
        PromptCompleter completer = new PromptCompleter(session);
        String join = "types | where count in (1, 2) | join (";
        String other = join + "events VirtualThreadPinned | by holder | agg count as pins, p99 duration as slow";

        assertThat(completer.offers(join)).contains("events", "pins").doesNotContain("open", "sql", "where");
        assertThat(completer.offers(join + "events ")).contains("jdk.VirtualThreadPinned");
        assertThat(completer.offers(join + "events VirtualThreadPinned | ")).contains("where");
        assertThat(completer.offers(join + "events VirtualThreadPinned | where "))
                .contains("duration", "holder")
                .doesNotContain("type");
        assertThat(completer.offers(other + " | sort ")).containsExactly("holder", "pins", "slow");
        assertThat(completer.offers(other + ") ")).containsExactly("on", "during");
        assertThat(completer.offers(other + ") on ")).containsExactly("type", "count");
        assertThat(completer.offers(other + ") on type = ")).containsExactly("holder", "pins", "slow");
        assertThat(completer.offers(other + ") on type = holder | sort ")).containsExactly("type", "count");
        assertThat(completer.offers("sql SELECT 1 FROM a JOIN (")).contains("jdk.VirtualThreadPinned");
        assertThat(completer.offers("select 1 FROM ")).contains("jdk.VirtualThreadPinned");
        assertThat(completer.offers("")).contains("pins", "sql", "select");
    }

    @Test
    void linesThatAreNotWholeGoOn() {
        assertThat(LineJoiner.isOpen("events x |")).isTrue();
        assertThat(LineJoiner.isOpen("events x | where a = \"b")).isTrue();
        assertThat(LineJoiner.isOpen("events x | join (events y")).isTrue();
        assertThat(LineJoiner.isOpen("sql select 1 \\")).isTrue();
        assertThat(LineJoiner.isOpen("echo don't")).isFalse();
        assertThat(LineJoiner.of("a |\n b\n# c\n\nd \\\ne")).containsExactly("a |\n b", "d \ne");
    }

    @Test
    void wordsAreColouredByWhatTheyAre() {
        String line = PromptHighlighter.coloured("events x | wher a > 20ms and b = \"c\"")
                .toAnsi();
        assertThat(line)
                .contains("\u001b[36;1mevents", "\u001b[31mwher", "\u001b[35m20ms", "\u001b[34mand", "\u001b[32m\"c\"");
    }

    @Test
    void completionOffersNoNameThatATerminalObeys() throws IOException {
        Path recording = folder.resolve("hostile.jfr");
        HostileRecording.write(recording, "shop.Order", "note\u001b[1m", "value");
        session.inputs().open(recording, null);

        assertThat(new PromptCompleter(session).offers("events shop.Order | by "))
                .contains("startTime")
                .noneMatch(offer -> offer.contains("\u001b"));
    }
}
