package dev.loomweight.pins.carriers;

import dev.loomweight.fold.SampledShare;
import dev.loomweight.pins.pinning.PinnedTime;

/**
 * Where the time of the carriers of one process went: parts that add up to the whole. All times are in nanoseconds, and none
 * is negative. What is off the processor is divided by looks, so it has an error, which is that of 95 % confidence.
 *
 * @param sums what was collected
 * @param runNanos running, by the kernel
 * @param waitNanos ready and waiting for a processor, by the kernel
 * @param stoppedNanos off the processor while the JVM had stopped all its threads, with a virtual thread or without
 * @param runOrWaitNanos running or waiting for a processor, by looks, where the kernel's figures are missing
 * @param off not running
 * @param errorNanos how far what was blocked may be from the truth, as what was idle is the other way
 * @param looksSayNanos what the looks alone say was blocked while mounted
 * @param pinsOver by how much the recorded pins exceed the time that carriers were off the processor
 */
record CarrierBalance(
        BalanceSums sums,
        long runNanos,
        long waitNanos,
        long stoppedNanos,
        long runOrWaitNanos,
        Off off,
        long errorNanos,
        long looksSayNanos,
        long pinsOver) {

    /**
     * The time in which carriers were off the processor, though the JVM had not stopped them.
     *
     * @param blockedNanos with a virtual thread mounted
     * @param pinnedNanos the part of it in which a pin is recorded
     * @param idleNanos with no virtual thread
     * @param blockedOrIdleNanos where there are no looks to divide it
     * @param unknownNanos where there are neither looks nor the kernel's figures
     */
    record Off(long blockedNanos, long pinnedNanos, long idleNanos, long blockedOrIdleNanos, long unknownNanos) {

        /** Pins are exact: what they cover was blocked, whatever the looks say, as far as the carriers were not running. */
        private Off withPins(long pins) {
            long pinned = Math.min(pins, blockedNanos + idleNanos + blockedOrIdleNanos + unknownNanos);
            long lacking = Math.max(0, pinned - blockedNanos);
            long fromUndivided = Math.min(lacking, blockedOrIdleNanos);
            long fromIdle = Math.min(lacking - fromUndivided, idleNanos);
            return new Off(
                    blockedNanos + lacking,
                    pinned,
                    idleNanos - fromIdle,
                    blockedOrIdleNanos - fromUndivided,
                    unknownNanos - (lacking - fromUndivided - fromIdle));
        }

        /** Blocked while mounted, and no pin is recorded. */
        long otherNanos() {
            return blockedNanos - pinnedNanos;
        }

        /** Whether it could be divided. */
        boolean isDivided() {
            return blockedOrIdleNanos + unknownNanos == 0;
        }
    }

    /** Divides the time of carriers. No look falls into a stop of the JVM, so that looks divide what is left without. */
    static CarrierBalance of(BalanceSums sums, PinnedTime pins) {
        BalanceSums.Group measured = sums.measured;
        BalanceSums.Group looked = sums.looked;
        long run = Math.min(measured.runNanos(), measured.wallNanos());
        long stopped = measured.stoppedNanos();
        long off = Math.max(0, measured.wallNanos() - run - measured.waitNanos() - stopped);
        long looksOff = measured.mounted() + measured.idle();
        SampledShare mounted = SampledShare.of(measured.mounted(), looksOff, measured.moments());
        long blocked = looksOff == 0 ? 0 : Math.round(off * mounted.value());
        long idle = looksOff == 0 ? 0 : off - blocked;
        long undivided = looksOff == 0 ? off : 0;
        double error = looksOff == 0 ? 0 : off * mounted.error();
        long runOrWait = 0;
        long unknown = 0;
        long wall = looked.wallNanos() - looked.stoppedNanos();
        stopped += looked.stoppedNanos();
        if (looked.decided() > 0) {
            SampledShare running = SampledShare.of(looked.running(), looked.decided(), looked.moments());
            SampledShare held = SampledShare.of(looked.mounted(), looked.decided(), looked.moments());
            runOrWait = Math.round(wall * running.value());
            long heldNanos = Math.min(wall - runOrWait, Math.round(wall * held.value()));
            blocked += heldNanos;
            idle += wall - runOrWait - heldNanos;
            error += wall * held.error();
        } else {
            unknown = wall;
        }
        Off parts = new Off(blocked, 0, idle, undivided, unknown).withPins(pins.nanos());
        return new CarrierBalance(
                sums,
                run,
                measured.waitNanos(),
                stopped,
                runOrWait,
                parts,
                Math.round(error),
                blocked,
                pins.nanos() - parts.pinnedNanos);
    }

    /** The whole that the parts add up to: the carriers that existed, observed or not, and those that could have. */
    long totalNanos() {
        return sums.existedNanos() + sums.missingNanos() + sums.unseenNanos();
    }

    /** What part of the whole a time is, from 0 to 1. */
    double share(long nanos) {
        return totalNanos() == 0 ? 0 : (double) nanos / totalNanos();
    }

    /** Busy or wanting to be: running, or waiting for a processor. */
    long wantedNanos() {
        return runNanos + waitNanos + runOrWaitNanos;
    }

    /**
     * For how long at most carriers waited because the control group was throttled: its time is the sum over processors, on
     * each of which several carriers can have waited.
     *
     * @param carriers how many carriers there were at most
     */
    long throttledAtMostNanos(long carriers) {
        long throttled = sums.throttledNanos().known();
        return throttled > waitNanos / Math.max(1, carriers)
                ? waitNanos
                : Math.min(waitNanos, throttled * Math.max(1, carriers));
    }
}
