@NullMarked
package dev.loomweight.pins.pinning;

import org.jspecify.annotations.NullMarked;
