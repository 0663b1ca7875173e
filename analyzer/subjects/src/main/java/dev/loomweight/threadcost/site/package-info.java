/** The weight of the threads that stand at a line of code: their stacks, thread-locals, and what hangs on them alone. */
@NullMarked
package dev.loomweight.threadcost.site;

import org.jspecify.annotations.NullMarked;
