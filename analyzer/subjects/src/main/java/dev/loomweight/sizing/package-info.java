/** Limits for a container, proposed from measurements. */
@NullMarked
package dev.loomweight.sizing;

import org.jspecify.annotations.NullMarked;
