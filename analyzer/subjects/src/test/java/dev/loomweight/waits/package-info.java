/** Tests of what threads wait for. */
@NullMarked
package dev.loomweight.waits;

import org.jspecify.annotations.NullMarked;
