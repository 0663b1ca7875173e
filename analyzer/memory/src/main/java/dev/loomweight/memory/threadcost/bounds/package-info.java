/**
 * Bounds of the stack chunks of each site, at least and at most, where no heap dump says what they take: from the stacks
 * of a thread dump and the total of a class histogram.
 */
@NullMarked
package dev.loomweight.memory.threadcost.bounds;

import org.jspecify.annotations.NullMarked;
