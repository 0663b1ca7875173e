/** The time of carriers: what observes them, from inside and outside, and its file in a capture, {@code carriers.txt}. */
@NullMarked
package dev.loomweight.times;

import org.jspecify.annotations.NullMarked;
