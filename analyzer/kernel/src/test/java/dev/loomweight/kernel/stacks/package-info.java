@NullMarked
package dev.loomweight.kernel.stacks;

import org.jspecify.annotations.NullMarked;
