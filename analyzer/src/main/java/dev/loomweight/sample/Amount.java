package dev.loomweight.sample;

/**
 * An amount of memory in an NMT report, with how far it moved since the baseline.
 *
 * @param bytes the amount, in bytes; exact only in a report at scale 1
 * @param deltaBytes the change since the baseline, in bytes; 0 where the report is not a diff or prints no change
 */
public record Amount(long bytes, long deltaBytes) {

    /** Nothing. */
    public static final Amount ZERO = new Amount(0, 0);

    /** An amount without a change. */
    public static Amount of(long bytes) {
        return new Amount(bytes, 0);
    }
}
