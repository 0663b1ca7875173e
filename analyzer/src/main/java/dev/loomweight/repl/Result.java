package dev.loomweight.repl;

import dev.loomweight.command.Question;
import dev.loomweight.query.Relation;
import dev.loomweight.report.Series;
import java.util.List;

/** The result of a line. */
sealed interface Result {

    /** Nothing to show. */
    static Result none() {
        return new OfText("");
    }

    /** One line for each input that could not be read and is therefore missing from the result. */
    List<String> problems();

    /** Sentences on how the query was understood. */
    default List<String> notes() {
        return List.of();
    }

    /** A report. */
    record OfReport(Question.Answer answer) implements Result {

        @Override
        public List<String> problems() {
            return answer.problems();
        }
    }

    /**
     * Rows.
     *
     * @param notes sentences on how the query was understood; text has them below the table
     */
    record OfRows(Relation rows, List<String> problems, List<String> notes) implements Result {

        OfRows(Relation rows, List<String> problems) {
            this(rows, problems, List.of());
        }

        OfRows(Relation rows) {
            this(rows, List.of());
        }
    }

    /** A chart. */
    record OfChart(Series series, List<String> problems, List<String> notes) implements Result {}

    /** Text in complete lines; may be empty. */
    record OfText(String text, List<String> problems, List<String> notes) implements Result {

        OfText(String text, List<String> problems) {
            this(text, problems, List.of());
        }

        OfText(String text) {
            this(text, List.of());
        }
    }
}
