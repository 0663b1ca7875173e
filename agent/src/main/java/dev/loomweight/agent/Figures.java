package dev.loomweight.agent;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * All figures of one moment.
 *
 * @param causes pins by cause
 * @param sites pins by cause and site, the costliest first
 * @param events pins that have an event of their own
 * @param carriersPinned the most carriers pinned at once within the last 10 s
 * @param starvedSeconds how long all carriers were pinned at once at least
 * @param possiblyStarvedSeconds how long all carriers can have been pinned at once
 * @param failedSubmits how many virtual threads their scheduler refused
 * @param threads how many virtual threads started, ended and live
 * @param scheduler by the name of the attribute of VirtualThreadSchedulerMXBean
 * @param residentBytes resident memory; 0 where it is unknown
 * @param nmt native memory
 * @param delays how long virtual threads waited for a carrier
 * @param recording whether the recording runs
 * @param lostBytes what JFR says that it lost
 */
record Figures(
        List<PinTotals.OfCause> causes,
        List<PinTotals.OfSite> sites,
        PinTotals.OfEvents events,
        double carriersPinned,
        double starvedSeconds,
        double possiblyStarvedSeconds,
        long failedSubmits,
        VirtualThreadFigures.Counts threads,
        Map<String, Long> scheduler,
        long residentBytes,
        NmtFigures nmt,
        DelayFigures.Delays delays,
        boolean recording,
        long lostBytes) {

    /** Takes them. */
    static Figures of(PinTotals pins, EventFigures events, JvmFigures jvm, DelayFigures delays, boolean recording) {
        return new Figures(
                pins.causes(),
                pins.sites(),
                pins.events(),
                pins.carriersPinned(ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now())),
                pins.starvedSeconds(),
                pins.possiblyStarvedSeconds(),
                events.failedSubmits.sum(),
                jvm.threads(),
                jvm.scheduler(),
                JvmFigures.residentBytes(events.residentBytes.get()),
                jvm.nmt(),
                delays.now(),
                recording,
                events.lostBytes.sum());
    }

    /** The number of all pins. */
    long pins() {
        return causes.stream().mapToLong(PinTotals.OfCause::pins).sum();
    }

    /** The total duration of all pins, in seconds. */
    double pinnedSeconds() {
        return causes.stream().mapToDouble(PinTotals.OfCause::seconds).sum();
    }
}
