package dev.loomweight.carriers;

import dev.loomweight.carriers.FailedSubmits.Fate;
import dev.loomweight.carriers.FailedSubmits.RefusalReading;
import dev.loomweight.carriers.FailedSubmits.Refusals;
import dev.loomweight.carriers.FailedSubmits.Refused;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Refusals as a table and in words. */
final class RefusalSentences {

    /** Of more names of refused threads, the first are shown. */
    private static final int MOST_NAMES = 3;

    private RefusalSentences() {}

    /** Equal refusals together. */
    static Table table(RefusalReading reading) {
        return new Table(
                "refusals",
                "Refused submits",
                List.of(
                        Column.of("site", "Site"),
                        Column.of("count", "Refused"),
                        Column.of("message", "Message"),
                        Column.of("submitter", "Submitter"),
                        Column.of("victims", "Threads"),
                        Column.of("outcome", "Thread is")),
                reading.refused().stream().map(RefusalSentences::row).toList(),
                List.of());
    }

    private static Row row(Refused refused) {
        String message = refused.message();
        return Row.of(
                Cell.text(refused.site()),
                Cell.count(refused.count()),
                message == null ? Cell.absent("the exception had no message") : Cell.text(message),
                Cell.text(Objects.requireNonNullElse(refused.submitter(), Refusals.UNKNOWN_SUBMITTER)),
                refused.names().isEmpty()
                        ? Cell.absent("without a name, or their start was not recorded")
                        : Cell.text(names(refused.names())),
                Cell.text(
                        switch (refused.fate()) {
                            case NOT_STARTED -> "not started; its caller got the exception";
                            case STRANDED -> "stranded forever";
                            case UNKNOWN -> "unknown; the stack is missing";
                        }));
    }

    private static String names(List<String> all) {
        int shown = Math.min(MOST_NAMES, all.size());
        return String.join(", ", all.subList(0, shown))
                + (all.size() > shown ? " and " + (all.size() - shown) + " more" : "");
    }

    /** What to act on. */
    static List<Finding> findings(RefusalReading reading) {
        List<Finding> findings = new ArrayList<>();
        long stranded = reading.count(Fate.STRANDED);
        if (stranded > 0) {
            findings.add(new Finding(
                    "threadsStranded",
                    Severity.PROBLEM,
                    "Virtual threads that wait forever because their scheduler refused to continue them: " + stranded
                            + ".",
                    "The scheduler threw an exception when the thread was to continue after a wait; there is no second attempt.",
                    "Do not close the scheduler before its virtual threads end, and give it room for all of them."));
        }
        long notStarted = reading.count(Fate.NOT_STARTED);
        if (notStarted > 0) {
            findings.add(new Finding(
                    "threadsNotStarted",
                    Severity.WARNING,
                    "Virtual threads not started because their scheduler refused them: " + notStarted + ".",
                    "The caller of start() got a RejectedExecutionException.",
                    "Handle it there, or do not start threads after the scheduler is closed."));
        }
        return findings;
    }
}
