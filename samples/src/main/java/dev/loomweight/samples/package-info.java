/** Small programs to look at under capture. They know nothing of the analyzer. */
@NullMarked
package dev.loomweight.samples;

import org.jspecify.annotations.NullMarked;
