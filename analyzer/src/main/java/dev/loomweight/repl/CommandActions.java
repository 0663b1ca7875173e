package dev.loomweight.repl;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.ClassOptions;
import dev.loomweight.command.Diff;
import dev.loomweight.command.Question;
import dev.loomweight.command.SiteReport;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.match.Glob;
import dev.loomweight.query.Names;
import dev.loomweight.query.OpenInput;
import dev.loomweight.query.Relation;
import dev.loomweight.query.Relations;
import dev.loomweight.repl.ReplSettings.Setting;
import dev.loomweight.report.Cell;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the commands do. */
final class CommandActions {

    /** The option of {@code site} that {@code pins} does not have. */
    static final String SOURCE = "--source";

    private CommandActions() {}

    static Result open(Session session, Arguments arguments) {
        List<String> words = arguments.list();
        boolean named = words.size() == 3 && words.get(1).equals("as");
        if (words.size() != 1 && !named) {
            throw new IllegalArgumentException("expected open PATH, or open PATH as NAME");
        }
        String name = session.inputs().open(path(words.getFirst()), named ? words.get(2) : null);
        session.inputsChanged();
        return new Result.OfText(name + ": " + session.inputs().used().contents() + "\n");
    }

    /**
     * A path as users write it: a tilde stands for the home directory.
     *
     * @throws IllegalArgumentException if it cannot be a path here
     */
    static Path path(String word) {
        try {
            return Path.of(expanded(word));
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(
                    "invalid path " + word + ": " + e.getReason()
                            + (e.getReason().contains("unmappable")
                                    ? "; leave, set LC_ALL=C.UTF-8 and start again"
                                    : ""),
                    e);
        }
    }

    /** A word with the home directory for a tilde at its beginning, or after {@code --option=}. */
    static String expanded(String word) {
        int value = word.startsWith("--") ? word.indexOf('=') + 1 : 0;
        String path = word.substring(value);
        return path.equals("~") || path.startsWith("~/") ? word.substring(0, value) + home() + path.substring(1) : word;
    }

    /** The same for paths that are separated by colons. */
    private static String allExpanded(String words) {
        return Arrays.stream(words.split(":", -1)).map(CommandActions::expanded).collect(Collectors.joining(":"));
    }

    /** The user's home directory according to the shell, which can differ from that of the user database. */
    static Path home() {
        String home = System.getenv().getOrDefault("HOME", "");
        return Path.of(home.isEmpty() ? System.getProperty("user.home") : home);
    }

    static Result close(Session session, Arguments arguments) {
        List<String> words = arguments.list();
        session.inputs().used();
        String name = words.isEmpty() ? String.valueOf(session.inputs().usedName()) : arguments.only("close NAME");
        session.inputs().close(name);
        session.inputsChanged();
        return Result.none();
    }

    static Result inputs(Session session, Arguments arguments) {
        return new Result.OfRows(session.inputs().table());
    }

    static Result use(Session session, Arguments arguments) {
        session.inputs().use(arguments.only("use NAME"));
        session.inputsChanged();
        return Result.none();
    }

    static Result diff(Session session, Arguments arguments) {
        List<String> words = arguments.list();
        int between = words.indexOf("--");
        List<String> before = words.subList(0, between < 0 ? Math.min(1, words.size()) : between);
        List<String> after = words.subList(between < 0 ? before.size() : between + 1, words.size());
        if (before.isEmpty() || (between < 0 ? after.size() > 1 : after.isEmpty())) {
            throw new IllegalArgumentException(
                    "expected diff BEFORE AFTER, or diff BEFORE... -- AFTER..., with names of inputs (type \"inputs\")");
        }
        Options asked = Diff.sides(session.classOptions(), paths(session, before), paths(session, after));
        return new Result.OfReport(Diff.compare(asked, session.meter()::add));
    }

    private static List<Path> paths(Session session, List<String> names) {
        return names.stream().map(name -> session.inputs().get(name).path()).toList();
    }

    static Result ask(Session session, Question question, Arguments arguments) {
        return new Result.OfReport(session.ask(
                question,
                arguments.list().stream().map(CommandActions::expanded).toList()));
    }

    static Result site(Session session, Arguments arguments) {
        List<String> words = arguments.list();
        if (words.isEmpty() || !words.getFirst().matches("\\d{1,6}")) {
            throw new IllegalArgumentException("expected site N, where N is a row of pins, for example site 1");
        }
        List<Path> sources = new ArrayList<>(session.sources());
        List<String> others = new ArrayList<>();
        for (int i = 1; i < words.size(); i++) {
            String option = words.get(i);
            if (option.startsWith(SOURCE + "=")) {
                sources.add(path(option.substring(SOURCE.length() + 1)));
            } else if (option.equals(SOURCE) && i + 1 < words.size()) {
                sources.add(path(words.get(++i)));
            } else {
                others.add(expanded(option));
            }
        }
        List<String> options = session.withSettings(Question.PINS, others);
        return new Result.OfReport(SiteReport.make(
                session.asker()
                        .parse(
                                Question.PINS,
                                options,
                                List.of(session.inputs().used().path())),
                Integer.parseInt(words.getFirst()),
                sources,
                session.meter()::add));
    }

