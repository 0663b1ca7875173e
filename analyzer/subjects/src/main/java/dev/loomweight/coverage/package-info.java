/** What the inputs could show, and how that is said: recorded, silent, off, unknown. */
@NullMarked
package dev.loomweight.coverage;

import org.jspecify.annotations.NullMarked;
