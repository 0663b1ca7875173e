/** Loomweight's own reader of recordings. */
@NullMarked
package dev.loomweight.input.recording.reader.chunk;

import org.jspecify.annotations.NullMarked;
