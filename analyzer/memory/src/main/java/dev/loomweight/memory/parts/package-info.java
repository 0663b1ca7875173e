/** Where the memory of a process is at a moment: the table of its parts, and what is remarkable of them. */
@NullMarked
package dev.loomweight.memory.parts;

import org.jspecify.annotations.NullMarked;
