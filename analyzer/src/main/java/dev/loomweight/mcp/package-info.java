/**
 * A server of the Model Context Protocol on standard input and output: the questions of the command line, for assistants.
 */
@NullMarked
package dev.loomweight.mcp;

import org.jspecify.annotations.NullMarked;
