/** Ends of processes: by whom they were killed, or of what they ran out. */
@NullMarked
package dev.loomweight.memory.ending;

import org.jspecify.annotations.NullMarked;
