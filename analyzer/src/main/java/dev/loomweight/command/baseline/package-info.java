/** What a gate compares with, kept in a file. */
@NullMarked
package dev.loomweight.command.baseline;

import org.jspecify.annotations.NullMarked;
