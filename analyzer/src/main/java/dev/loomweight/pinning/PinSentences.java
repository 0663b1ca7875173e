package dev.loomweight.pinning;

import dev.loomweight.fold.Sum;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.MonitorEnter;
import dev.loomweight.sample.MonitorWait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What {@link PinAnalysis} says in sentences. */
final class PinSentences {

    private static final int MOST_ADVICE = 10;

    private PinSentences() {}

    /** What is wrong and how bad, for somebody who has never heard of pinning. */
    static List<String> verdict(PinSummary summary) {
        Sum total = summary.total();
        List<String> sentences = new ArrayList<>();
        sentences.add(
                "Virtual threads kept their carrier while they blocked (\"pinned\") " + times(total.count()) + ", "
                        + Amounts.time(total.nanos()) + " in all, the longest " + Amounts.time(total.maxNanos())
                        + "; a carrier that is kept runs no other virtual thread.");
        if (summary.monitorsPin()) {
            sentences.add(after(summary.sites()));
        }
        return sentences;
    }

    private static String after(List<PinSite> sites) {
        Sum gone = Sum.NONE;
        Sum stays = Sum.NONE;
        Sum open = Sum.NONE;
        for (PinSite site : sites) {
            switch (site.after()) {
                case GONE -> gone = gone.plus(site.sum());
                case STAYS -> stays = stays.plus(site.sum());
                case UNKNOWN -> open = open.plus(site.sum());
            }
        }
        List<String> parts = new ArrayList<>();
        if (gone.count() > 0) {
            parts.add(Amounts.time(gone.nanos()) + " are gone on JDK 24 and later, where monitors do not pin");
        }
        if (stays.count() > 0) {
            parts.add(Amounts.time(stays.nanos()) + " stay on JDK 24 and later");
        }
        if (open.count() > 0) {
            parts.add(Amounts.time(open.nanos()) + " are not decided");
        }
        return "Of that, " + String.join("; ", parts) + ".";
    }

    /** What it cost the carriers of one process. */
    static List<String> carriers(PinSummary.OfProcess process, Parallelism parallelism, Duration span, String prefix) {
        List<String> sentences = new ArrayList<>();
        long carriers = parallelism.carriers();
        long most = most(process.timeline());
        if (carriers > 0 && span.isPositive()) {
            double share = (double) process.total().nanos() / (carriers * (double) span.toNanos());
            sentences.add(prefix + "That is " + Amounts.percent(share) + " of what " + count(carriers, "carrier")
                    + (parallelism.by().words().isEmpty()
                            ? ""
                            : " (" + parallelism.by().words() + ")") + " can do in the " + Amounts.time(span.toNanos())
                    + " of the recording; at most " + most
                    + (most == 1 ? " was" : " were") + " pinned at once.");
        } else {
            String seen =
                    process.carriersSeen() > most ? " (" + process.carriersSeen() + " were pinned at some time)" : "";
            sentences.add(prefix + "At most " + count(most, "carrier") + (most == 1 ? " was" : " were")
                    + " pinned at once" + seen
                    + "; how many there are is not recorded, so it cannot be told whether all were:"
                    + " say it with --carriers.");
        }
        if (process.queued() > 0) {
            sentences.add(prefix + "When a snapshot was taken, "
                    + (process.queued() == 1
                            ? "1 virtual thread"
                            : Amounts.count(process.queued()) + " virtual threads")
                    + " waited for a carrier.");
        }
        if (!process.compensated().isEmpty()) {
            sentences.add(prefix + "Waits in Object.wait keep a carrier too, but the JVM starts another one meanwhile:"
                    + " they are in the sums, and not among carriers pinned at once.");
        }
        return sentences;
    }

    private static long most(Timeline timeline) {
        long[] most = {0};
        timeline.forEach((from, to, sum) -> most[0] = Math.max(most[0], PinReport.level(from, to, sum)));
        return most[0];
    }

    /** What is not in the figures, or bounds them. */
    static List<String> apart(PinSummary summary, PinOptions options, Coverage coverage) {
        List<String> sentences = new ArrayList<>();
        long own = summary.jvmOwn().count();
        if (own > 0) {
            sentences.add(
                    (own == 1 ? "1 pin is" : own + " pins are")
                            + " the JVM's own, of its network pollers or of linking classes, and in none of the figures below.");
        }
        if (!options.filter().isAll()) {
            sentences.add("Only the pins that pass the filters are in these figures; filters by cause and package leave"
                    + " the series and windows of all.");
        }
        return sentences;
    }

    /** What to do at the first of some sites. */
    static List<String> advice(List<PinSite> sites, PinSummary summary) {
        return sites.stream()
                .limit(MOST_ADVICE)
                .map(site -> (Advice.summary(site) + " " + Advice.solution(site, summary.monitorsPin())).strip())
                .toList();
    }

    /** What no recording of this JDK tells. */
    static List<String> blind(PinSummary summary, Coverage coverage) {
        boolean recorded = PinAnalysis.WORDS.sentences(coverage).size() > 0
                || !summary.sites().isEmpty();
        if (!recorded) {
            return List.of();
        }
        List<String> sentences = new ArrayList<>();
        sentences.add(
                "Not in any recording: a thread that is pinned now (the event is written at the end; take a thread"
                        + " dump), native code that blocks by itself, file access and look-ups of host names.");
        if (summary.monitorsPin() && isOff(MonitorEnter.EVENT, coverage)) {
            sentences.add("Before JDK 24, waiting for a monitor pins and is no jdk.VirtualThreadPinned: record "
                    + MonitorEnter.EVENT + " too, with a low threshold.");
        }
        if (summary.monitorsPin() && isOff(MonitorWait.EVENT, coverage)) {
            sentences.add("Before JDK 24, Object.wait keeps the carrier and is no jdk.VirtualThreadPinned: record "
                    + MonitorWait.EVENT + " too, with a low threshold.");
        }
        if (summary.monitorsDoNotPin()) {
            sentences.add(
                    "From JDK 24 on, waiting for a monitor between virtual threads leaves no event: it does not pin,"
                            + " but it can be slow.");
        }
        return sentences;
    }

    private static boolean isOff(String event, Coverage coverage) {
        return coverage.of(event).stream().anyMatch(of -> of.state() == State.OFF || of.state() == State.UNSTATED);
    }

    private static String times(long count) {
        return count == 1 ? "once" : Amounts.count(count) + " times";
    }

    private static String count(long count, String one) {
        return Amounts.count(count) + " " + (count == 1 ? one : one + "s");
    }
}
