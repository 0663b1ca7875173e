/** Starts JVMs and attaches to running ones, and captures them: a command of the user's, a sample, a process. */
@NullMarked
package dev.loomweight.launch;

import org.jspecify.annotations.NullMarked;
