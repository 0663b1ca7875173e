package dev.loomweight.sample;

/**
 * What {@code VM.native_memory} answered instead of a report.
 *
 * @param pid the process that jcmd printed above it, or -1
 * @param kind what it means
 * @param text the line as printed
 */
public record NmtMessage(long pid, Kind kind, String text) implements Sample {

    /** What the answer means. */
    public enum Kind {
        /** Tracking is off and can only be switched on when the JVM starts. */
        OFF,
        /** Tracking is at summary, and detail was asked for. */
        SUMMARY_ONLY,
        /** A diff was asked for without a baseline. */
        NO_BASELINE,
        /** A baseline was taken. */
        BASELINE_TAKEN,
        /** The request was wrong. */
        BAD_REQUEST,
        /** Tracking was shut down in the running JVM (JDK 11). */
        SHUT_DOWN
    }
}
