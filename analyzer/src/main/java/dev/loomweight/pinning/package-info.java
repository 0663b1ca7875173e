/**
 * What pins virtual threads to their carriers: which frame, why, what it costs, and what to do.
 *
 * <p>{@link dev.loomweight.pinning.PinAnalysis} folds events into {@code Pins}, which counts by distinct stack.
 * {@code Diagnoser} says of each distinct stack what kept the carrier; {@code PinSite} sums up what has one diagnosis;
 * {@code Timeline} tells how many carriers were pinned at once.
 */
@NullMarked
package dev.loomweight.pinning;

import org.jspecify.annotations.NullMarked;
