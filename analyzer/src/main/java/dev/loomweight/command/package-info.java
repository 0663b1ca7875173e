/**
 * From a request to a report: one class a command, used by every door. Parses no text and prints nothing.
 */
@NullMarked
package dev.loomweight.command;

import org.jspecify.annotations.NullMarked;
