package dev.loomweight.pins.carriers;

import static java.util.Objects.requireNonNullElse;

import dev.loomweight.pins.carriers.FailedSubmits.Fate;
import dev.loomweight.pins.carriers.FailedSubmits.RefusalReading;
import dev.loomweight.pins.carriers.FailedSubmits.Refusals;
import dev.loomweight.pins.carriers.FailedSubmits.Refused;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Rows;
import java.util.ArrayList;
import java.util.List;

/** Refusals as a table and in words. */
final class RefusalSentences {

    /** Of more names of refused threads, the first are shown. */
    private static final int MAX_NAMES = 3;

    /** Equal refusals together. */
    static final Rows<Refused> REFUSALS = Rows.of(Refused.class)
            .text("site", "Site", Refused::site)
            .count("count", "Refused", Refused::count)
            .text("message", "Message", Refused::message, "the exception had no message")
            .text("submitter", "Submitter", one -> requireNonNullElse(one.submitter(), Refusals.UNKNOWN_SUBMITTER))
            .text(
                    "victims",
                    "Threads",
                    one -> Amounts.names(one.names(), one.names().size(), MAX_NAMES))
            .where(one -> !one.names().isEmpty(), "without a name, or their start was not recorded")
            .text("outcome", "Thread is", one -> switch (one.fate()) {
                case NOT_STARTED -> "not started; its caller got the exception";
                case STRANDED -> "stranded forever";
                case UNKNOWN -> "unknown; the stack is missing";
            });

    private RefusalSentences() {}

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
