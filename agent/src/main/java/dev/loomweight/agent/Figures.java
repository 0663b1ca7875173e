package dev.loomweight.agent;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/**
 * All figures of one moment.
 *
 * @param pins what the pins add up to
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
        PinTotals.Sums pins,
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
                pins.sums(ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now())),
                events.failedSubmits.sum(),
                jvm.threads(),
                jvm.scheduler(),
                JvmFigures.residentBytes(events.residentBytes.get()),
                jvm.nmt(),
                delays.now(),
                recording,
                events.lostBytes.sum());
    }
}
