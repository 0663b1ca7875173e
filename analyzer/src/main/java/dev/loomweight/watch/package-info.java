/** {@code loomweight watch}: live figures of a running JVM, on a full screen or as lines of JSON. */
@NullMarked
package dev.loomweight.watch;

import org.jspecify.annotations.NullMarked;