    static Result info(Session session, Arguments arguments) {
        OpenInput input = session.inputs().used();
        List<List<Cell>> rows = new ArrayList<>();
        rows.add(List.of(Cell.text("path"), Cell.text(input.path().toString())));
        rows.add(List.of(Cell.text("contains"), Cell.text(input.contents())));
        rows.add(List.of(Cell.text("processes recorded"), Cell.text(input.subjects())));
        return new Result.OfRows(Relations.of("info", List.of("what", "value"), rows));
    }

    static Result types(Session session, Arguments arguments) {
        List<String> words = arguments.list();
        Glob names = words.isEmpty() ? null : glob(arguments.only("types GLOB"));
        return new Result.OfRows(session.inputs().used().typeRows(names, session.meter()));
    }

    /** A text without a star or a question mark may occur anywhere in a name. */
    private static Glob glob(String words) {
        Glob glob = Glob.of(words);
        return (glob.isPattern() ? glob : Glob.of("*" + words + "*")).lowerCase();
    }

    static Result fields(Session session, Arguments arguments) {
        return new Result.OfRows(session.inputs().used().fields(arguments.only("fields TYPE"), session.meter()));
    }

    static Result events(Session session, Arguments arguments) {
        return new Result.OfRows(session.events(
                arguments.only("events TYPE, and steps after a bar: events TYPE | where ..."), arguments.fields()));
    }

    static Result sql(Session session, Arguments arguments) {
        if (arguments.text().isBlank()) {
            throw new IllegalArgumentException("expected sql SELECT ...");
        }
        long limit = session.settings().number(Setting.LIMIT, Long.MAX_VALUE);
        return new Result.OfRows(
                session.sql().run(arguments.text(), (name, fields) -> table(session, name, fields), limit));
    }

    /** A table by its name: of a report, or else an event type. */
    private static Relation table(Session session, String name, java.util.@Nullable Set<String> fields) {
        int dot = name.indexOf('.');
        String first = dot < 0 ? name : name.substring(0, dot);
        Question question = Question.of(first).orElse(null);
        if (question == null) {
            return session.events(
                    name, fields == null ? null : session.inputs().used().fieldsMeant(name, fields, session.meter()));
        }
        return table(session.ask(question, List.of()), first, dot < 0 ? null : name.substring(dot + 1));
    }

    /**
     * A table of a report.
     *
     * @param id its key; null for the first
     * @throws DataException if there is none
     */
    static Relation table(Question.Answer answer, String word, @Nullable String id) {
        return Relations.of(answer.report(), id).orElseThrow(() -> {
            List<String> ids = Relations.tables(answer.report()).stream()
                    .map(table -> table.id())
                    .toList();
            return new DataException(
                    id == null
                            ? word + " has no table here"
                            : word + " has no table " + id + Names.suggestion(id, ids));
        });
    }

    static Result set(Session session, Arguments arguments) {
        List<String> words = arguments.list();
        if (words.isEmpty()) {
            return show(session, arguments);
        }
        if (words.size() != 2) {
            throw new IllegalArgumentException("expected set NAME VALUE; type \"show\" for the settings");
        }
        Setting setting = ReplSettings.of(words.getFirst());
        String value = setting.isOfPaths() ? allExpanded(words.get(1)) : words.get(1);
        if (setting == Setting.JDK && !value.isEmpty()) {
            // Said here and not by the next question.
            ClassOptions.checkJdk(path(value));
        }
        session.settings().set(setting, value);
        session.settingsChanged(setting);
        return Result.none();
    }

    static Result show(Session session, Arguments arguments) {
        List<List<Cell>> rows = new ArrayList<>();
        List<String> words = arguments.list();
        List<Setting> shown =
                words.isEmpty() ? List.of(Setting.values()) : List.of(setting(arguments.only("show NAME")));
        for (Setting setting : shown) {
            rows.add(List.of(
                    Cell.text(setting.word()),
                    Cell.text(session.settings().get(setting)),
                    Cell.text(setting.summary())));
        }
        return new Result.OfRows(Relations.of("settings", List.of("name", "value", "meaning"), rows));
    }

    /** A setting; a word that begins like a type of event is answered with how events are shown here. */
    private static Setting setting(String word) {
        String type = word.substring(word.lastIndexOf('/') + 1);
        if (type.indexOf('.') > 0 || (!type.isEmpty() && Character.isUpperCase(type.charAt(0)))) {
            throw new IllegalArgumentException("unknown setting " + word + Names.ofCommand("show", type, List.of()));
        }
        return ReplSettings.of(word);
    }

    static Result once(Session session, Arguments arguments) {
        session.once(path(arguments.only(".once FILE")));
        return Result.none();
    }

    static Result history(Session session, Arguments arguments) {
        List<List<Cell>> rows = new ArrayList<>();
        int number = 1;
        for (String line : session.history()) {
            rows.add(List.of(Cell.count(number++), Cell.text(line)));
        }
        return new Result.OfRows(Relations.of("history", List.of("number", "line"), rows));
    }

    static Result script(Session session, Arguments arguments) {
        // The executor runs scripts; this one has a bar after it.
        return new Result.OfText("script FILE must be alone on its line\n");
    }

    static Result echo(Session session, Arguments arguments) {
        return new Result.OfText(arguments.text() + "\n");
    }

    static Result exit(Session session, Arguments arguments) {
        session.end();
        return Result.none();
    }
}
