/** What to set for a container of a given size, by what was measured. */
@NullMarked
package dev.loomweight.memory.sizing;

import org.jspecify.annotations.NullMarked;
