/** Changes of pins between two runs. */
@NullMarked
package dev.loomweight.pinning.diff;

import org.jspecify.annotations.NullMarked;
