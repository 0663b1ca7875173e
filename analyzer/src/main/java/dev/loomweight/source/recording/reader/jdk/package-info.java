/** Recordings by {@code jdk.jfr.consumer}. */
@NullMarked
package dev.loomweight.source.recording.reader.jdk;

import org.jspecify.annotations.NullMarked;
