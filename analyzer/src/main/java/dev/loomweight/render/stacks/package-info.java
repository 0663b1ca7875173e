/** The stacks of reports, one by one, folded, and as profiles; without any format. */
@NullMarked
package dev.loomweight.render.stacks;

import org.jspecify.annotations.NullMarked;
