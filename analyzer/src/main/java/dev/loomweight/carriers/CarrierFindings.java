package dev.loomweight.carriers;

import dev.loomweight.fold.SampledShare;
import dev.loomweight.pinning.PinnedTime;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Place;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What keeps the carriers of a process from running virtual threads: each only if the figures say so. */
final class CarrierFindings {

    /** A part of the carriers' time from which on it matters. */
    private static final double MATTERS = 0.05;
    /** From here on it is most of what happens. */
    private static final double MOST = 0.5;
    /** Waiting for a processor: a part is usual on any machine. */
    private static final double WAITS = 0.1;
    /** Carriers that are busy or want to be: nothing is left for more. */
    private static final double FULL = 0.85;
    /** A part of the samples that makes a spin what the carriers do. */
    private static final double SPIN = 0.3;

    private static final Set<RanStack.Way> ASKING = EnumSet.of(RanStack.Way.YIELDS, RanStack.Way.SPINS);

    private CarrierFindings() {}

    /** The findings on one process. */
    static List<Finding> of(CarrierProcess process, String prefix) {
        List<Finding> findings = new ArrayList<>();
        boolean spins = spins(process, prefix, findings);
        if (process.isWatched()) {
            pinned(process, prefix, findings);
            blocked(process, prefix, findings);
            waits(process, prefix, findings);
            if (!spins) {
                busy(process, prefix, findings);
            }
        }
        return findings;
    }

    private static boolean spins(CarrierProcess process, String prefix, List<Finding> findings) {
        RanSites ran = process.ran();
        CarrierBalance balance = process.balance();
        if (ran.areFew() || (process.isWatched() && balance.share(balance.wantedNanos()) < MATTERS)) {
            return false;
        }
        long asking = ran.countOf(ASKING);
        boolean yields = asking > ran.countOf(EnumSet.of(RanStack.Way.PARKS));
        long spinning = asking + (yields ? ran.countOf(EnumSet.of(RanStack.Way.SWITCHES)) : 0);
        if (SampledShare.of(asking, ran.count()).low() < 0.02
                || SampledShare.of(spinning, ran.count()).low() < SPIN) {
            return false;
        }
        RanSites.Site site = ran.sites().stream()
                .filter(one -> ASKING.contains(one.what().way()))
                .findFirst()
                .orElseThrow();
        String call = shortName(site.what().called());
        String caller = site.what().caller();
        findings.add(new Finding(
                "carriersSpin",
                process.isWatched() && balance.share(balance.wantedNanos()) >= MOST
                        ? Severity.PROBLEM
                        : Severity.WARNING,
                prefix + "Carriers spin: " + Amounts.percent((double) spinning / ran.count())
                        + " of their samples are in " + site.what().method() + ", which calls " + call
                        + ", or in the scheduler that continues it.",
                "A virtual thread that calls " + call + " in a loop stays runnable: it takes a carrier whenever one is"
                        + " free, and the processor with it."
                        + (caller.isEmpty() ? "" : " It is called by " + caller + ".") + queue(process),
                "Wait for the event itself: a lock's condition, a queue, a latch, or LockSupport.park with an unpark.",
                site.what().place(site.line())));
        return spinning >= MOST * ran.count();
    }

    private static void pinned(CarrierProcess process, String prefix, List<Finding> findings) {
        CarrierBalance balance = process.balance();
        double share = balance.share(balance.pinnedNanos());
        if (!process.pins().recorded() || share < MATTERS) {
            return;
        }
        List<PinnedTime.OfSite> sites = process.pins().time().sites();
        PinnedTime.OfSite worst = sites.isEmpty() ? null : sites.getFirst();
        findings.add(new Finding(
                "carriersPinned",
                share >= MOST ? Severity.PROBLEM : Severity.WARNING,
                prefix + "Carriers are pinned for " + Amounts.percent(share) + " of their time"
                        + (worst == null ? "." : ", most of it at " + worst.name() + " (" + worst.cause() + ")."),
                "A pinned carrier waits with its virtual thread and runs no other." + queue(process),
                "See \"pins\" for each site and what to do about it.",
                worst == null ? null : worst.place()));
    }

