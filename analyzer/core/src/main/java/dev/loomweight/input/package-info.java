/** Readers, one per format, with one interface: {@link dev.loomweight.input.Source}. They read and decide nothing. */
@NullMarked
package dev.loomweight.input;

import org.jspecify.annotations.NullMarked;
