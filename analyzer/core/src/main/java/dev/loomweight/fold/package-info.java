/**
 * Mergeable folds over samples, and the one pass that runs them over inputs; sums, timelines and
 * statistics. Prints, formats and opens nothing.
 */
@NullMarked
package dev.loomweight.fold;

import org.jspecify.annotations.NullMarked;
