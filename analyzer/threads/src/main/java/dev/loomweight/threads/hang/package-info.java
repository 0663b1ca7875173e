/** Hangs: who waits for whom, over one or more thread dumps of a process, and whether that is a hang. */
@NullMarked
package dev.loomweight.threads.hang;

import org.jspecify.annotations.NullMarked;
