/** How texts are read: lines of any length, one at a time, what is taken from them, and what becomes of a whole text. */
@NullMarked
package dev.loomweight.input.text.lines;

import org.jspecify.annotations.NullMarked;
