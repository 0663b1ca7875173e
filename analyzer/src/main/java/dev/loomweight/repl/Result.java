package dev.loomweight.repl;

import dev.loomweight.query.Relation;
import dev.loomweight.report.Report;
import dev.loomweight.report.Series;
import java.util.List;

/** The result of a line. */
sealed interface Result {

    /** Nothing to show. */
    Result NONE = new OfText("");

    /** One line for each input that could not be read and is therefore missing from the result. */
    List<String> problems();

    /** A report. */
    record OfReport(Report report, List<String> problems) implements Result {}

    /** Rows. */
    record OfRows(Relation rows, List<String> problems) implements Result {

        OfRows(Relation rows) {
            this(rows, List.of());
        }
    }

    /** A chart. */
    record OfChart(Series series, List<String> problems) implements Result {}

    /** Text in complete lines; may be empty. */
    record OfText(String text, List<String> problems) implements Result {

        OfText(String text) {
            this(text, List.of());
        }
    }
}
