package dev.loomweight.pins.carriers;

import dev.loomweight.amount.Quantity;
import dev.loomweight.jvm.StillCarriers;
import dev.loomweight.jvm.StillCarriers.Still;
import dev.loomweight.kernel.diagnosis.HeldThreads;
import dev.loomweight.kernel.diagnosis.HeldThreads.Held;
import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.times.CarrierInterval.Row;
import java.util.List;

/**
 * Which carriers stood still at the end of what was watched, with a virtual thread mounted: their pins or calls had not
 * ended then, so that no recording has them.
 *
 * @param held the carriers, and where their threads stand
 * @param carriers how many carriers there were at the end
 * @param all whether there was no other carrier, nor could there be, as far as is known
 * @param ends whether it is seen that what blocked carriers ended: they ran in between
 * @param command what says whether their threads hang; empty where the process has ended and no dump shows them
 */
record CarrierHolds(Held held, int carriers, boolean all, boolean ends, String command) {

    /** Nothing is known. */
    static final CarrierHolds NONE = new CarrierHolds(Held.NONE, 0, false, false, HeldThreads.command(0));

    /** A carrier that has run for a smaller part of an interval may not have gone on: it can have looked at a monitor. */
    private static final long PARTS = 1000;

    /**
     * What is known of one process.
     *
     * @param parallelism how many carriers are to run at once, where the stretches do not say
     */
    static CarrierHolds of(CarrierStretches stretches, Quantity parallelism, HeldThreads threads, String command) {
        StillCarriers carriers = new StillCarriers();
        long moved = 0;
        long unmoved = 0;
        long known = parallelism.orElse(0);
        for (CarrierTimes times : stretches.all()) {
            carriers.add(
                    times.from(),
                    times.to(),
                    times.carriers().stream().map(Row::seen).toList());
            known = times.pool().parallelism() > 0 ? times.pool().parallelism() : known;
            for (Row carrier : times.carriers()) {
                if (carrier.mounted() > 0) {
                    long off = carrier.wallNanos() - Math.max(0, carrier.runNanos());
                    boolean ran = carrier.idle() > 0 || carrier.runNanos() > carrier.wallNanos() / PARTS;
                    moved += ran ? off : 0;
                    unmoved += ran ? 0 : off;
                }
            }
        }
        Held held = threads.of(carriers.now());
        int standing = held.carriers().size();
        boolean all = standing > 0 && standing == carriers.carriers() && standing >= known;
        return new CarrierHolds(held, carriers.carriers(), all, moved > unmoved || held.ended() > 0, command);
    }

    /** Whether there is any. */
    boolean isAny() {
        return !held.carriers().isEmpty();
    }

    /** For how long carriers stood still, all together, in nanoseconds. */
    long nanos() {
        return held.carriers().stream().mapToLong(Still::nanos).sum();
    }

    /** The sites, the place with most carriers first. */
    List<HeldThreads.Site> sites() {
        return held.sites();
    }
}
