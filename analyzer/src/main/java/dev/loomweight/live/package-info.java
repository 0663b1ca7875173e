/** The figures of a JVM that runs, of the last seconds: a fold over samples as they come, asked again and again. */
@NullMarked
package dev.loomweight.live;

import org.jspecify.annotations.NullMarked;
