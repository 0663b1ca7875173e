/** Tests of the reader of chunks. */
@NullMarked
package dev.loomweight.input.recording.reader.chunk;

import org.jspecify.annotations.NullMarked;
