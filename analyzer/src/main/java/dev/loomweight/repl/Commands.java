package dev.loomweight.repl;

import dev.loomweight.command.Question;
import dev.loomweight.query.Sql;
import dev.loomweight.repl.Command.Group;
import dev.loomweight.repl.Command.Operand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All commands of the prompt. The reports among them are those of the command line. */
final class Commands {

    /** The command of SQL, which may be left out before a query. */
    static final String SQL = "sql";

    /** In the order of the help. */
    static final List<Command> ALL = all();

    private Commands() {}

    /** The command that a line begins with: by its name, without a table after a dot, or SQL by its first word. */
    static Optional<Command> head(String word) {
        int dot = word.indexOf('.', 1);
        return of(word).or(() -> of(dot < 0 ? word : word.substring(0, dot)))
                .or(() -> Sql.isStatement(word) ? of(SQL) : Optional.empty());
    }

    /** A command by its name. */
    static Optional<Command> of(String name) {
        return ALL.stream().filter(word -> word.name().equals(name)).findFirst();
    }

    static List<String> names() {
        return ALL.stream().map(Command::name).toList();
    }

    /** The commands that a pipeline within another can begin with. */
    static List<String> ofRows() {
        return ALL.stream()
                .filter(word -> !word.raw() && (word.group() == Group.REPORTS || word.group() == Group.EVENTS))
                .map(Command::name)
                .toList();
    }

    private static List<Command> all() {
        List<Command> words = new ArrayList<>(ofInputs());
        Question.every().map(Commands::ofQuestion).forEach(words::add);
        words.addAll(ofReports());
        words.addAll(ofEvents());
        words.addAll(ofShell());
        return List.copyOf(words);
    }

    private static Command ofQuestion(Question question) {
        String word = question.word();
        List<String> examples = switch (word) {
            case "pins" ->
                List.of("pins --longer 20ms", "pins | top 5", "pins.holders | where cause ~ \"synchronized\"");
            case "memory" -> List.of("memory", "memory --limit 512m");
            default -> List.of(word);
        };
        return new Command(
                word,
                Group.REPORTS,
                word + "[.TABLE] [OPTION...]",
                question.help().summary(),
                examples,
                Operand.OPTION,
                false,
                (session, call) -> CommandActions.ask(session, question, call));
    }

    private static Command word(
            Group group, String synopsis, String summary, Operand operand, Command.Action action, String... examples) {
        String name = synopsis.split(" ", 2)[0];
        return new Command(name, group, synopsis, summary, List.of(examples), operand, false, action);
    }

    private static Command raw(
            Group group, String synopsis, String summary, Operand operand, Command.Action action, String example) {
        String name = synopsis.split(" ", 2)[0];
        return new Command(name, group, synopsis, summary, List.of(example), operand, true, action);
    }

    private static List<Command> ofInputs() {
        return List.of(
                word(
                        Group.INPUTS,
                        "open PATH [as NAME]",
                        "open a recording, a capture or a text, and use it",
                        Operand.PATH,
                        CommandActions::open,
                        "open app.jfr",
                        "open app.lw as before"),
                word(
                        Group.INPUTS,
                        "close [NAME]",
                        "close an input",
                        Operand.INPUT,
                        CommandActions::close,
                        "close before"),
                word(Group.INPUTS, "inputs", "list the open inputs", Operand.NOTHING, CommandActions::inputs, "inputs"),
                word(
                        Group.INPUTS,
                        "use NAME",
                        "switch to another input",
                        Operand.INPUT,
                        CommandActions::use,
                        "use before"),
                word(
                        Group.INPUTS,
                        "diff BEFORE [AFTER]",
                        "compare two inputs, or runs of each, or show the changes within one",
                        Operand.INPUT,
                        CommandActions::diff,
                        "diff before after"));
    }

    private static List<Command> ofReports() {
        return List.of(
                word(
                        Group.REPORTS,
                        "site N [OPTION...]",
                        "one pinning site: stacks, source (with --source), advice; takes the options of pins",
                        Operand.OPTION,
                        CommandActions::site,
                        "site 1",
                        "site 1 --source src/main/java"),
                word(
                        Group.REPORTS,
                        "info",
                        "describe the current input",
                        Operand.NOTHING,
                        CommandActions::info,
                        "info"));
    }

    private static List<Command> ofEvents() {
        return List.of(
                word(
                        Group.EVENTS,
                        "types [GLOB]",
                        "event types, and the number of events of each",
                        Operand.TYPE,
                        CommandActions::types,
                        "types",
                        "types *Virtual*",
                        "types | where count > 0 | sort -count | top 5"),
                word(
                        Group.EVENTS,
                        "fields TYPE",
                        "the fields of an event type",
                        Operand.TYPE,
                        CommandActions::fields,
                        "fields jdk.VirtualThreadPinned"),
                word(
                        Group.EVENTS,
                        "events TYPE",
                        "the events of a type, in the order of time",
                        Operand.TYPE,
                        CommandActions::events,
                        "events jdk.VirtualThreadPinned | where duration > 20ms | by holder, reason"
                                + " | agg count, sum duration, p99 duration | sort -sum | top 10",
                        "events jdk.VirtualThreadPinned | per 1s | agg count | plot",
                        "events jdk.VirtualThreadPinned | top 10 duration | save longest.csv"),
                raw(
                        Group.EVENTS,
                        "sql SELECT ...",
                        "SQL over the same tables, also without sql before it; write dots in field names as underscores;"
                                + " durations are nanoseconds",
                        Operand.SQL,
                        CommandActions::sql,
                        "select holder, count(*), sum(duration) FROM jdk.VirtualThreadPinned GROUP BY holder"));
    }

    private static List<Command> ofShell() {
        return List.of(
                word(
                        Group.SHELL,
                        "help [COMMAND]",
                        "this list, or details of a command or step",
                        Operand.COMMAND,
                        Help::help,
                        "help events"),
                word(
                        Group.SHELL,
                        "set NAME VALUE",
                        "change a setting",
                        Operand.SETTING,
                        CommandActions::set,
                        "set format json",
                        "set classpath app.jar"),
                word(Group.SHELL, "show [NAME]", "show the settings", Operand.SETTING, CommandActions::show, "show"),
                word(
                        Group.SHELL,
                        ".once FILE",
                        "write the next result to a file, in the format of its extension",
                        Operand.PATH,
                        CommandActions::once,
                        ".once pins.txt"),
                word(
                        Group.SHELL,
                        "history",
                        "previous lines; !! repeats the last, !! | top 5 adds to it, !N repeats line N",
                        Operand.NOTHING,
                        CommandActions::history,
                        "history | top 5"),
                word(
                        Group.SHELL,
                        "script FILE",
                        "run the lines of a file",
                        Operand.PATH,
                        CommandActions::script,
                        "script nightly.lwq"),
                raw(
                        Group.SHELL,
                        "echo TEXT",
                        "write the text",
                        Operand.NOTHING,
                        CommandActions::echo,
                        "echo the worst sites"),
                word(Group.SHELL, "exit", "leave, like Ctrl-D", Operand.NOTHING, CommandActions::exit, "exit"),
                word(Group.SHELL, "quit", "the same as exit", Operand.NOTHING, CommandActions::exit, "quit"));
    }
}
