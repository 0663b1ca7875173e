/**
 * Heap dumps: who owns which {@code java.util.concurrent} lock, and who waits for it. Of strings, only the names of threads
 * are read, and of classes their names.
 */
@NullMarked
package dev.loomweight.input.heap;

import org.jspecify.annotations.NullMarked;
