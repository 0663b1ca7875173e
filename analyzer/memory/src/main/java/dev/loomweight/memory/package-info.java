/**
 * The memory of a process: resident memory, NMT by category, live classes, and all of them over time.
 */
@NullMarked
package dev.loomweight.memory;

import org.jspecify.annotations.NullMarked;
