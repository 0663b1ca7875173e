/** Pins as they happen, for a screen that is refreshed. */
@NullMarked
package dev.loomweight.pins.pinning.live;

import org.jspecify.annotations.NullMarked;
