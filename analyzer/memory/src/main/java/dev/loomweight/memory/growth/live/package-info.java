/** Growth in a JVM while it runs. */
@NullMarked
package dev.loomweight.memory.growth.live;

import org.jspecify.annotations.NullMarked;
