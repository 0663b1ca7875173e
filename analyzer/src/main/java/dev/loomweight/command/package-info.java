/**
 * Commands: one class each, which turns options into a report, for the command line, the prompt and others. Parses no text
 * and prints nothing.
 */
@NullMarked
package dev.loomweight.command;

import org.jspecify.annotations.NullMarked;
