/**
 * Samples: one record per kind of observation, in one file for each place that they come from, with its decoder, and what
 * could have been observed ({@link dev.loomweight.sample.Coverage}). Knows no file format.
 */
@NullMarked
package dev.loomweight.sample;

import org.jspecify.annotations.NullMarked;
