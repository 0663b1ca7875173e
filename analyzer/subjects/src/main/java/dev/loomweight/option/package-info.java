/** Options of commands as data, and the values that a user gave them. */
@NullMarked
package dev.loomweight.option;

import org.jspecify.annotations.NullMarked;
