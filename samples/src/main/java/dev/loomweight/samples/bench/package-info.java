/** Programs to measure with, not to look at. */
@NullMarked
package dev.loomweight.samples.bench;

import org.jspecify.annotations.NullMarked;
