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
            parts.add(Amounts.time(gone.nanos()) + " would disappear on JDK 24+, where monitors no longer pin");
        }
        if (stays.count() > 0) {
            parts.add(Amounts.time(stays.nanos()) + " would remain on JDK 24+");
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
                    + "; the recording has no carrier count, so starvation cannot be detected; pass --carriers N.");
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
    static List<String> advice(List<PinSite> sites, PinSummary summary) {
        return sites.stream()
                .limit(MOST_ADVICE)
                .map(site -> (SiteSentences.summary(site) + " " + SiteSentences.solution(site, summary.monitorsPin()))
                        .strip())
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
                    "On JDK 24+, a virtual thread that waits for another's monitor leaves no event: it does not pin, but"
                            + " it can be slow.");
        }
        return sentences;
    }

    /**
     * What a thread dump shows.
     *
     * @param holding how many virtual threads hold a carrier while they wait
     * @param busy how many carriers have a virtual thread
     * @param unknown how many threads have truncated stacks that do not show whether they are virtual
     * @param frames where stacks are truncated
     */
    static String held(long holding, long busy, long unknown, int frames) {
        String carriers = count(busy, "carrier") + (busy == 1 ? " has" : " have") + " a virtual thread";
        String held = holding + " of " + busy + " carriers that have a virtual thread are held by one that waits.";
        if (unknown == 0) {
            return holding == 0
                    ? "As far as the dump shows, no virtual thread holds its carrier while it waits; " + carriers + "."
                    : held;
        }
        return (holding == 0 ? "It is unknown whether a virtual thread holds its carrier; " + carriers + "." : held)
                + " The stack" + (unknown == 1 ? " of 1 thread is" : "s of " + Amounts.count(unknown) + " threads are")
                + " truncated at " + Amounts.count(frames) + " frames, and do" + (unknown == 1 ? "es" : "")
                + " not show whether " + (unknown == 1 ? "it is" : "they are")
                + " virtual: take a dump without -format=json, or start the JVM with -XX:MaxJavaStackTraceDepth=0.";
    }

    /**
     * What holds a carrier where no frame that was seen does.
     *
     * @param truncated whether outer frames are missing, which may hold it
     * @param from25 whether the dump has states, as from JDK 25 on, where monitors do not pin
     */
    static String unseenHolder(boolean truncated, boolean from25) {
        return truncated ? "unknown: the stack is truncated" : from25 ? "unknown" : "probably a monitor";
    }

    /** What no thread dump shows. */
    static final String BLIND_DUMP =
            "Before JDK 25, a dump does not distinguish threads that wait for a monitor from those"
                    + " that run; no dump shows which frame holds a monitor.";

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
