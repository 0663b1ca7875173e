/** Lines of texts: of any length, read one at a time, what is taken from them, and what becomes of a complete text. */
@NullMarked
package dev.loomweight.input.text.lines;

import org.jspecify.annotations.NullMarked;
