/**
 * Reads recordings with {@code jdk.jfr.consumer}: an adapter to {@link dev.loomweight.sample.EventView}.
 * {@code JdkReader} decides which file the JDK gets, {@code JdkEventPass} reads one file, {@code EventCount} checks
 * that the JDK did not skip events, {@code JdkEventView}, {@code JdkValues} and {@code JdkTypes} convert.
 */
@NullMarked
package dev.loomweight.input.recording.reader.jdk;

import org.jspecify.annotations.NullMarked;
