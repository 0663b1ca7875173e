package dev.loomweight.pins.carriers;

import dev.loomweight.jvm.CodePlace;
import dev.loomweight.kernel.diagnosis.HeldThreads;
import dev.loomweight.pins.pinning.PinnedTime;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Place;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What keeps the carriers of a process from running virtual threads, in words. */
final class CarrierFindings {

    private static final int MAX_PLACES = 3;

    private CarrierFindings() {}

    /** The findings on one process. */
    static List<Finding> of(CarrierProcess process, String prefix) {
        return CarrierVerdict.of(process).stream()
                .map(verdict -> switch (verdict) {
                    case CarrierVerdict.Spins spins -> spins(process, prefix, spins);
                    case CarrierVerdict.Pinned pinned -> pinned(process, prefix, pinned);
                    case CarrierVerdict.Blocked blocked -> blocked(process, prefix, blocked);
                    case CarrierVerdict.Waits waits -> waits(process, prefix, waits);
                    case CarrierVerdict.Stopped stopped -> stopped(process.balance(), prefix, stopped);
                    case CarrierVerdict.Busy busy -> busy(process, prefix, busy);
                })
                .toList();
    }

    private static Severity severity(CarrierVerdict verdict) {
        return verdict.isProblem() ? Severity.PROBLEM : Severity.WARNING;
    }

    private static Finding spins(CarrierProcess process, String prefix, CarrierVerdict.Spins spins) {
        RanStack what = spins.site().what();
        String call = what.called() == null ? "" : what.called().shortName();
        return new Finding(
                "carriersSpin",
                severity(spins),
                prefix + "Carriers spin: " + Amounts.percent(spins.share()) + " of their samples are in "
                        + what.method() + ", which calls " + call + ", or in the scheduler that continues it.",
                "A virtual thread that calls " + call + " in a loop stays runnable: it takes a carrier whenever one is"
                        + " free, and the processor with it."
                        + (what.caller().isEmpty() ? "" : " It is called by " + what.caller() + ".") + queue(process),
                "Wait for the event itself: a lock's condition, a queue, a latch, or LockSupport.park with an unpark.",
                place(spins.site()));
    }

    private static Finding pinned(CarrierProcess process, String prefix, CarrierVerdict.Pinned pinned) {
        PinnedTime.OfSite worst = pinned.worst();
        return new Finding(
                "carriersPinned",
                severity(pinned),
                prefix + "Carriers are pinned for " + Amounts.percent(pinned.share()) + " of their time"
                        + (worst == null ? "." : ", most of it at " + worst.name() + " (" + worst.cause() + ")."),
                "A pinned carrier waits with its virtual thread and runs no other." + queue(process),
                "See \"pins\" for each site and what to do about it.",
                worst == null ? null : worst.place());
    }

    private static Finding blocked(CarrierProcess process, String prefix, CarrierVerdict.Blocked blocked) {
        CarrierHolds holds = process.holds();
        RanSites.Site site = blocked.site();
        boolean pins = process.pins().recorded();
        boolean still = blocked.isOfStill();
        String places = still ? places(holds) : "";
        String share = "blocked with a virtual thread mounted for " + Amounts.percent(blocked.share())
                + " of their time (" + Amounts.percent(blocked.least()) + " at least)"
                + (pins ? ", which no recorded pin covers" : "")
                + (site == null
                        ? ""
                        : "; in native code mostly at " + site.what().words()) + ".";
        Finding finding = new Finding(
                pins ? "carriersBlocked" : "carriersBlockedOrPinned",
                severity(blocked),
                prefix
                        + (still
                                ? CarrierSentences.standing(holds) + (places.isEmpty() ? "" : ": at " + places)
                                        + "; carriers were " + share
                                : "Carriers are " + share),
                (pins
                                ? "The JVM writes no event of a native call or of file I/O, and of a pin only when it has"
                                        + " ended: pins that have not ended are in no recording. The carrier runs nothing else"
                                        + " meanwhile."
                                : "Without a recording it is not known whether they are pinned.")
                        + (still && holds.all() ? " No other virtual thread could run." + ready(holds) : "")
                        + queue(process),
                toDo(process, still),
                place(site));
        return still ? finding.atEnd() : finding;
    }

    /** Where the threads of carriers that stood still stand, most carriers first; empty where no dump shows it. */
    private static String places(CarrierHolds holds) {
        return holds.sites().stream()
                .filter(HeldThreads.Site::isKnown)
                .limit(MAX_PLACES)
                .map(site ->
                        site.own() + (site.carriers() > 1 ? " (" + Amounts.count(site.carriers()) + " carriers)" : ""))
                .collect(Collectors.joining(", "));
    }

    /** How many virtual threads had no carrier, as far as the last dump shows; empty where none is seen. */
    private static String ready(CarrierHolds holds) {
        long ready = holds.held().ready();
        return ready <= 0
                ? ""
                : " At least " + Amounts.count(ready, "virtual thread was", "virtual threads were")
                        + " ready to run and had no carrier.";
    }

