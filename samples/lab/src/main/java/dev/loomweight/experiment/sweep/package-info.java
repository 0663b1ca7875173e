/**
 * Series of runs: how the cost of a thread depends on the settings, and how far
 * repeated runs lie apart.
 */
@NullMarked
package dev.loomweight.experiment.sweep;

import org.jspecify.annotations.NullMarked;
