/** What the kernel and the runtimes of containers write of processes that ended. */
@NullMarked
package dev.loomweight.input.text.ended;

import org.jspecify.annotations.NullMarked;
