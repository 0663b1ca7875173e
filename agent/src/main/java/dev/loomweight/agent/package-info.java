/** The agent: a rolling capture, live figures, lines in the log. It never makes the application wait or fail. */
@NullMarked
package dev.loomweight.agent;

import org.jspecify.annotations.NullMarked;
