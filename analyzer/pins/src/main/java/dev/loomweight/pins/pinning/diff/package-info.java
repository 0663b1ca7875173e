/** Changes of pins between two runs. */
@NullMarked
package dev.loomweight.pins.pinning.diff;

import org.jspecify.annotations.NullMarked;
