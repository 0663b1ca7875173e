/**
 * What was observed: one record per kind of observation, and what could have been observed ({@link dev.loomweight.sample.Coverage}). Knows no file format.
 */
@NullMarked
package dev.loomweight.sample;

import org.jspecify.annotations.NullMarked;
