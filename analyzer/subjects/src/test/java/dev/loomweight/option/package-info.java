/** Tests of options. */
@NullMarked
package dev.loomweight.option;

import org.jspecify.annotations.NullMarked;
