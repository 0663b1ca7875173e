package dev.loomweight.sample;

/**
 * Memory from malloc, or arenas, of one NMT figure.
 *
 * @param amount the live bytes
 * @param count the live blocks, or -1 where not printed
 * @param countDelta their change since the baseline
 * @param peakBytes the highest figure so far, in bytes, equal to the amount "at peak", or -1 where not printed
 * @param peakCount the blocks at that time, or -1 where not printed
 */
public record NmtMalloc(Amount amount, long count, long countDelta, long peakBytes, long peakCount) {}
