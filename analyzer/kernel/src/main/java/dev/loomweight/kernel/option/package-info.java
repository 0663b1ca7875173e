/** Options of commands as data, and the values that a user gave. The code that reads an option says what it means. */
@NullMarked
package dev.loomweight.kernel.option;

import org.jspecify.annotations.NullMarked;
