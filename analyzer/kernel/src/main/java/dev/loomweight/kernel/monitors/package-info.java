/**
 * Waits of threads for monitors, next to the pins of the same threads: on JDK 21 to 23 the JVM writes two events for one
 * wait, of which one names the monitor and who had it.
 */
@NullMarked
package dev.loomweight.kernel.monitors;

import org.jspecify.annotations.NullMarked;
