/**
 * What a process weighs: NMT by category, live classes, resident memory, and the recording's own samples of them.
 */
@NullMarked
package dev.loomweight.memory;

import org.jspecify.annotations.NullMarked;
