package dev.loomweight.repl;

import dev.loomweight.query.Relation;
import dev.loomweight.report.Report;
import dev.loomweight.report.Series;
import java.util.List;

/** What a line came to. */
sealed interface Outcome {

    /** Nothing to show. */
    Outcome SILENT = new Said("");

    /**
     * A report.
     *
     * @param report all that could be read
     * @param problems one line for each input that could not
     */
    record Told(Report report, List<String> problems) implements Outcome {}

    /** Rows. */
    record Listed(Relation rows) implements Outcome {}

    /** A chart. */
    record Drawn(Series series) implements Outcome {}

    /** Words, each line ended; may be empty. */
    record Said(String text) implements Outcome {}
}
