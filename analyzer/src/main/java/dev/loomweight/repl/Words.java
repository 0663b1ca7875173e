package dev.loomweight.repl;

import dev.loomweight.command.Question;
import dev.loomweight.repl.Word.Group;
import dev.loomweight.repl.Word.Takes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All words that a line can begin with. The questions among them are those of the command line. */
final class Words {

    /** In the order of the help. */
    static final List<Word> ALL = all();

    private Words() {}

    /** A word by its name. */
    static Optional<Word> of(String name) {
        return ALL.stream().filter(word -> word.name().equals(name)).findFirst();
    }

    static List<String> names() {
        return ALL.stream().map(Word::name).toList();
    }

    /** Those that a pipeline within another can begin with. */
    static List<String> ofRows() {
        return ALL.stream()
                .filter(word -> !word.raw() && (word.group() == Group.REPORTS || word.group() == Group.EVENTS))
                .map(Word::name)
                .toList();
    }

    /** The question that a word asks. */
    static Optional<Question> question(String name) {
        return Stream.concat(Question.ALL.stream(), Question.VIEWS.stream())
                .filter(question -> question.word().equals(name))
                .findFirst();
    }

    private static List<Word> all() {
        List<Word> words = new ArrayList<>(ofInputs());
        Stream.concat(Question.ALL.stream(), Question.VIEWS.stream())
                .map(Words::ofQuestion)
                .forEach(words::add);
        words.addAll(ofReports());
        words.addAll(ofEvents());
        words.addAll(ofShell());
        return List.copyOf(words);
    }

    private static Word ofQuestion(Question question) {
        String word = question.word();
        List<String> examples = switch (word) {
            case "pins" ->
                List.of("pins --longer 20ms", "pins | top 5", "pins.holders | where cause ~ \"synchronized\"");
            case "memory" -> List.of("memory", "memory --limit 512m");
            default -> List.of(word);
        };
        return new Word(
                word,
                Group.REPORTS,
                word + "[.TABLE] [OPTION...]",
                question.summary(),
                examples,
                Takes.OPTION,
                false,
                (session, call) -> Actions.ask(session, question, call));
    }

    private static Word word(
            Group group, String synopsis, String summary, Takes takes, Word.Action action, String... examples) {
        String name = synopsis.split(" ", 2)[0];
        return new Word(name, group, synopsis, summary, List.of(examples), takes, false, action);
    }

    private static Word raw(
            Group group, String synopsis, String summary, Takes takes, Word.Action action, String example) {
        String name = synopsis.split(" ", 2)[0];
        return new Word(name, group, synopsis, summary, List.of(example), takes, true, action);
    }

    private static List<Word> ofInputs() {
        return List.of(
                word(
                        Group.INPUTS,
                        "open PATH [as NAME]",
                        "opens a recording, a capture or a text, and uses it",
                        Takes.PATH,
                        Actions::open,
                        "open app.jfr",
                        "open app.lw as before"),
                word(Group.INPUTS, "close [NAME]", "closes an input", Takes.INPUT, Actions::close, "close before"),
                word(Group.INPUTS, "inputs", "what is open", Takes.NOTHING, Actions::inputs, "inputs"),
                word(Group.INPUTS, "use NAME", "goes over to another input", Takes.INPUT, Actions::use, "use before"),
                word(
                        Group.INPUTS,
                        "diff BEFORE [AFTER]",
                        "what changed between two inputs, or within one",
                        Takes.INPUT,
                        Actions::diff,
                        "diff before after"));
    }

    private static List<Word> ofReports() {
        return List.of(
                word(
                        Group.REPORTS,
                        "site N [OPTION...]",
                        "one site of pins: its stacks, its source with --source, what to do; options as of pins",
                        Takes.OPTION,
                        Actions::site,
                        "site 1",
                        "site 1 --source src/main/java"),
                word(Group.REPORTS, "info", "what the input in use holds", Takes.NOTHING, Actions::info, "info"));
    }

    private static List<Word> ofEvents() {
        return List.of(
                word(
                        Group.EVENTS,
                        "types [GLOB]",
                        "the types of event, and how many events there are",
                        Takes.TYPE,
                        Actions::types,
                        "types",
                        "types *Virtual*",
                        "types | where count > 0 | sort -count | top 5"),
                word(
                        Group.EVENTS,
                        "fields TYPE",
                        "the fields of a type of event",
                        Takes.TYPE,
                        Actions::fields,
                        "fields jdk.VirtualThreadPinned"),
                word(
                        Group.EVENTS,
                        "events TYPE",
                        "the events of a type, in the order of time",
                        Takes.TYPE,
                        Actions::events,
                        "events jdk.VirtualThreadPinned | where duration > 20ms | by holder, reason"
                                + " | agg count, sum duration, p99 duration | sort -sum | top 10",
                        "events jdk.VirtualThreadPinned | per 1s | agg count | plot",
                        "events jdk.VirtualThreadPinned | top 10 duration | save longest.csv"),
                raw(
                        Group.EVENTS,
                        "sql SELECT ...",
                        "a query of the same tables; dots in names of fields are underscores, times nanoseconds",
                        Takes.SQL,
                        Actions::sql,
                        "sql SELECT holder, count(*), sum(duration) FROM jdk.VirtualThreadPinned GROUP BY holder"));
    }

    private static List<Word> ofShell() {
        return List.of(
                word(
                        Group.SHELL,
                        "help [WORD]",
                        "this, or more of a word or step",
                        Takes.WORD,
                        Help::help,
                        "help events"),
                word(
                        Group.SHELL,
                        "set NAME VALUE",
                        "how results look, and what is read",
                        Takes.SETTING,
                        Actions::set,
                        "set format json",
                        "set classpath app.jar"),
                word(Group.SHELL, "show [NAME]", "the settings", Takes.SETTING, Actions::show, "show"),
                word(
                        Group.SHELL,
                        ".once FILE",
                        "the next result goes to a file, in the form of its ending",
                        Takes.PATH,
                        Actions::once,
                        ".once pins.txt"),
                word(
                        Group.SHELL,
                        "history",
                        "the lines before; !! is the last, !! | top 5 goes on with it, !N is line N",
                        Takes.NOTHING,
                        Actions::history,
                        "history | top 5"),
                word(
                        Group.SHELL,
                        "script FILE",
                        "runs the lines of a file",
                        Takes.PATH,
                        Actions::script,
                        "script nightly.lwq"),
                raw(Group.SHELL, "echo TEXT", "writes it", Takes.NOTHING, Actions::echo, "echo the worst sites"),
                word(Group.SHELL, "exit", "leaves; so does Ctrl-D", Takes.NOTHING, Actions::exit, "exit"));
    }
}
