package dev.loomweight.repl;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.Diff;
import dev.loomweight.command.PinRequest;
import dev.loomweight.command.Question;
import dev.loomweight.command.SiteReport;
import dev.loomweight.match.Glob;
import dev.loomweight.query.Names;
import dev.loomweight.query.OpenInput;
import dev.loomweight.query.Relation;
import dev.loomweight.query.Relations;
import dev.loomweight.query.SqlNames;
import dev.loomweight.repl.Settings.Setting;
import dev.loomweight.report.Cell;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the words do. */
final class CommandActions {

    /** The option of {@code site} that the command line's question does not have. */
    static final String SOURCE = "--source";

    private CommandActions() {}

    static Result open(Session session, Arguments call) {
        List<String> words = call.arguments();
        boolean named = words.size() == 3 && words.get(1).equals("as");
        if (words.size() != 1 && !named) {
            throw new IllegalArgumentException("write open PATH or open PATH as NAME");
        }
        String name = session.inputs().open(path(words.getFirst()), named ? words.get(2) : null);
        session.inputsChanged();
        return new Result.OfText(name + ": " + session.inputs().used().contents() + "\n");
    }

    /** A path as people write it, with their home as a tilde. */
    static Path path(String word) {
        return word.startsWith("~/") ? home().resolve(word.substring(2)) : Path.of(word);
    }

    /** The user's home as the shell has it, which need not be the one that the system's list of users names. */
    static Path home() {
        String home = System.getenv().getOrDefault("HOME", "");
        return Path.of(home.isEmpty() ? System.getProperty("user.home") : home);
    }

    static Result close(Session session, Arguments call) {
        List<String> words = call.arguments();
        session.inputs().used();
        String name = words.isEmpty() ? String.valueOf(session.inputs().usedName()) : call.only("close NAME");
        session.inputs().close(name);
        session.inputsChanged();
        return Result.NONE;
    }

    static Result inputs(Session session, Arguments call) {
        return new Result.OfRows(session.inputs().table());
    }

    static Result use(Session session, Arguments call) {
        session.inputs().use(call.only("use NAME"));
        session.inputsChanged();
        return Result.NONE;
    }

    static Result diff(Session session, Arguments call) {
        List<String> words = call.arguments();
        if (words.isEmpty() || words.size() > 2) {
            throw new IllegalArgumentException("write diff BEFORE AFTER, by the names that inputs shows");
        }
        Path before = session.inputs().get(words.getFirst()).path();
        @Nullable
        Path after =
                words.size() == 1 ? null : session.inputs().get(words.get(1)).path();
        Question.Answer answer = Diff.compare(before, after, PinRequest.NONE, 0, session.meter()::add);
        return new Result.OfReport(answer.report(), answer.problems());
    }

    static Result ask(Session session, Question question, Arguments call) {
        Question.Answer answer = session.ask(question, call.arguments());
        return new Result.OfReport(answer.report(), answer.problems());
    }

