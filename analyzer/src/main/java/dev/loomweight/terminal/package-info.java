/** A terminal that a program has to itself for a while: screen and keys. */
@NullMarked
package dev.loomweight.terminal;

import org.jspecify.annotations.NullMarked;
