/** The weight of the threads that stand at a line of code: their stacks, thread-locals, and what hangs on them alone. */
@NullMarked
package dev.loomweight.memory.threadcost.site;

import org.jspecify.annotations.NullMarked;
