/**
 * One reader per format, with one interface: {@link dev.loomweight.input.Source}. Reads and decides nothing.
 */
@NullMarked
package dev.loomweight.input;

import org.jspecify.annotations.NullMarked;
