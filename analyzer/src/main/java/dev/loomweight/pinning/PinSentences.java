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

/**
 * The sentences of {@link PinAnalysis} and {@link HeldNow}. Those on one site are in {@link SiteSentences}, findings in
 * {@link PinFindings}.
 */
final class PinSentences {

    private static final int MOST_ADVICE = 10;

    /** Why a cause is unknown. */
    static final String NO_STACK = "it was recorded without a stack";

    static final String TRUNCATED = "the stack is truncated, and no recorded frame pins: record with"
            + " -XX:FlightRecorderOptions:stackdepth=256";
    static final String NO_NATIVE_FRAME =
            "the JVM says that a frame of its own or of native code is on the stack, but none is recorded";
    static final String NO_TRACE =
            "nothing on the stack holds a monitor or is native; before JDK 24, a critical section"
                    + " of the JDK pins without a trace";

    private PinSentences() {}

    /** What is wrong and how bad it is, for people who have never heard of pinning. */
    static List<String> verdict(PinSummary summary) {
        Sum total = summary.total();
        List<String> sentences = new ArrayList<>();
        sentences.add(
                "Virtual threads were pinned " + times(total.count()) + ": they held their carrier while they blocked, "
                        + Amounts.time(total.nanos()) + " in total, the longest " + Amounts.time(total.maxNanos())
                        + ". A pinned carrier runs no other virtual thread.");
        String newer = newerJdks(summary.sites(), summary.monitorsPin());
        if (!newer.isEmpty()) {
            sentences.add(newer);
        }
        return sentences;
    }

    // What newer JDKs change: of pins on 21 to 23, and of those on 24 and 25.
    private static String newerJdks(List<PinSite> sites, boolean monitorsPin) {
        Sum until23 = Sum.NONE;
        Sum until25 = Sum.NONE;
        Sum stays = Sum.NONE;
        Sum open = Sum.NONE;
        for (PinSite site : sites) {
            Releases releases = site.releases();
            if (releases.on24() == Releases.Answer.YES && releases.from26() == Releases.Answer.NO) {
                until25 = until25.plus(site.sum());
            } else {
                switch (monitorsPin ? releases.on24() : releases.from26()) {
                    case NO -> until23 = until23.plus(site.sum());
                    case YES -> stays = stays.plus(site.sum());
                    case UNKNOWN -> open = open.plus(site.sum());
                }
            }
        }
        List<String> parts = new ArrayList<>();
        if (until23.count() > 0 && monitorsPin) {
            parts.add(Amounts.time(until23.nanos()) + " would disappear on JDK 24+, where monitors no longer pin");
        }
        if (until25.count() > 0) {
            parts.add(Amounts.time(until25.nanos()) + " would disappear on JDK 26+, where a thread unmounts that waits"
                    + " for another's class initialization");
        }
        if (parts.isEmpty() && !monitorsPin) {
            return "";
        }
        if (stays.count() > 0) {
            parts.add(Amounts.time(stays.nanos()) + " would remain" + (monitorsPin ? " on JDK 24+" : ""));
        }
        if (open.count() > 0) {
            parts.add(Amounts.time(open.nanos()) + " cannot be decided");
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
            sentences.add(prefix + "That is " + Amounts.percent(share) + " of the time of " + count(carriers, "carrier")
                    + (parallelism.by().words().isEmpty()
                            ? ""
                            : " (" + parallelism.by().words() + ")") + " in the " + Amounts.time(span.toNanos())
                    + " of the recording; at most " + most
                    + (most == 1 ? " was" : " were") + " pinned at once.");
        } else {
            String seen =
                    process.carriersSeen() > most ? " (" + process.carriersSeen() + " were pinned at some time)" : "";
            sentences.add(prefix + "At most " + count(most, "carrier") + (most == 1 ? " was" : " were")
                    + " pinned at once" + seen
                    + (parallelism.isRedacted()
                            ? "; the number of carriers was left out of the recording ([REDACTED])"
                            : "; the recording has no carrier count")
                    + ", so starvation cannot be detected; pass --carriers N.");
        }
        if (process.queued() > 0) {
            sentences.add(prefix + "A snapshot found " + count(process.queued(), "virtual thread")
                    + " waiting for a carrier.");
        }
        if (!process.compensated().isEmpty()) {
            sentences.add(prefix + "Object.wait pins too, but the JVM starts another carrier meanwhile: these waits are"
                    + " in the totals, but do not count as carriers pinned at once.");
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
            sentences.add((own == 1 ? "1 pin is" : own + " pins are")
                    + " the JVM's own (network pollers, linking of classes) and in none of the figures below.");
        }
        if (!options.filter().isAll()) {
            sentences.add(
                    "Only pins that pass the filters are in these figures; filters by cause and package do not apply"
                            + " to the series and the windows.");
        }
        return sentences;
    }

    /** What to do at the first of some sites. */
    static List<String> advice(List<PinSite> sites, SiteSentences words) {
        return sites.stream()
                .limit(MOST_ADVICE)
                .map(site -> (words.summary(site) + " " + words.solution(site)).strip())
                .toList();
    }

    /** What no recording of this JDK shows. */
    static List<String> blind(PinSummary summary, Coverage coverage) {
        boolean recorded = PinAnalysis.WORDS.sentences(coverage).size() > 0
                || !summary.sites().isEmpty();
        if (!recorded) {
            return List.of();
        }
        List<String> sentences = new ArrayList<>();
        sentences.add(
                "Not in any recording: a thread that is pinned now (the event is written when the pin ends; take a"
                        + " thread dump), native code that blocks without calling back, file access, and look-ups of"
                        + " host names.");
        if (summary.monitorsPin() && isOff(MonitorEnter.EVENT, coverage)) {
            sentences.add(
                    "Before JDK 24, waiting for a monitor pins, but is not recorded as jdk.VirtualThreadPinned: record "
                            + MonitorEnter.EVENT + " too, with a low threshold.");
        }
        if (summary.monitorsPin() && isOff(MonitorWait.EVENT, coverage)) {
            sentences.add("Before JDK 24, Object.wait pins, but is not recorded as jdk.VirtualThreadPinned: record "
                    + MonitorWait.EVENT + " too, with a low threshold.");
        }
        if (summary.monitorsDoNotPin()) {
            sentences.add(
                    "On JDK 24+, a virtual thread that waits for another's monitor and unmounts leaves no event: it does"
                            + " not pin, but it can be slow.");
        }
        return sentences;
    }

    /** What a thread dump shows. */
    static String held(long holding, long busy) {
        return holding == 0
                ? "As far as the dump shows, no virtual thread holds its carrier while it waits; " + busy
                        + " carriers have a virtual thread."
                : holding + " of " + busy + " carriers that have a virtual thread are held by one that waits.";
    }

    /** What no thread dump shows. */
    static final String BLIND_DUMP =
            "Before JDK 25, a dump does not distinguish threads that wait for a monitor from those"
                    + " that run; which frame holds a monitor is not taken from dumps.";

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
