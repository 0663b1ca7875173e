package dev.loomweight.pins.pinning;

import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.Releases;
import dev.loomweight.pins.scheduler.FullWindows;
import dev.loomweight.pins.scheduler.HeldCarriers;
import dev.loomweight.pins.scheduler.Parallelism;
import dev.loomweight.pins.scheduler.Shares;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The sentences of {@link PinAnalysis}. Those on one site are in {@link SiteSentences}, findings in {@link PinFindings}.
 */
final class PinSentences {

    /** What no recording of JDK 24 and later shows, and what does. */
    static final String CONTENTION = "Waiting for a monitor does not pin on this JDK, and leaves no event: loomweight"
            + " threads PID shows who waits for which.";

    private static final int MAX_ADVICE = 10;

    // What is at most so much, is not more than that.
    private static final double ALL = 0.999;

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

    /**
     * What it cost the carriers of one process.
     *
     * @param span how long its recording was
     */
    static List<String> carriers(PinSummary.OfProcess process, StarvedWindows starvation, Duration span) {
        List<String> sentences = new ArrayList<>();
        Parallelism parallelism = process.parallelism();
        boolean counted = parallelism.carriers().isKnown();
        long most = process.held().most();
        if (counted && span.isPositive()) {
            sentences.add(share(process, span) + "; " + atOnce(Long.toString(most), most, process) + ".");
        } else {
            String seen =
                    process.carriersSeen() > most ? " (" + process.carriersSeen() + " were pinned at some time)" : "";
            String atOnce = atOnce(Amounts.count(most, "carrier"), most, process);
            sentences.add(atOnce.substring(0, 1).toUpperCase(Locale.ROOT) + atOnce.substring(1) + seen
                    + (parallelism.isRedacted()
                            ? "; the number of carriers was left out of the recording ([REDACTED])"
                            : "; the recording has no carrier count")
                    + ", so starvation cannot be detected; pass --carriers N.");
        }
        if (process.queued() > 0) {
            sentences.add("A snapshot found " + Amounts.count(process.queued(), "virtual thread")
                    + " waiting for a carrier.");
        }
        sentences.addAll(waits(process.held(), parallelism, starvation));
        HeldCarriers.Shorter shorter = process.held().shorter();
        if (shorter.count() > 0) {
            sentences.add("Carriers pinned at once, and windows of starvation, are exact for the longest pins: "
                    + Amounts.count(shorter.count()) + " of at most " + Amounts.time(shorter.mostNanos())
                    + " are in them as sums over steps of "
                    + Amounts.time(shorter.stepNanos())
                    + (counted
                            ? "; the windows can be up to "
                                    + Amounts.time(starvation.found().omittedNanos()) + " longer."
                            : "."));
        }
        return sentences;
    }

    // The carriers are at least those that run at once, and those that were held beyond; at most, those that there
    // were.
    private static String share(PinSummary.OfProcess process, Duration span) {
        Parallelism parallelism = process.parallelism();
        long carriers = parallelism.carriers().known();
        Shares shares = Shares.of(process.held(), process.total().nanos());
        boolean exact = shares.isBounded() && shares.least() == shares.most();
        String most = !exact && shares.most() > ALL ? "100 %" : Amounts.percent(shares.most());
        String least = Amounts.percent(shares.least());
        String by = parallelism.by().words().isEmpty()
                ? ""
                : " (" + parallelism.by().words() + ")";
        boolean grew = shares.fewest() > carriers || shares.carriers() > carriers;
        String of = !shares.isBounded()
                ? carriers + " or more carriers"
                : grew ? carriers + " to " + shares.carriers() + " carriers" : Amounts.count(carriers, "carrier");
        return "That is "
                + (!shares.isBounded()
                        ? (most.startsWith("<") ? "" : "at most ") + most
                        : least.equals(most) ? most : least + " to " + most)
                + " of the time of " + of + by + " in the " + Amounts.time(span.toNanos()) + " of the recording";
    }

    /** The most that were pinned at the same time, which is the least where some pins are not counted one by one. */
    private static String atOnce(String words, long most, PinSummary.OfProcess process) {
        boolean all = process.held().shorter().count() == 0;
        return (all ? "up to " : "at some time, at least ") + words + (most == 1 ? " was" : " were")
                + " pinned at once";
    }

    private static List<String> waits(HeldCarriers<PinGroup> held, Parallelism pool, StarvedWindows starvation) {
        String grows = "Object.wait pins too, but the JVM can add a carrier for it, up to ";
        String only =
                ": these waits starve other virtual threads only where pins and waits hold all carriers that there"
                        + " were.";
        String rule = switch (held.waits()) {
            case NONE -> "";
            case PINS ->
                "Object.wait pins too, and the pool is at its maximum (maxPoolSize="
                        + pool.maximum().known() + "), so that the JVM adds no carrier for it.";
            case BOUNDED -> grows + "maxPoolSize=" + pool.maximum().known() + " in all" + only;
            case UNBOUNDED -> grows + "a maximum that the recording does not have" + only;
        };
        List<String> sentences = new ArrayList<>();
        if (!rule.isEmpty()) {
            sentences.add(rule);
        }
        FullWindows found = starvation.found();
        if (found.refuted().nanos() > 0) {
            sentences.add("For " + Amounts.time(found.refuted().nanos())
                    + ", at least as many carriers were pinned as the scheduler runs at once ("
                    + pool.carriers().known() + "), but the JVM had added carriers: other virtual threads ran, as "
                    + (found.refuted().signs() == 1
                            ? "1 pin or wait shows that began or ended"
                            : Amounts.count(found.refuted().signs()) + " pins and waits show that began or ended")
                    + " meanwhile; the longest time without one was "
                    + Amounts.time(found.refuted().longestNanos()) + ".");
        }
        if (found.undecidedNanos() > 0) {
            sentences.add("For another " + Amounts.time(found.undecidedNanos())
                    + ", pins and these waits together held as many carriers as the scheduler runs at once. Whether other"
                    + " virtual threads could run then is unknown: the pool's size is not recorded, and the JVM does not"
                    + " add a carrier for every wait.");
        }
        return sentences;
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
        AlikeSites alike = AlikeSites.of(sites);
        List<String> advice = new ArrayList<>();
        for (PinSite site : sites.subList(0, Math.min(MAX_ADVICE, sites.size()))) {
            advice.add((alike.in(words.summary(site), site) + " " + words.solution(site)).strip());
        }
        return advice;
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
        if (summary.firstCut()) {
            sentences.add("A recording begins with its JVM: JDK 21 to 23 record the first pin of a JVM too short by"
                    + " milliseconds, and with -Djdk.tracePinnedThreads by nearly all of it.");
        }
        if (summary.monitorsDoNotPin()) {
            sentences.add(
                    "On JDK 24+, a virtual thread that waits for another's monitor and unmounts leaves no event: it does"
                            + " not pin, but it can be slow.");
        }
        return sentences;
    }

    private static boolean isOff(String event, Coverage coverage) {
        return coverage.of(event).stream().anyMatch(of -> of.state() == State.OFF || of.state() == State.UNSTATED);
    }

    private static String times(long count) {
        return count == 1 ? "once" : Amounts.count(count) + " times";
    }
}
