/** The door to a JVM that runs: a screen in the terminal, and lines of JSON. */
@NullMarked
package dev.loomweight.watch;

import org.jspecify.annotations.NullMarked;