    static Result site(Session session, Arguments call) {
        List<String> words = call.arguments();
        if (words.isEmpty() || !words.getFirst().matches("\\d{1,6}")) {
            throw new IllegalArgumentException("write site N, by the order of the rows of pins, such as site 1");
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
                others.add(option);
            }
        }
        List<String> options = session.withSettings(Question.PINS, others);
        Question.Answer answer = SiteReport.make(
                session.asker()
                        .request(
                                Question.PINS,
                                options,
                                List.of(session.inputs().used().path())),
                Integer.parseInt(words.getFirst()),
                sources,
                session.meter()::add);
        return new Result.OfReport(answer.report(), answer.problems());
    }

    static Result info(Session session, Arguments call) {
        OpenInput input = session.inputs().used();
        List<List<Cell>> rows = new ArrayList<>();
        rows.add(List.of(Cell.text("path"), Cell.text(input.path().toString())));
        rows.add(List.of(Cell.text("holds"), Cell.text(input.contents())));
        rows.add(List.of(Cell.text("processes recorded"), Cell.text(input.subjects())));
        return new Result.OfRows(Relations.of("info", List.of("what", "value"), rows));
    }

    static Result types(Session session, Arguments call) {
        List<String> words = call.arguments();
        Glob glob = words.isEmpty() ? Glob.of("*") : glob(call.only("types GLOB"));
        List<List<Cell>> rows = new ArrayList<>();
        for (Map.Entry<String, Long> type :
                session.inputs().used().types(session.meter()).entrySet()) {
            boolean passes = words.isEmpty()
                    ? type.getValue() > 0
                    : glob.matches(type.getKey().toLowerCase(Locale.ROOT));
            if (passes) {
                rows.add(List.of(Cell.text(type.getKey()), Cell.count(type.getValue())));
            }
        }
        return new Result.OfRows(Relations.of("types", List.of("type", "count"), rows));
    }

    /** Words without a star or a question mark may stand anywhere in a name. */
    private static Glob glob(String words) {
        Glob glob = Glob.of(words);
        return (glob.isPattern() ? glob : Glob.of("*" + words + "*")).lowerCase();
    }

    static Result fields(Session session, Arguments call) {
        return new Result.OfRows(session.inputs().used().fields(call.only("fields TYPE"), session.meter()));
    }

    static Result events(Session session, Arguments call) {
        return new Result.OfRows(session.events(call.only("events TYPE"), call.fields()));
    }

    static Result sql(Session session, Arguments call) {
        if (call.text().isBlank()) {
            throw new IllegalArgumentException("write sql SELECT ...");
        }
        long limit = session.settings().number(Setting.LIMIT, Long.MAX_VALUE);
        return new Result.OfRows(session.sql().run(call.text(), (name, fields) -> table(session, name, fields), limit));
    }

    /** A table by its name: of a question, or else a type of event. */
    private static Relation table(Session session, String name, java.util.@Nullable Set<String> fields) {
        int dot = name.indexOf('.');
        String first = dot < 0 ? name : name.substring(0, dot);
        Question question = Commands.question(first).orElse(null);
        if (question == null) {
            return session.events(name, fields == null ? null : withDots(session, name, fields));
        }
        return table(session.ask(question, List.of()), first, dot < 0 ? null : name.substring(dot + 1));
    }

    /** The fields that words of a query can mean. */
    private static java.util.Set<String> withDots(Session session, String type, java.util.Set<String> words) {
        OpenInput input = session.inputs().used();
        input.fields(type, session.meter());
        java.util.Set<String> fields = new java.util.HashSet<>();
        for (String field : input.knownFields(type)) {
            if (words.stream().anyMatch(word -> SqlNames.mayMean(word, field))) {
                fields.add(field);
            }
        }
        return fields;
    }

    /**
     * A table of an answer.
     *
     * @param id its key, or null for the first
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

    static Result set(Session session, Arguments call) {
        List<String> words = call.arguments();
        if (words.isEmpty()) {
            return show(session, call);
        }
        if (words.size() != 2) {
            throw new IllegalArgumentException("write set NAME VALUE; show tells the settings");
        }
        Setting setting = Settings.of(words.getFirst());
        session.settings().set(setting, words.get(1));
        session.settingsChanged(setting);
        return Result.NONE;
    }

    static Result show(Session session, Arguments call) {
        List<List<Cell>> rows = new ArrayList<>();
        List<String> words = call.arguments();
        List<Setting> shown =
                words.isEmpty() ? List.of(Setting.values()) : List.of(Settings.of(call.only("show NAME")));
        for (Setting setting : shown) {
            rows.add(List.of(
                    Cell.text(setting.word()),
                    Cell.text(session.settings().get(setting)),
                    Cell.text(setting.summary())));
        }
        return new Result.OfRows(Relations.of("settings", List.of("name", "value", "meaning"), rows));
    }

    static Result once(Session session, Arguments call) {
        session.once(path(call.only(".once FILE")));
        return Result.NONE;
    }

    static Result history(Session session, Arguments call) {
        List<List<Cell>> rows = new ArrayList<>();
        int number = 1;
        for (String line : session.history()) {
            rows.add(List.of(Cell.count(number++), Cell.text(line)));
        }
        return new Result.OfRows(Relations.of("history", List.of("number", "line"), rows));
    }

    static Result script(Session session, Arguments call) {
        // The executor runs scripts before it comes to this: here is one with a bar behind it.
        return new Result.OfText("script FILE stands alone on its line\n");
    }

    static Result echo(Session session, Arguments call) {
        return new Result.OfText(call.text() + "\n");
    }

    static Result exit(Session session, Arguments call) {
        session.end();
        return Result.NONE;
    }
}
