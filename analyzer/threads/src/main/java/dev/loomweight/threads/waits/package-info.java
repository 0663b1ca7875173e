/** Waits of threads, in dumps that were taken one after another: a profile of waiting, with its error. */
@NullMarked
package dev.loomweight.threads.waits;

import org.jspecify.annotations.NullMarked;
