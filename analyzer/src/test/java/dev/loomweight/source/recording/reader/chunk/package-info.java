/** Tests of the reader of chunks. */
@NullMarked
package dev.loomweight.source.recording.reader.chunk;

import org.jspecify.annotations.NullMarked;