    /** Calls are to be moved only where it is seen that they end: the others may be threads that hang. */
    private static String toDo(CarrierProcess process, boolean still) {
        CarrierHolds holds = process.holds();
        if (still) {
            return holds.command().isEmpty()
                    ? "Take thread dumps when they stand so again (--dumps sampled): " + HeldThreads.COMMAND_OF_CAPTURE
                            + " shows who waits for whom, and where they stand."
                    : "Ask whether these threads hang: " + holds.command() + " shows who waits for whom"
                            + (places(holds).isEmpty() ? ", and where they stand." : ".");
        }
        if (!process.pins().recorded()) {
            return "Record the pins too: loomweight carriers PID does.";
        }
        return holds.ends()
                ? "Move such calls to platform threads, for example a fixed pool of executor threads, and wait for its"
                        + " futures."
                : "First ask whether these threads hang"
                        + (holds.command().isEmpty()
                                ? ", by thread dumps (--dumps sampled): " + HeldThreads.COMMAND_OF_CAPTURE
                                : ": " + holds.command())
                        + ". If they go on by themselves, move the calls that block to platform threads, for example a"
                        + " fixed pool of executor threads.";
    }

    private static Finding stopped(CarrierBalance balance, String prefix, CarrierVerdict.Stopped stopped) {
        return new Finding(
                "carriersStopped",
                severity(stopped),
                prefix + "The JVM stopped all threads for " + Amounts.percent(stopped.share())
                        + " of the carriers' time, and carriers ran for "
                        + Amounts.percent(balance.share(balance.runNanos())) + ".",
                "Garbage collections and other safepoints stop carriers whatever they do: no call blocks them. Source: "
                        + balance.sums().stopsBy() + ".",
                "See with -Xlog:gc,safepoint which stops are long: a larger heap (-Xmx), less live data, or a collector with"
                        + " short pauses (-XX:+UseZGC).");
    }

    private static Finding waits(CarrierProcess process, String prefix, CarrierVerdict.Waits waits) {
        CarrierBalance balance = process.balance();
        boolean byGroup = waits.throttledNanos() > 0;
        RanSites.Site site = process.ran().usual();
        String carriers = "Carriers wait for a processor for " + Amounts.percent(waits.share())
                + " of their time, and run for " + Amounts.percent(balance.share(balance.runNanos()))
                + mostly(process, site) + ".";
        return new Finding(
                byGroup ? "carriersThrottled" : "processorsTooFew",
                severity(waits),
                prefix
                        + (byGroup
                                ? "The control group was throttled for " + Amounts.time(waits.throttledNanos())
                                        + " in "
                                        + Amounts.time(process.stretches().wallNanos())
                                        + ", summed over its processors: its quota of processor time is used up."
                                        + (balance.wantedNanos() > 0 ? " " + carriers : "")
                                : carriers),
                byGroup
                        ? "While the group is throttled (cpu.stat, cpu.max), none of its threads runs, carriers included."
                        : "Other threads, of this process or of others, have the processors: there are fewer than are"
                                + " wanted, or the process may use only some of them.",
                byGroup
                        ? "Raise the limit, or set -XX:ActiveProcessorCount and the scheduler's parallelism to what it"
                                + " allows."
                        : ofOneThread(process) + "Give the process more processors, or let less run next to it.",
                place(site));
    }

    /** Where most of what ran on carriers ran, as what a sentence ends with; nothing where that is not known. */
    private static String mostly(CarrierProcess process, RanSites.@Nullable Site site) {
        return site == null
                ? ""
                : "; most of it in " + site.what().words() + " ("
                        + Amounts.percent(process.ran().part(site)) + " of the samples"
                        + site.byThread() + ")";
    }

    /** Where one virtual thread ran most of what ran: it may never yield, so it comes before any processor. */
    private static String ofOneThread(CarrierProcess process) {
        RanSites.Site usual = process.ran().usual();
        return usual == null || usual.thread() == null || process.ran().part(usual) < CarrierVerdict.MAJORITY_SHARE
                ? ""
                : "First look at " + usual.thread().words() + ", which runs at " + usual.label()
                        + ": virtual threads are not time-sliced, so one that runs for long keeps its carrier, and is better a"
                        + " platform thread. ";
    }

    private static Finding busy(CarrierProcess process, String prefix, CarrierVerdict.Busy busy) {
        RanSites.Site site = busy.site();
        return new Finding(
                "carriersBusy",
                severity(busy),
                prefix + "Carriers run, or want to, for " + Amounts.percent(busy.share()) + " of their time"
                        + mostly(process, site) + ".",
                "A virtual thread that computes has its carrier until it blocks: there is no time slicing, so others wait."
                        + queue(process),
                "Compute on platform threads, of which there are no more than processors; or add processors.",
                place(site));
    }

    /** Where the code is; null where it is no code of the application's. */
    private static @Nullable Place place(RanSites.@Nullable Site site) {
        if (site == null) {
            return null;
        }
        CodePlace own = site.what().own();
        return own == null ? null : new Place(own.className(), own.methodName(), site.line(), null);
    }

    private static String queue(CarrierProcess process) {
        long queued = process.queued().orElse(0);
        return queued <= 0
                ? ""
                : " " + Amounts.count(queued, "virtual thread waited", "virtual threads waited")
                        + " for a carrier when the scheduler was last asked.";
    }
}
