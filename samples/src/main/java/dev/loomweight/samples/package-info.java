/** Small programs to look at under capture. */
@NullMarked
package dev.loomweight.samples;

import org.jspecify.annotations.NullMarked;
