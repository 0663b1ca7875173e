/** Recordings by {@code jdk.jfr.consumer}. */
@NullMarked
package dev.loomweight.input.recording.reader.jdk;

import org.jspecify.annotations.NullMarked;
