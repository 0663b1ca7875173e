package dev.loomweight.repl;

import dev.loomweight.capture.DataException;
import dev.loomweight.query.Chart;
import dev.loomweight.query.Names;
import dev.loomweight.query.Pipeline;
import dev.loomweight.query.PipelineParser;
import dev.loomweight.query.QueryException;
import dev.loomweight.query.Relation;
import dev.loomweight.query.Sql;
import dev.loomweight.query.StepKeyword;
import dev.loomweight.render.Format;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs one line: its command, and the steps after it. */
final class LineRunner {

    private final Session session;
    private final ResultWriter screen;

    LineRunner(Session session) {
        this.session = session;
        this.screen = new ResultWriter(session.settings());
    }

    /** A line's command, its arguments, and the table named after its dot. */
    private record Head(Command word, @Nullable String table, Arguments arguments) {}

    /**
     * Runs a line.
     *
     * @param line one line, or several that are joined
     * @throws QueryException if it is invalid; positions are those of the line
     * @throws DataException if it fails
     * @throws IllegalArgumentException if the arguments are invalid
     */
    Result run(String line) {
        Pipeline.Source whole = new Pipeline.Source(
                line.strip(), line.length() - line.stripLeading().length());
        Head head = head(whole, null);
        if (head.word.raw() || PipelineParser.sourceEnd(line) == line.length()) {
            return outcome(head);
        }
        Pipeline pipeline = PipelineParser.parse(line);
        Result saved = savedWhole(pipeline);
        if (saved != null) {
            return saved;
        }
        Set<String> problems = new LinkedHashSet<>();
        Set<String> notes = new LinkedHashSet<>();
        Relation rows = pipeline.run((source, fields) -> rows(source, fields, problems), notes::add);
        return ended(pipeline.end(), rows, List.copyOf(problems), List.copyOf(notes));
    }

    private Result ended(Pipeline.@Nullable End end, Relation rows, List<String> problems, List<String> notes) {
        if (end == null) {
            return new Result.OfRows(rows, problems, notes);
        }
        String file = end.file();
        if (end.word() == StepKeyword.PLOT && file == null) {
            return new Result.OfChart(Chart.of(rows), problems, notes);
        }
        Path path = CommandActions.path(String.valueOf(file));
        if (end.word() == StepKeyword.PLOT) {
            screen.save(Chart.of(rows), path);
        } else {
            screen.save(rows, path);
        }
        return new Result.OfText(
                "written to " + path + ": " + rows.rows() + (rows.rows() == 1 ? " row" : " rows") + "\n",
                problems,
                notes);
    }

    /** A report without steps before {@code save} is written completely, if the format is one of reports. */
    private @Nullable Result savedWhole(Pipeline pipeline) {
        Pipeline.End end = pipeline.end();
        if (end == null || end.word() != StepKeyword.SAVE || !pipeline.stages().isEmpty()) {
            return null;
        }
        Head head = head(pipeline.source(), null);
        Path path = CommandActions.path(String.valueOf(end.file()));
        Optional<Format> form = ResultFormats.ofReport(ResultFormats.of(path, ""));
        boolean whole = head.table == null && head.word.givesReport();
        if (form.isEmpty()
                || !whole
                || !(head.word.action().run(session, head.arguments) instanceof Result.OfReport result)) {
            return null;
        }
        screen.save(result.answer().report(), form.get(), path);
        return new Result.OfText("written to " + path + ": the complete report\n", result.problems());
    }

    private Result outcome(Head head) {
        Result outcome = head.word.action().run(session, head.arguments);
        if (head.table == null) {
            return outcome;
        }
        return new Result.OfRows(table(head, outcome), outcome.problems());
    }

    /** The rows of the source of a pipeline; adds the problems of its inputs. */
    private Relation rows(Pipeline.Source source, @Nullable Set<String> fields, Set<String> problems) {
        Head head = head(source, fields);
        Result outcome = head.word.action().run(session, head.arguments);
        problems.addAll(outcome.problems());
        return switch (outcome) {
            case Result.OfRows listed -> listed.rows();
            case Result.OfReport result -> table(head, result);
            case Result.OfChart drawn -> throw new IllegalStateException("a source does not draw");
            case Result.OfText said ->
                throw new QueryException(
                        head.word.name() + " has no rows; begin with events TYPE, types, pins or another report",
                        source.at(),
                        head.word.name().length());
        };
    }

    private static Relation table(Head head, Result outcome) {
        if (outcome instanceof Result.OfReport result) {
            return CommandActions.table(result.answer(), head.word.name(), head.table);
        }
        throw new DataException(head.word.name() + " has a single table, without a name");
    }

    private static Head head(Pipeline.Source source, @Nullable Set<String> fields) {
        String name = source.word();
        Command word = Commands.head(name).orElse(null);
        if (word == null) {
            throw new QueryException(
                    "unknown command " + name
                            + Names.ofCommand(name, source.argument().strip(), Commands.names())
                            + "; type \"help\" for commands",
                    source.at(),
                    name.length());
        }
        if (Sql.isStatement(name)) {
            return new Head(word, null, new Arguments(source.text(), fields));
        }
        Arguments arguments = new Arguments(source.argument(), fields);
        return new Head(word, word.name().equals(name) ? null : name.substring(name.indexOf('.', 1) + 1), arguments);
    }
}
