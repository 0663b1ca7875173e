/** Tests of growth while a JVM runs. */
@NullMarked
package dev.loomweight.memory.growth.live;

import org.jspecify.annotations.NullMarked;
