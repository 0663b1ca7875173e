/** The command line: parses arguments, runs commands, prints their results and returns an exit status. */
@NullMarked
package dev.loomweight.cli;

import org.jspecify.annotations.NullMarked;
