/** Growth in a JVM while it runs. */
@NullMarked
package dev.loomweight.growth.live;

import org.jspecify.annotations.NullMarked;
