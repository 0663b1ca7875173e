/**
 * What changed between two states: comparisons of folds over two sets of samples.
 */
@NullMarked
package dev.loomweight.memory.diff;

import org.jspecify.annotations.NullMarked;
