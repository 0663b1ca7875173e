/** Loomweight's own reader of recordings. */
@NullMarked
package dev.loomweight.source.recording.reader.chunk;

import org.jspecify.annotations.NullMarked;
