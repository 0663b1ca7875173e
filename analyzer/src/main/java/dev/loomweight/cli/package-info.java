/** The command line: arguments in, text and exit status out. */
@NullMarked
package dev.loomweight.cli;

import org.jspecify.annotations.NullMarked;
