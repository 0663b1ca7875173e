/** The cost of the threads of a process, part by part, and what they would cost as threads of the other kind. */
@NullMarked
package dev.loomweight.memory.threadcost.estimate;

import org.jspecify.annotations.NullMarked;
