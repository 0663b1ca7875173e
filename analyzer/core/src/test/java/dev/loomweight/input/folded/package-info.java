@NullMarked
package dev.loomweight.input.folded;

import org.jspecify.annotations.NullMarked;
