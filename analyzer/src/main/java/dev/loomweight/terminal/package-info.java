/** A terminal that a program has to itself for a while: the screen, and keys by their meaning. */
@NullMarked
package dev.loomweight.terminal;

import org.jspecify.annotations.NullMarked;
