/** Files that are written: complete or not at all, with the rights that they need. */
@NullMarked
package dev.loomweight.output;

import org.jspecify.annotations.NullMarked;
