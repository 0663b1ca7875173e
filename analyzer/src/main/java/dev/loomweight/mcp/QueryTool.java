package dev.loomweight.mcp;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.capture.DataException;
import dev.loomweight.command.Assistant;
import dev.loomweight.command.ClassOptions;
import dev.loomweight.command.Question;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.match.Glob;
import dev.loomweight.match.Nearest;
import dev.loomweight.query.Names;
import dev.loomweight.query.OpenInput;
import dev.loomweight.query.Pipeline;
import dev.loomweight.query.PipelineParser;
import dev.loomweight.query.QueryException;
import dev.loomweight.query.Relation;
import dev.loomweight.query.Relations;
import dev.loomweight.query.RowProgress;
import dev.loomweight.query.Sql;
import dev.loomweight.render.RowFormat;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tool {@code query}: pipelines and SQL over the events of an input, as the prompt has them. */
final class QueryTool {

    private static final String PATH = "path";
    private static final String QUERY = "query";

    /** The maximum number of events or rows that are held in memory: the prompt's usual limit. */
    private static final long MAX_ROWS = 5_000_000;

    private static final List<String> SOURCES =
            List.of("events", "types", "fields", "sql", "report", "pins", "memory", "threads", "coverage");

    private QueryTool() {}

    /**
     * The tool.
     *
     * @param parser parses the options of reports in queries
     * @param answers keeps what it answers
     */
    static Tool of(Assistant.Parser parser, KeptAnswers answers) {
        return new Tool(
                "query",
                "Query over events",
                "Rows of any event type of a recording or capture, by a pipeline or one SQL SELECT. types lists event"
                        + " types; fields jdk.X their fields; events jdk.VirtualThreadPinned | where duration > 20ms | by"
                        + " holder | agg count, sum duration | sort -sum | top 10. Steps: where, by, per TIME, agg, sort,"
                        + " top, select, distinct, summary, describe, crosstab, histogram, join. Reports are tables too:"
                        + " pins.holders | where line > 0. SQL: SELECT holder, count(*), sum(duration) FROM"
                        + " jdk.VirtualThreadPinned GROUP BY holder; durations are nanoseconds. Nothing can be written.",
                ToolArguments.with(
                        new Schema()
                                .required(
                                        PATH,
                                        Schema.Type.STRING,
                                        "One recording, capture or folder of recordings, below a root.")
                                .required(QUERY, Schema.Type.STRING, "The pipeline or the SELECT."),
                        ClassOptions.ALL),
                true,
                call -> new Asked(call, parser).answer(answers));
    }

    /** One call. */
    private static final class Asked {
        private final Call call;
        private final Assistant.Parser parser;
        private final Path path;
        private final RowProgress meter = new RowProgress();
        private final Set<String> problems = new LinkedHashSet<>();

        Asked(Call call, Assistant.Parser parser) {
            this.call = call;
            this.parser = parser;
            this.path = call.path(PATH);
        }

        JsonObject answer(KeptAnswers answers) {
            String query = call.text(QUERY, "").strip();
            Relation rows;
            try (OpenInput input = OpenInput.of(path);
                    ClassPath classes = input.classPath(ToolArguments.classPath(call), call.roots());
                    Sql sql = new Sql()) {
                Thread thread = Thread.currentThread();
                call.cancelBy(() -> {
                    meter.cancel();
                    sql.cancel();
                    thread.interrupt();
                });
                rows = rows(query, input, classes, sql);
            } catch (IOException e) {
                // Closing what was only read.
                throw new UncheckedIOException(e);
            } catch (QueryException e) {
                throw new DataException(e.getMessage() + " (at character " + (e.at() + 1) + " of the query)", e);
            }
            return answers.first(handle -> answer(handle, rows));
        }

