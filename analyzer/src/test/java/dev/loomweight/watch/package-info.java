/** Tests of the live screen and its lines. */
@org.jspecify.annotations.NullMarked
package dev.loomweight.watch;
