package dev.loomweight.pins.carriers;

import dev.loomweight.amount.Quantity;
import dev.loomweight.pins.scheduler.Parallelism;
import dev.loomweight.times.CarrierInterval;
import java.util.Comparator;
import java.util.List;

/**
 * All that is known of the carriers of one process.
 *
 * @param subject its name
 * @param parallelism how many are to run at once, by other sources than those who watched
 * @param stretches when they were watched; empty where they were not
 * @param balance where their time went
 * @param pins the pins of that time
 * @param holds the carriers that stood still at its end
 * @param samples how its samples were taken
 * @param ran what ran on them, by processor time, or by the JVM's sampler before JDK 25; may be empty
 * @param inNative what they did in native code; may be empty
 */
record CarrierProcess(
        String subject,
        Parallelism parallelism,
        CarrierStretches stretches,
        CarrierBalance balance,
        CarrierPins pins,
        CarrierHolds holds,
        SampledStacks samples,
        RanSites ran,
        RanSites inNative) {

    /** Those whose carriers do the most, or are kept from it. */
    static final Comparator<CarrierProcess> BUSIEST = Comparator.<CarrierProcess>comparingDouble(
                    process -> -process.balance.share(process.balance.wantedNanos()
                            + process.balance.off().blockedNanos()))
            .thenComparing(CarrierProcess::subject);

    /** What is known of a process. */
    static CarrierProcess of(
            String subject,
            CarrierStretches stretches,
            CarrierPins pins,
            CarrierHolds holds,
            SampledStacks samples,
            Parallelism parallelism,
            Pauses pauses,
            List<String> own) {
        RanSites byTime = RanSites.of(samples, SampledStacks.Kind.PROCESSOR_TIME, own);
        return new CarrierProcess(
                subject,
                parallelism,
                stretches,
                CarrierBalance.of(BalanceSums.of(stretches, parallelism.carriers(), pauses), pins.time()),
                pins,
                holds,
                samples,
                byTime.isEmpty() ? RanSites.of(samples, SampledStacks.Kind.JAVA, own) : byTime,
                RanSites.of(samples, SampledStacks.Kind.NATIVE, own));
    }

    /** Whether its carriers were watched. */
    boolean isWatched() {
        return !stretches.all().isEmpty();
    }

    /** Whether virtual threads ran meanwhile, and no thread was recognized that carried them: an application's own scheduler. */
    boolean isUnrecognized() {
        return isWatched() && mostCarriers() == 0 && !(ran.isEmpty() && inNative.isEmpty());
    }

    /** Whether it is known where the time of its carriers went. */
    boolean hasBalance() {
        return isWatched() && !isUnrecognized();
    }

    /** Whether there is anything to say. */
    boolean hasContent() {
        return isWatched() || !ran.isEmpty() || !inNative.isEmpty();
    }

    /** The most carriers that were seen in one stretch. */
    long mostCarriers() {
        return stretches.all().stream()
                .mapToLong(times -> times.carriers().size())
                .max()
                .orElse(0);
    }

    /** How many virtual threads waited for a carrier when it was last asked. */
    Quantity queued() {
        long queued = isWatched() ? stretches.all().getLast().pool().queued() : CarrierInterval.UNKNOWN;
        return Quantity.notNegative(queued, "not read");
    }

    /**
     * The processor time that the samples of what ran stand for, in nanoseconds: what the kernel says, else the sum of their
     * periods; 0 where neither is known.
     */
    long ranNanos() {
        if (balance.runNanos() > 0 && balance.runOrWaitNanos() == 0) {
            return balance.runNanos();
        }
        return ran.kind() == SampledStacks.Kind.PROCESSOR_TIME ? ran.weight() : 0;
    }
}
