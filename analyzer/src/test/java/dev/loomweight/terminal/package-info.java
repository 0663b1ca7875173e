/** Tests of the terminal. */
@org.jspecify.annotations.NullMarked
package dev.loomweight.terminal;
