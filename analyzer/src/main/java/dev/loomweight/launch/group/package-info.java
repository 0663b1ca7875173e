/** The control groups of processes: limits that are set, and what the kernel killed within them. */
@NullMarked
package dev.loomweight.launch.group;

import org.jspecify.annotations.NullMarked;
