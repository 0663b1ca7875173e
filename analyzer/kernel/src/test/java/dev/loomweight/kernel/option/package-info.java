/** Tests of options. */
@NullMarked
package dev.loomweight.kernel.option;

import org.jspecify.annotations.NullMarked;
