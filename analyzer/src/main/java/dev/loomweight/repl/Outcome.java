package dev.loomweight.repl;

import dev.loomweight.query.Relation;
import dev.loomweight.report.Report;
import dev.loomweight.report.Series;
import java.util.List;

/** What a line came to. */
sealed interface Outcome {

    /** Nothing to show. */
    Outcome SILENT = new Said("");

    /** One line for each input that could not be read, so that nothing of it is in what is shown. */
    List<String> problems();

    /** A report. */
    public record Told(Report report, List<String> problems) implements Outcome {}

    /** Rows. */
    record Listed(Relation rows, List<String> problems) implements Outcome {

        Listed(Relation rows) {
            this(rows, List.of());
        }
    }

    /** A chart. */
    record Drawn(Series series, List<String> problems) implements Outcome {}

    /** Words, each line ended; may be empty. */
    record Said(String text, List<String> problems) implements Outcome {

        Said(String text) {
            this(text, List.of());
        }
    }
}