    private static void blocked(CarrierProcess process, String prefix, List<Finding> findings) {
        CarrierBalance balance = process.balance();
        double share = balance.share(balance.otherNanos());
        double least = Math.max(0, share - balance.share(balance.errorNanos()));
        CarrierHolds holds = process.holds();
        if (least < MATTERS && !holds.all()) {
            return;
        }
        RanSites.Site site =
                process.inNative().areFew() ? null : process.inNative().top();
        boolean pins = process.pins().recorded();
        boolean held = holds.all() || (holds.isAny() && 2 * holds.nanos() >= balance.otherNanos());
        String places = held ? holds.places() : "";
        findings.add(new Finding(
                pins ? "carriersBlocked" : "carriersBlockedOrPinned",
                share >= MOST || holds.all() ? Severity.PROBLEM : Severity.WARNING,
                prefix + "Carriers are blocked with a virtual thread mounted for " + Amounts.percent(share)
                        + " of their time, " + Amounts.percent(least) + " at least"
                        + (pins ? ", and no pin is recorded" : "")
                        + (site == null
                                ? ""
                                : "; in native code mostly at " + site.what().words())
                        + (held ? "; " + holds.words() : "")
                        + (places.isEmpty() ? "." : ": at " + places + "."),
                (pins
                                ? "The JVM writes no event of a native call or of file I/O, and of a pin only when it has"
                                        + " ended: pins that have not ended are in no recording. The carrier runs nothing else"
                                        + " meanwhile."
                                : "Without a recording it is not known whether they are pinned.")
                        + (held && holds.all() ? " No other virtual thread could run." + holds.ready() : "")
                        + queue(process),
                toDo(process, held),
                site == null ? null : site.what().place(site.line())));
    }

    /** Calls are to be moved only where it is seen that they end: the others may be threads that hang. */
    private static String toDo(CarrierProcess process, boolean held) {
        CarrierHolds holds = process.holds();
        if (held) {
            return "Ask whether these threads hang: " + holds.command() + " shows who waits for whom"
                    + (holds.places().isEmpty() ? ", and where they stand." : ".");
        }
        if (!process.pins().recorded()) {
            return "Record the pins too: loomweight carriers PID does.";
        }
        return holds.ends()
                ? "Move such calls to platform threads, for example a fixed pool of executor threads, and wait for its"
                        + " futures."
                : "First ask whether these threads hang: " + holds.command() + ". If they go on by themselves, move the"
                        + " calls that block to platform threads, for example a fixed pool of executor threads.";
    }

    private static void waits(CarrierProcess process, String prefix, List<Finding> findings) {
        CarrierBalance balance = process.balance();
        double share = balance.share(balance.waitNanos());
        if (share < WAITS) {
            return;
        }
        long throttled = Math.max(0, balance.sums().throttledNanos());
        boolean byGroup = balance.share(throttled) >= MATTERS;
        findings.add(new Finding(
                byGroup ? "carriersThrottled" : "processorsTooFew",
                balance.waitNanos() > balance.runNanos() ? Severity.PROBLEM : Severity.WARNING,
                prefix + "Carriers wait for a processor for " + Amounts.percent(share) + " of their time, and run for "
                        + Amounts.percent(balance.share(balance.runNanos())) + "."
                        + (byGroup
                                ? " The control group was throttled for " + Amounts.time(throttled)
                                        + ", summed over its processors."
                                : ""),
                byGroup
                        ? "The control group's share of processor time (cpu.max) is used up."
                        : "Other threads, of this process or of others, have the processors: there are fewer than are"
                                + " wanted, or the process may use only some of them.",
                byGroup
                        ? "Raise the limit, or set -XX:ActiveProcessorCount and the scheduler's parallelism to what it"
                                + " allows."
                        : "Give the process more processors, or let less run next to it."));
    }

    private static void busy(CarrierProcess process, String prefix, List<Finding> findings) {
        CarrierBalance balance = process.balance();
        long own = balance.runNanos() + balance.runOrWaitNanos();
        double wanted = balance.share(balance.wantedNanos());
        if (wanted < FULL || own == 0) {
            return;
        }
        RanSites.Site site = process.ran().areFew() ? null : process.ran().top();
        findings.add(new Finding(
                "carriersBusy",
                Severity.WARNING,
                prefix + "Carriers run, or want to, for " + Amounts.percent(wanted) + " of their time"
                        + (site == null
                                ? "."
                                : "; most of it in " + site.what().words() + " ("
                                        + Amounts.percent((double) site.weight()
                                                / Math.max(1, process.ran().weight()))
                                        + " of the samples)."),
                "A virtual thread that computes has its carrier until it blocks: there is no time slicing, so others wait."
                        + queue(process),
                "Compute on platform threads, of which there are no more than processors; or add processors.",
                place(site)));
    }

    private static @Nullable Place place(RanSites.@Nullable Site site) {
        return site == null ? null : site.what().place(site.line());
    }

    private static String queue(CarrierProcess process) {
        long queued = process.queued();
        return queued <= 0
                ? ""
                : " " + Amounts.count(queued)
                        + (queued == 1 ? " virtual thread waited" : " virtual threads waited")
                        + " for a carrier when the scheduler was last asked.";
    }

    private static String shortName(String method) {
        int dot = method.lastIndexOf('.');
        int before = dot < 0 ? -1 : method.lastIndexOf('.', dot - 1);
        return method.substring(before + 1);
    }
}
