/** Launches of JVMs, attachment to running ones, and their capture: a command, a sample, a process. Analyses nothing. */
@NullMarked
package dev.loomweight.launch;

import org.jspecify.annotations.NullMarked;
