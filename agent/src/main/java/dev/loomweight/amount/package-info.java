/**
 * Lengths of time and sizes as users write them and as people read them, in one grammar for the agent and the analyzer, and
 * what is made of many of them: sums and histograms.
 */
@NullMarked
package dev.loomweight.amount;

import org.jspecify.annotations.NullMarked;
