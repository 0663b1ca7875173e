/**
 * The change of memory between two moments or two inputs.
 */
@NullMarked
package dev.loomweight.memory.growth.diff;

import org.jspecify.annotations.NullMarked;
