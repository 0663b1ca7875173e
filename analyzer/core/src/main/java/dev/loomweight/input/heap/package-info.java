/**
 * Heap dumps: who owns which {@code java.util.concurrent} lock and who waits for it, and what threads weigh. Of strings, only
 * the names of threads are read, and of classes their names and those of methods on stacks.
 */
@NullMarked
package dev.loomweight.input.heap;

import org.jspecify.annotations.NullMarked;
