package dev.loomweight.pins.carriers;

import dev.loomweight.fold.SampledShare;
import dev.loomweight.pins.pinning.PinnedTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What keeps the carriers of a process from running virtual threads: each only if the figures say so. Shares are of the
 * carriers' time, from 0 to 1, where nothing else is said.
 */
sealed interface CarrierVerdict {

    /** A part of the carriers' time from which on it matters. */
    double MATTERS = 0.05;
    /** From here on it is most of what happens. */
    double MAJORITY_SHARE = 0.5;
    /** Waiting for a processor: a part is usual on any machine. */
    double WAITS = 0.1;
    /** Carriers that are busy or want to be: nothing is left for more. */
    double FULL = 0.85;
    /** A part of the samples that makes a spin what the carriers do. */
    double SPIN = 0.3;
    /** A part of the samples from which on it is seen that threads ask again and again. */
    double ASKS = 0.02;

    /** What asks again and again. */
    Set<RanStack.Way> ASKING = Set.of(RanStack.Way.YIELDS, RanStack.Way.SPINS);

    /** Whether it is a problem; otherwise it is worth a warning. */
    boolean isProblem();

    /**
     * Virtual threads ask again and again whether they can go on.
     *
     * @param site where most do
     * @param share of the samples of what ran, with the scheduler's part in it
     */
    record Spins(RanSites.Site site, double share, boolean isProblem) implements CarrierVerdict {}

    /**
     * Carriers are pinned.
     *
     * @param worst the costliest site; null where pins are not known by site
     */
    record Pinned(double share, PinnedTime.@Nullable OfSite worst, boolean isProblem) implements CarrierVerdict {}

    /**
     * Carriers are blocked with a virtual thread mounted, and no pin is recorded.
     *
     * @param least the lower end of the share's interval
     * @param site where most samples of native code are; null where there are too few
     * @param isOfStill whether it is mostly that of carriers that stood still at the end
     */
    record Blocked(double share, double least, RanSites.@Nullable Site site, boolean isOfStill, boolean isProblem)
            implements CarrierVerdict {}

    /**
     * Carriers wait for a processor, or would if they were there: the control group was throttled.
     *
     * @param throttledNanos for how long the control group was throttled, in nanoseconds; 0 where that is not why
     */
    record Waits(double share, long throttledNanos, boolean isProblem) implements CarrierVerdict {}

    /** The JVM stops all threads, for garbage collections or at other safepoints. */
    record Stopped(double share, boolean isProblem) implements CarrierVerdict {}

    /**
     * Carriers run, or want to, all the time.
     *
     * @param site what runs most; null where there are too few samples
     */
    record Busy(double share, RanSites.@Nullable Site site) implements CarrierVerdict {
        @Override
        public boolean isProblem() {
            return false;
        }
    }

    /** Those on one process. */
    static List<CarrierVerdict> of(CarrierProcess process) {
        List<CarrierVerdict> verdicts = new ArrayList<>();
        Spins spins = spins(process);
        add(verdicts, spins);
        if (process.hasBalance()) {
            add(verdicts, pinned(process));
            add(verdicts, blocked(process));
            add(verdicts, waits(process.balance()));
            add(verdicts, stopped(process.balance()));
            // Carriers that spin are busy with that.
            add(verdicts, spins != null && spins.share >= MAJORITY_SHARE ? null : busy(process));
        }
        return verdicts;
    }

    private static void add(List<CarrierVerdict> verdicts, @Nullable CarrierVerdict verdict) {
        if (verdict != null) {
            verdicts.add(verdict);
        }
    }

    private static @Nullable Spins spins(CarrierProcess process) {
        RanSites ran = process.ran();
        double wanted = process.balance().share(process.balance().wantedNanos());
        if (ran.areFew() || (process.hasBalance() && wanted < MATTERS)) {
            return null;
        }
        long asking = ran.countOf(ASKING);
        boolean yields = asking > ran.countOf(EnumSet.of(RanStack.Way.PARKS));
        long spinning = asking + (yields ? ran.countOf(EnumSet.of(RanStack.Way.SWITCHES)) : 0);
        if (SampledShare.of(asking, ran.count()).low() < ASKS
                || SampledShare.of(spinning, ran.count()).low() < SPIN) {
            return null;
        }
        RanSites.Site site = ran.sites().stream()
                .filter(one -> ASKING.contains(one.what().way()))
                .findFirst()
                .orElseThrow();
        return new Spins(site, (double) spinning / ran.count(), process.hasBalance() && wanted >= MAJORITY_SHARE);
    }

    private static @Nullable Pinned pinned(CarrierProcess process) {
        double share = process.balance().share(process.balance().off().pinnedNanos());
        if (!process.pins().recorded() || share < MATTERS) {
            return null;
        }
        List<PinnedTime.OfSite> sites = process.pins().time().sites();
        return new Pinned(share, sites.isEmpty() ? null : sites.getFirst(), share >= MAJORITY_SHARE);
    }

    private static @Nullable Blocked blocked(CarrierProcess process) {
        CarrierBalance balance = process.balance();
        double share = balance.share(balance.off().otherNanos());
        double least = Math.max(0, share - balance.share(balance.errorNanos()));
        CarrierHolds holds = process.holds();
        if (least < MATTERS && !holds.all()) {
            return null;
        }
        boolean still = holds.all()
                || (holds.isAny() && 2 * holds.nanos() >= balance.off().otherNanos());
        return new Blocked(share, least, process.inNative().usual(), still, share >= MAJORITY_SHARE || holds.all());
    }

    private static @Nullable Waits waits(CarrierBalance balance) {
        double share = balance.share(balance.waitNanos());
        long throttled = balance.sums().throttledNanos().orElse(0);
        double byGroup = balance.share(throttled);
        // Threads of a group that is throttled stand still, whether carriers are among them then or not.
        if (share < WAITS && byGroup < MATTERS) {
            return null;
        }
        return new Waits(
                share,
                byGroup >= MATTERS ? throttled : 0,
                byGroup >= WAITS || (share >= WAITS && balance.waitNanos() > balance.runNanos()));
    }

    private static @Nullable Stopped stopped(CarrierBalance balance) {
        double share = balance.share(balance.stoppedNanos());
        return share < WAITS ? null : new Stopped(share, share >= MAJORITY_SHARE);
    }

    private static @Nullable Busy busy(CarrierProcess process) {
        CarrierBalance balance = process.balance();
        double wanted = balance.share(balance.wantedNanos());
        return wanted < FULL || balance.runNanos() + balance.runOrWaitNanos() == 0
                ? null
                : new Busy(wanted, process.ran().usual());
    }
}
