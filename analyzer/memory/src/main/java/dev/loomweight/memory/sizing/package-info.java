/** Limits for a container, proposed from measurements. */
@NullMarked
package dev.loomweight.memory.sizing;

import org.jspecify.annotations.NullMarked;
