/** Stacks as people see them: which are equal, their methods, and trees of them. */
@NullMarked
package dev.loomweight.stacks;

import org.jspecify.annotations.NullMarked;
