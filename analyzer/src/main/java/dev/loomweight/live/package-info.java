/** The figures of a running JVM in the last seconds, from samples as they arrive. The subjects compute them. */
@NullMarked
package dev.loomweight.live;

import org.jspecify.annotations.NullMarked;
