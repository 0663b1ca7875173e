/**
 * Turns requests into reports: one class per command, used by the command line, the prompt and others. Parses no text and
 * prints nothing.
 */
@NullMarked
package dev.loomweight.command;

import org.jspecify.annotations.NullMarked;
