/** Heap dumps, read again in the plainest way: an oracle for what the main code reads of them. */
@NullMarked
package dev.loomweight.input.heap;

import org.jspecify.annotations.NullMarked;