        private Relation rows(String query, OpenInput input, ClassPath classes, Sql sql) {
            String first = Pipeline.Source.word(query);
            boolean named = first.equalsIgnoreCase("sql");
            if (named || Sql.isStatement(first)) {
                String select = named ? query.substring(first.length()).strip() : query;
                return sql.run(select, (name, fields) -> table(input, classes, name, fields), MAX_ROWS);
            }
            Pipeline pipeline = PipelineParser.parse(query);
            if (pipeline.end() != null) {
                throw new IllegalArgumentException("plot and save are steps of the prompt; ask for the rows");
            }
            return pipeline.run((source, fields) -> source(input, classes, source, fields));
        }

        private Answer answer(String handle, Relation rows) {
            StringWriter text = new StringWriter();
            try {
                RowFormat.JSON.write(rows, 0, rows.rows(), text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            List<JsonElement> items = Fit.clean(JsonParser.parseString(text.toString()))
                    .getAsJsonArray()
                    .asList();
            JsonObject head = new JsonObject();
            head.addProperty("command", "query");
            head.addProperty("rowsCount", rows.rows());
            if (!problems.isEmpty()) {
                JsonArray all = new JsonArray();
                problems.forEach(all::add);
                head.add("problems", Fit.clean(all));
            }
            return Answer.of(handle, head, "rows", List.of(AnswerPart.of("rows", "rows", items)));
        }

        private Relation source(OpenInput input, ClassPath classes, Pipeline.Source source, Set<String> fields) {
            String name = source.word();
            String argument = source.argument();
            return switch (name) {
                case "events" -> events(input, classes, only(argument, "events TYPE"), fields);
                case "types" -> types(input, argument);
                case "fields" -> input.fields(only(argument, "fields TYPE"), meter);
                default -> {
                    Question question = question(name)
                            .orElseThrow(() -> new QueryException(
                                    "unknown source " + name + Nearest.hintOrList(name, SOURCES),
                                    source.at(),
                                    name.length()));
                    if (!argument.isEmpty()) {
                        throw new QueryException(
                                name + " takes no options here", source.at() + name.length(), argument.length());
                    }
                    yield table(question, name);
                }
            };
        }

        private static String only(String argument, String synopsis) {
            if (argument.isEmpty() || argument.chars().anyMatch(Character::isWhitespace)) {
                throw new IllegalArgumentException("expected " + synopsis);
            }
            return argument;
        }

        private Relation events(OpenInput input, ClassPath classes, String type, @Nullable Set<String> fields) {
            return input.events(type, fields, classes, call.texts("own"), meter, MAX_ROWS);
        }

        private Relation types(OpenInput input, String pattern) {
            Glob names = Glob.of(pattern.indexOf('*') < 0 ? "*" + pattern + "*" : pattern)
                    .lowerCase();
            return input.typeRows(pattern.isEmpty() ? null : names, meter);
        }

        /** A table of SQL: of a report, or else an event type. */
        private Relation table(OpenInput input, ClassPath classes, String name, @Nullable Set<String> fields) {
            Optional<Question> question = question(name);
            return question.isPresent()
                    ? table(question.get(), name)
                    : events(input, classes, name, fields == null ? null : input.fieldsMeant(name, fields, meter));
        }

        private static Optional<Question> question(String name) {
            return Question.of(name.split("\\.", 2)[0]);
        }

        private Relation table(Question question, String name) {
            int dot = name.indexOf('.');
            String id = dot < 0 ? null : name.substring(dot + 1);
            Options asked = parser.parse(question, ToolArguments.words(call, question.options()), List.of(path));
            Question.Answer answer = question.ask(ToolArguments.within(asked, call), call.progress());
            problems.addAll(answer.problems());
            return Relations.of(answer.report(), id).orElseThrow(() -> {
                List<String> ids = Relations.tables(answer.report()).stream()
                        .map(Table::id)
                        .toList();
                return new DataException(question.word() + " has no table" + (id == null ? "" : " " + id)
                        + Names.suggestion(String.valueOf(id), ids));
            });
        }
    }
}
