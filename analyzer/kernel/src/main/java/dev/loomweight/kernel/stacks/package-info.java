/** Stacks as people see them: which are equal, their methods in any build, trees, and frames that people can do without. */
@NullMarked
package dev.loomweight.kernel.stacks;

import org.jspecify.annotations.NullMarked;
