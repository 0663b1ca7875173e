/** Growth of real processes by a known amount. */
@NullMarked
package dev.loomweight.memory.growth;

import org.jspecify.annotations.NullMarked;
