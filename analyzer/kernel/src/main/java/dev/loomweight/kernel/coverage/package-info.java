/** The coverage of the inputs, and how it is said: recorded, silent, off, unknown. */
@NullMarked
package dev.loomweight.kernel.coverage;

import org.jspecify.annotations.NullMarked;
