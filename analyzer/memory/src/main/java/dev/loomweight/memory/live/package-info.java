/** The memory of a JVM while it runs. */
@NullMarked
package dev.loomweight.memory.live;

import org.jspecify.annotations.NullMarked;
