/** Tests of what threads wait for. */
@NullMarked
package dev.loomweight.threads.waits;

import org.jspecify.annotations.NullMarked;
