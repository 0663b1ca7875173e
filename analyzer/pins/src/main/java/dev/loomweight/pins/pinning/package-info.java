/**
 * Pins of virtual threads to their carriers: what causes them, what they cost, and what to do.
 *
 * <p>{@link dev.loomweight.pins.pinning.PinAnalysis} folds events into {@code Pins}, which counts by distinct stack.
 * {@link dev.loomweight.kernel.diagnosis.Diagnoser} decides for each distinct stack what pins it; {@code PinSite} sums up the
 * pins of one diagnosis; {@code scheduler} counts the carriers that were pinned at once. {@code PinTables} shows their
 * figures; budgets and comparisons see {@code PinCensus}. The sentences are in {@code PinSentences}, {@code SiteSentences}
 * and {@code PinFindings}.
 */
@NullMarked
package dev.loomweight.pins.pinning;

import org.jspecify.annotations.NullMarked;
