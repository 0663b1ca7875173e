/**
 * What a process takes at one moment as a whole: resident memory, each page once, the charge of its container, and the
 * headroom below the limit.
 */
@NullMarked
package dev.loomweight.footprint;

import org.jspecify.annotations.NullMarked;
