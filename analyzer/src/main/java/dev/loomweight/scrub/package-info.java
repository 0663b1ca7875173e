/** Copies of recordings and captures without what can hold secrets. */
@NullMarked
package dev.loomweight.scrub;

import org.jspecify.annotations.NullMarked;
