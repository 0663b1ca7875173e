/**
 * Durations, sizes and counts as users write them and as people read them, in one grammar for the agent and the analyzer,
 * and what is made of many of them: sums, which cannot overflow, and histograms. Knows nothing of what is measured.
 */
@NullMarked
package dev.loomweight.amount;

import org.jspecify.annotations.NullMarked;
