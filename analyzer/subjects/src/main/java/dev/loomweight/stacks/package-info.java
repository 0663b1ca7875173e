/** Stacks as people see them: which are equal, their methods, trees of them, and which frames people can do without. */
@NullMarked
package dev.loomweight.stacks;

import org.jspecify.annotations.NullMarked;
