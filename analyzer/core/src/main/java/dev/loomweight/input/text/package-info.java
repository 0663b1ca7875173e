/**
 * The readers of texts: NMT, class histogram, {@code /proc} files, System.map, the scheduler of virtual threads. All of
 * them read line by line, take what they know by its presence, and name what they do not know.
 */
@NullMarked
package dev.loomweight.input.text;

import org.jspecify.annotations.NullMarked;
