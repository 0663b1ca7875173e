/** Tests of what others' rules conclude from recordings. */
@NullMarked
package dev.loomweight.rules;

import org.jspecify.annotations.NullMarked;
