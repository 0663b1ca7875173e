/** Tests of figures of many recordings. */
@NullMarked
package dev.loomweight.fleet;

import org.jspecify.annotations.NullMarked;
